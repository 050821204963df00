import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { HALTED } from '../../../../nodes/client/errors';
import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import type { ByteStream, HttpRequest, HttpResponse } from '../../../../nodes/client/runtime';
import { Service } from '../../../../nodes/client/service';
import { uploadDocument, type StoredDocument } from '../../../../nodes/client/transfer';
import { failureOf } from '../../support/failureOf';
import { contentOf, pdfOf, streamOf } from '../../support/pdf';
import {
	answered,
	noAnswer,
	ScriptedRuntime,
	silence,
	upload,
	type ScriptedAnswer,
} from '../../support/scriptedRuntime';

const pdf = pdfOf(40_000);
const digest = createHash('sha256').update(pdf).digest('hex');
const { stallMs } = PRODUCT_LIMITS.transfer;

describe('uploadDocument', () => {
	let runtime: ScriptedRuntime;
	let began: number;
	let stop: AbortController;
	/** Streams of the document that were opened. */
	let opened: ByteStream[];

	beforeEach(() => {
		runtime = new ScriptedRuntime().answer('createUpload', upload());
		began = runtime.now();
		stop = new AbortController();
		opened = [];
	});

	async function uploaded(
		open: () => Buffer | ByteStream = () => pdf,
		size = pdf.length,
	): Promise<StoredDocument> {
		const document = {
			fileName: 'a.pdf',
			size,
			open: async () => {
				const content = await Promise.resolve(open());
				if (!Buffer.isBuffer(content)) opened.push(content);
				return content;
			},
		};
		return await uploadDocument(runtime, new Service(runtime), document, stop.signal);
	}

	const stores = () => runtime.all('store');

	it.each<[string, () => Buffer | ByteStream]>([
		['buffer', () => pdf],
		['stream', () => streamOf(pdf.subarray(0, 9), pdf.subarray(9))],
	])('sends a %s with every field to where the service says', async (_name, open) => {
		runtime.answer('store', answered(204));
		expect(await uploaded(open)).toEqual({ uploadKey: 'upload_1', digest });
		expect(runtime.order()).toEqual(['createUpload', 'store']);
		expect(runtime.requests[0]?.body).toBe('{"filename":"a.pdf"}');
		const [request] = stores();
		const sent = request?.sent ?? Buffer.alloc(0);
		expect(request).toMatchObject({ method: 'POST', url: 'https://s3.example.com/?X-Sig=1' });
		expect(Object.keys(request?.headers ?? {})).toEqual(['Content-Type', 'Content-Length']);
		expect(request?.headers?.['Content-Type']).toMatch(/^multipart\/form-data; boundary=/);
		expect(request?.headers?.['Content-Length']).toBe(String(sent.length));
		expect(sent.includes('name="policy"')).toBe(true);
		expect(sent.includes(pdf)).toBe(true);
		for (const stream of opened) expect(stream).toHaveProperty('destroyed', true);
	});

	it.each([200, 201, 204])('takes %i with nothing or XML for stored', async (statusCode) => {
		runtime.answer('store', answered(statusCode, '<PostResponse/>'));
		expect(await uploaded()).toMatchObject({ uploadKey: 'upload_1' });
	});

	it("takes S3's redirect to the page of the form for stored, and no other", async () => {
		const page = 'https://app.example.com/done';
		const form = answered(201, {
			upload_url: 'https://s3.example.com/',
			fields: { success_action_redirect: page },
			key: 'k',
		});
		runtime.answer('createUpload', form);
		runtime.answer('store', answered(303, '', { location: `${page}?bucket=b&key=k` }));
		expect(await uploaded()).toMatchObject({ uploadKey: 'k' });
		runtime.answer('store', answered(303, '', { location: 'https://login.example.com/' }));
		expect((await failureOf(uploaded())).code).toBe('UNEXPECTED_ANSWER');
		runtime.answer('createUpload', upload()).answer('store', answered(303, '', { location: page }));
		expect((await failureOf(uploaded())).code).toBe('UNEXPECTED_ANSWER');
	});

	it('gives it the time that it takes at 20 kB/s, on top of two stalls', async () => {
		runtime.answer('store', answered(204));
		await uploaded();
		expect(stores()[0]?.timeoutMs).toBe(2 * stallMs + 2_000);
	});

	it('asks for a fresh upload and reads the document anew for every try', async () => {
		runtime
			.answer('createUpload', upload('first'), upload('second'))
			.answer('store', noAnswer('ECONNRESET'), answered(204));
		expect(await uploaded(() => streamOf(pdf))).toMatchObject({ uploadKey: 'second' });
		expect(runtime.order()).toEqual(['createUpload', 'store', 'createUpload', 'store']);
		expect(opened).toHaveLength(2);
		expect(stores()[1]?.sent?.includes('second')).toBe(true);
	});

	it.each<[string, ScriptedAnswer, string, number]>([
		['a server out of reach', answered(503), 'UNREACHABLE', 4],
		['what is too large', answered(400, '<Code>EntityTooLarge</Code>'), 'TOO_LARGE', 1],
		['a form that has expired twice', answered(403), 'UNEXPECTED_ANSWER', 2],
		['a web page', answered(200, '<html>Log in</html>'), 'UNEXPECTED_ANSWER', 4],
	])('ends for %s with the code, the tries and the storage', async (_n, answer, code, tries) => {
		runtime.answer('store', answer);
		const error = await failureOf(uploaded());
		expect(error.code).toBe(code);
		expect(error.facts).toMatchObject({ request: 'store', server: 's3.example.com', tries });
		expect(stores()).toHaveLength(tries);
	});

	it('sends nothing to an address that is not asked', async () => {
		const fields = { policy: 'p' };
		const named = { upload_url: 'http://s3.example.com/', fields, key: 'k' };
		runtime.answer('createUpload', answered(201, named));
		const { code, facts } = await failureOf(uploaded());
		expect(code).toBe('UNEXPECTED_ANSWER');
		expect(facts).toMatchObject({ request: 'createUpload', tries: 1 });
		expect(stores()).toEqual([]);
	});

	it.each(['{"error":{"type":"cG9saWN5"}}', '<Code>cG9saWN5</Code>'])(
		'shows nothing of the form that storage repeats: %s',
		async (body) => {
			const fields = { policy: 'cG9saWN5' };
			const named = { upload_url: 'https://s3.example.com/', fields, key: 'k' };
			runtime.answer('createUpload', answered(201, named)).answer('store', answered(400, body));
			const { facts } = await failureOf(uploaded());
			expect(facts.failure).toEqual({ kind: 'status', statusCode: 400 });
		},
	);

	it('names the storage of the last try', async () => {
		runtime
			.answer('createUpload', upload('k', 'a.example.com'), upload('k', 'b.example.com'))
			.answer('store', answered(503), answered(400));
		expect((await failureOf(uploaded())).facts.server).toBe('b.example.com');
	});

	it('keeps the exception of a connection as the cause', async () => {
		const cause = noAnswer('CERT_HAS_EXPIRED');
		runtime.answer('store', cause);
		const error = await failureOf(uploaded(() => streamOf(pdf)));
		expect(error.code).toBe('UNREACHABLE');
		expect(error.cause).toMatchObject({ message: cause.message });
		for (const stream of opened) expect(stream).toHaveProperty('destroyed', true);
	});

	it('ends with the service where it gives no upload', async () => {
		runtime.answer('createUpload', answered(401));
		expect((await failureOf(uploaded())).facts).toMatchObject({ request: 'createUpload' });
		expect(stores()).toEqual([]);
	});

	describe('that is answered too early', () => {
		/** A storage that answers after so many bytes, and reads no more. */
		const after =
			(bytes: number, answer: HttpResponse) =>
			async ({ body }: HttpRequest): Promise<HttpResponse> => {
				let taken = 0;
				for await (const chunk of body as ByteStream) {
					taken += chunk.length;
					if (taken >= bytes) break;
				}
				return answer;
			};

		it.each<[string, () => Buffer | ByteStream]>([
			['memory', () => pdfOf(1_000_000)],
			['the store', () => streamOf(...Array<Buffer>(10).fill(pdfOf(100_000)))],
		])('is not stored, and is sent again: from %s', async (_where, open) => {
			runtime.answer('store', after(200_000, answered(204)), answered(204));
			const stored = await uploaded(open, 1_000_000);
			expect(stores()).toHaveLength(2);
			const whole = createHash('sha256').update(stores()[1]?.sent ?? '');
			expect(whole.digest('hex')).not.toBe(stored.digest);
			const { sent = Buffer.alloc(0) } = stores()[1] ?? {};
			const start = sent.indexOf('%PDF-');
			const document = sent.subarray(start, start + 1_000_000);
			expect(stored.digest).toBe(createHash('sha256').update(document).digest('hex'));
		});

		it('ends when storage goes on like that', async () => {
			runtime.answer('store', after(1, answered(204)));
			const { code, facts } = await failureOf(uploaded());
			expect(code).toBe('UNEXPECTED_ANSWER');
			const reason = 'it came before the whole document was sent';
			expect(facts).toMatchObject({ failure: { kind: 'unreadable', reason }, tries: 4 });
		});

		it('is refused all the same', async () => {
			runtime.answer('store', after(1, answered(400, '<Code>EntityTooLarge</Code>')));
			expect((await failureOf(uploaded())).code).toBe('TOO_LARGE');
		});
	});

	describe('of a document that cannot be read', () => {
		beforeEach(() => runtime.answer('store', answered(204)));

		it('ends for another size than announced, and does not try again', async () => {
			const error = await failureOf(uploaded(() => streamOf(pdf), 39_999));
			expect(error.code).toBe('DOCUMENT_UNREADABLE');
			const reason = 'it had 39999 bytes when it was opened, and more when it was read';
			expect(error.facts).toMatchObject({ failure: { kind: 'document', reason }, tries: 1 });
			expect(stores()).toHaveLength(1);
		});

		it('ends for a stream that breaks, with its exception, and does not try again', async () => {
			const cause = new Error('EIO');
			const error = await failureOf(uploaded(() => streamOf(pdf.subarray(0, 9), cause)));
			expect(error.code).toBe('DOCUMENT_UNREADABLE');
			expect(error.cause).toBe(cause);
			const failure = { kind: 'document', reason: 'it cannot be read (EIO)' };
			expect(error.facts).toMatchObject({ failure, tries: 1 });
			expect(error.facts.failure).not.toHaveProperty('cause');
			expect(stores()).toHaveLength(1);
		});

		it('ends for one that cannot be opened, with its exception, and does not try again', async () => {
			const cause = new Error('ENOENT');
			const open = () => {
				throw cause;
			};
			const error = await failureOf(uploaded(open));
			expect(error.code).toBe('DOCUMENT_UNREADABLE');
			expect(error.cause).toBe(cause);
			const failure = { kind: 'document', reason: 'it cannot be read (ENOENT)' };
			expect(error.facts).toMatchObject({ failure, tries: 1 });
			expect(runtime.order()).toEqual(['createUpload']);
		});
	});

	describe('under watch', () => {
		/** A storage that takes the bytes of a stream just in time, and then says nothing more. */
		async function slow({ body, signal }: HttpRequest): Promise<HttpResponse> {
			if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) {
				throw new Error('A stream was to come');
			}
			for await (const chunk of body) {
				if (chunk.length === 1) await runtime.sleep(stallMs - 1);
			}
			return await silence({ method: 'POST', url: '', timeoutMs: 0, signal });
		}

		it('ends a stream of which nothing moves, and tries again', async () => {
			runtime.answer('store', slow, answered(204));
			const large = pdfOf(10_000_000);
			const bytes = [...large.subarray(0, 5)].map((byte) => Buffer.from([byte]));
			await uploaded(() => streamOf(...bytes, large.subarray(5)), large.length);
			const [first, second] = runtime.all('createUpload').map(({ at }) => at - began);
			expect(first).toBe(0);
			// What the system may still hold of it has its time, within that of the whole document.
			expect(second).toBeGreaterThan(5 * stallMs);
			expect(second).toBeLessThan(2 * stallMs + 500_000 + 1_000);
		});

		it('ends the pauses of the call for an upload when it is stopped', async () => {
			runtime.answer('createUpload', answered(503));
			runtime.after(100, () => {
				stop.abort();
			});
			expect((await failureOf(uploaded())).code).toBe('STOPPED');
			expect(runtime.now() - began).toBe(100);
		});

		it('gives up after so many stalls', async () => {
			runtime.answer('store', silence);
			const error = await failureOf(uploaded(() => streamOf(pdf)));
			expect(error.code).toBe('UNREACHABLE');
			const failure = { kind: 'network', code: 'STALLED' };
			expect(error.facts).toMatchObject({ failure, tries: 4 });
			expect(stores().map(({ at }) => at - began)).toEqual([
				0,
				stallMs + 375,
				2 * stallMs + 375 + 750,
				3 * stallMs + 375 + 750 + 1500,
			]);
		});

		/** A system that takes everything at once and sends it on in its own time. */
		const swallowing =
			(silentMs: number) =>
			async ({ body, signal }: HttpRequest): Promise<HttpResponse> => {
				const end = silence({ method: 'POST', url: '', timeoutMs: 0, signal });
				const content = contentOf(body as ByteStream);
				await Promise.race([content.then(async () => await runtime.sleep(silentMs)), end]);
				return answered(204);
			};

		it.each<[string, number, number]>([
			['4 MB that leave at 30 kB/s', 4_000_000, 134_000],
			['30 MB that are answered 75 s after the last byte', 30_000_000, 75_000],
		])('waits for %s', async (_what, size, silentMs) => {
			const large = pdfOf(size);
			runtime.answer('store', swallowing(silentMs));
			await uploaded(() => large, size);
			expect(runtime.now() - began).toBe(silentMs);
			expect(stores()).toHaveLength(1);
		});

		it('does not wait for ever after the last byte', async () => {
			runtime.answer('store', swallowing(10 * stallMs), answered(204));
			await uploaded();
			const [, second] = stores();
			expect((second?.at ?? 0) - began).toBeLessThan(1.2 * stallMs);
		});

		it('takes a document whose store says nothing for unreadable, not for a broken connection', async () => {
			const silent = () => new Readable({ read() {} });
			const hung = [silent(), new Promise<ByteStream>(() => {})];
			runtime.answer('store', swallowing(0));
			for (const content of hung) {
				const error = await failureOf(uploaded(() => content as ByteStream));
				expect(error.code).toBe('DOCUMENT_UNREADABLE');
				expect(error.facts).toMatchObject({
					failure: { kind: 'document', reason: 'its store gives nothing more' },
					tries: 1,
				});
			}
		});

		it.each([
			[undefined, 'STOPPED'],
			[HALTED, 'NOT_STARTED'],
		])('ends at once when it is stopped (%p)', async (reason, code) => {
			runtime.answer('store', silence);
			runtime.after(5_000, () => stop.abort(reason));
			const error = await failureOf(uploaded(() => streamOf(pdf)));
			expect(error.code).toBe(code);
			expect(runtime.now() - began).toBe(5_000);
			expect(stores()).toHaveLength(1);
			for (const stream of opened) expect(stream).toHaveProperty('destroyed', true);
		});
	});
});
