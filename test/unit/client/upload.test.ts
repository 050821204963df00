import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { Busboy } from '@fastify/busboy';
import fc from 'fast-check';

import { HALT_REASON } from '../../../client/errors';
import { PRODUCT_LIMITS } from '../../../client/limits';
import type { ByteStream, HttpRequest, HttpResponse } from '../../../client/runtime';
import { Service } from '../../../client/service';
import { type StoredDocument, uploadDocument } from '../../../client/upload';
import { failureOf } from '../support/failureOf';
import { contentOf, pdfOf, streamOf } from '../support/pdf';
import {
	answered,
	noAnswer,
	ScriptedRuntime,
	silence,
	upload,
	type ScriptedAnswer,
} from '../support/scriptedRuntime';

const pdf = pdfOf(40_000);
const digest = createHash('sha256').update(pdf).digest('hex');
const { stallMs } = PRODUCT_LIMITS.transfer;

interface Part {
	name: string;
	value: string;
	fileName?: string;
	mimeType?: string;
}

/** Reads a body with an independent parser; resolves with the parts in the order they came. */
async function parse(contentType: string, body: Buffer): Promise<Part[]> {
	const parts: Part[] = [];
	const parser = new Busboy({ headers: { 'content-type': contentType } });
	parser.on('field', (name, value) => parts.push({ name, value }));
	parser.on('file', (name, stream, fileName, _encoding, mimeType) => {
		const chunks: Buffer[] = [];
		stream.on('data', (chunk: Buffer) => chunks.push(chunk));
		stream.on('end', () =>
			parts.push({ name, value: Buffer.concat(chunks).toString('latin1'), fileName, mimeType }),
		);
	});
	await new Promise<void>((resolve, reject) => {
		parser.on('finish', resolve).on('error', reject);
		parser.end(body);
	});
	return parts;
}

const fieldName = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,20}$/).filter((n) => n !== 'file');
const fieldValue = fc.string({ unit: 'grapheme', maxLength: 60 });

describe('uploadDocument', () => {
	let runtime: ScriptedRuntime;
	let began: number;
	let stop: AbortController;
	/** Streams of the document that were opened. */
	let opened: ByteStream[];
	let fileName: string;
	let claim: (uploadKey: string) => void;

	beforeEach(() => {
		runtime = new ScriptedRuntime().answer('createUpload', upload());
		began = runtime.now();
		stop = new AbortController();
		opened = [];
		fileName = 'a.pdf';
		claim = () => {};
	});

	async function uploaded(
		open: () => Buffer | ByteStream = () => pdf,
		size = pdf.length,
	): Promise<StoredDocument> {
		const document = {
			fileName,
			size,
			open: async () => {
				const content = await Promise.resolve(open());
				if (!Buffer.isBuffer(content)) opened.push(content);
				return content;
			},
		};
		return await uploadDocument(runtime, new Service(runtime), document, claim, stop.signal);
	}

	const stores = () => runtime.all('store');

	/** The service names this form. */
	const withForm = (fields: Record<string, string>) =>
		runtime.answer(
			'createUpload',
			answered(201, { upload_url: 'https://s3.example.com/', fields, key: 'k' }),
		);

	it('sends nothing to an upload that belongs to another document', async () => {
		const claimed: string[] = [];
		claim = (uploadKey) => {
			claimed.push(uploadKey);
			throw new Error('taken');
		};
		await expect(uploaded()).rejects.toThrow('taken');
		expect(claimed).toEqual(['upload_1']);
		expect(stores()).toEqual([]);
	});

	it.each<[string, () => Buffer | ByteStream]>([
		['buffer', () => pdf],
		['stream', () => streamOf(pdf.subarray(0, 9), pdf.subarray(9))],
	])("sends a %s with every field to the service's address", async (_name, open) => {
		runtime.answer('store', answered(204));
		expect(await uploaded(open)).toEqual({ uploadKey: 'upload_1', digest });
		expect(runtime.order()).toEqual(['createUpload', 'store']);
		expect(runtime.requests[0]?.body).toBe('{"filename":"a.pdf"}');
		const [request] = stores();
		const sent = request?.sent ?? Buffer.alloc(0);
		const timeoutMs = 2 * stallMs + pdf.length / 20;
		const url = 'https://s3.example.com/?X-Sig=1';
		expect(request).toMatchObject({ method: 'POST', url, timeoutMs });
		expect(Object.keys(request?.headers ?? {})).toEqual(['Content-Type', 'Content-Length']);
		expect(request?.headers?.['Content-Type']).toMatch(/^multipart\/form-data; boundary=/);
		expect(request?.headers?.['Content-Length']).toBe(String(sent.length));
		expect(sent.includes(pdf)).toBe(true);
		for (const stream of opened) expect(stream).toHaveProperty('destroyed', true);
	});

	describe('at storage that redirects as S3 does', () => {
		const to = (location: string, status = 307) => answered(status, '', { location });

		it('asks for another address after a 307, and follows none', async () => {
			runtime.answer('store', to('https://eu.s3.example.com/'), answered(204));
			expect(await uploaded(() => streamOf(pdf))).toEqual({ uploadKey: 'upload_1', digest });
			expect(runtime.order()).toEqual(['createUpload', 'store', 'createUpload', 'store']);
			runtime.answer('store', to('https://eu.s3.example.com/'));
			expect(await failureOf(uploaded())).toMatchObject({
				code: 'UNEXPECTED_ANSWER',
				facts: { failure: { kind: 'status', statusCode: 307 }, tries: 9 },
			});
			expect(new Set(stores().map(({ url }) => new URL(url).host)).size).toBe(1);
		});

		const done = 'https://app.example.com/done?x=1';
		it.each(['success_action_redirect', 'redirect'])(
			'takes a 303 to the address in the field "%s" for the success that it is',
			async (field) => {
				withForm({ [field]: done }).answer('store', to(`${done}&bucket=b&key=k`, 303));
				expect(await uploaded()).toEqual({ uploadKey: 'k', digest });
				expect(runtime.order()).toEqual(['createUpload', 'store']);
			},
		);

		it.each<[Record<string, string>, number, string]>([
			[{ success_action_redirect: done }, 303, 'https://login.example.com/'],
			[{ success_action_redirect: done }, 302, done],
			[{ success_action_redirect: 'done' }, 303, 'https://s3.example.com/done'],
			[{}, 303, done],
		])('takes no other redirect for a success: %j, %i to %s', async (fields, status, location) => {
			withForm(fields).answer('store', to(location, status));
			const failure = { kind: 'status', statusCode: status };
			expect(await failureOf(uploaded())).toMatchObject({ facts: { failure } });
		});
	});

	it('sends all fields in order and then the file, as an independent parser reads them', async () => {
		runtime.answer('store', answered(204));
		const fields = fc.uniqueArray(fc.tuple(fieldName, fieldValue), {
			selector: ([name]) => name,
			maxLength: 8,
		});
		fileName = '報告 Отчёт.pdf';
		const sendsAsGiven = async (entries: Array<[string, string]>) => {
			withForm(Object.fromEntries(entries));
			await uploaded(() => pdf.subarray(-300), 300);
			const { headers = {}, sent = Buffer.alloc(0) } = stores().at(-1) ?? {};
			expect(await parse(headers['Content-Type'] ?? '', sent)).toEqual([
				...entries.map(([name, value]) => ({ name, value })),
				{
					name: 'file',
					value: pdf.subarray(-300).toString('latin1'),
					fileName,
					mimeType: 'application/pdf',
				},
			]);
		};
		await fc.assert(fc.asyncProperty(fields, sendsAsGiven), { numRuns: 30 });
	});

	it('keeps the names of a file and of a field from ending their headers', async () => {
		fileName = 'a"; name="key\r\nX-Evil: 1\r\n.pdf';
		withForm({ 'a"\r\n"b': 'value "1"\r\n' }).answer('store', answered(204));
		await uploaded();
		const sent = String(stores()[0]?.sent);
		expect(sent).toContain('name="a%22%0D%0A%22b"\r\n\r\nvalue "1"\r\n\r\n--');
		expect(sent).toContain('filename="a%22; name=%22key%0D%0AX-Evil: 1%0D%0A.pdf"\r\n');
	});

	it('requests a new upload and reads the document again for every try', async () => {
		runtime
			.answer('createUpload', upload('first'), upload('second'))
			.answer('store', noAnswer('ECONNRESET'), answered(204));
		expect(await uploaded(() => streamOf(pdf))).toMatchObject({ uploadKey: 'second' });
		expect(runtime.order()).toEqual(['createUpload', 'store', 'createUpload', 'store']);
		expect(opened).toHaveLength(2);
		expect(stores()[1]?.sent?.includes('second')).toBe(true);
	});

	it.each<[string, ScriptedAnswer, string, number]>([
		['a server out of reach for two minutes', answered(503), 'UNREACHABLE', 11],
		['what is too large', answered(400, '<Code>EntityTooLarge</Code>'), 'TOO_LARGE', 1],
		['forms that have expired', answered(403), 'UNEXPECTED_ANSWER', 9],
		['a web page', answered(200, '<html>Log in</html>'), 'UNEXPECTED_ANSWER', 9],
	])('fails after %s with code, tries and storage', async (_n, answer, code, tries) => {
		runtime.answer('store', answer);
		const error = await failureOf(uploaded());
		expect(error.code).toBe(code);
		expect(error.facts).toMatchObject({ request: 'store', server: 's3.example.com', tries });
		expect(stores()).toHaveLength(tries);
	});

	it('survives a storage that restarts, once the service has answered', async () => {
		const down = () => runtime.now() < began + 20_000;
		runtime.answer('store', async ({ body }) => {
			if (down()) throw noAnswer('ECONNREFUSED');
			await contentOf(body as ByteStream);
			return answered(204);
		});
		expect(await uploaded(() => streamOf(pdf))).toMatchObject({ uploadKey: 'upload_1' });
	});

	it('names the storage of the last try, without a secret that the service has put there', async () => {
		runtime
			.answer('createUpload', upload('k', 'a.example.com'), upload('k', 'SK_secret.example.com'))
			.answer('store', answered(503), answered(400, '<Code>secret</Code>'));
		const { facts } = await failureOf(uploaded());
		expect(facts.server).toBe('***.example.com');
		expect(facts.failure).toEqual({ kind: 'status', statusCode: 400 });
	});

	describe('with an early answer', () => {
		/** A storage that answers after this many bytes and stops reading. */
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
		])('does not count as stored, and is sent again: from %s', async (_where, open) => {
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

		it('still counts as refused', async () => {
			runtime.answer('store', after(1, answered(400, '<Code>EntityTooLarge</Code>')));
			expect((await failureOf(uploaded())).code).toBe('TOO_LARGE');
		});
	});

	describe('of a document that cannot be read', () => {
		beforeEach(() => runtime.answer('store', answered(204)));

		/** The reason of an upload that failed without a retry. */
		const reasonOf = async (open: () => Buffer | ByteStream, size?: number) => {
			const { code, facts } = await failureOf(uploaded(open, size));
			expect([code, facts.tries]).toEqual(['DOCUMENT_UNREADABLE', 1]);
			return facts.failure?.kind === 'document' ? facts.failure.reason : undefined;
		};
		const breaking = () => streamOf(pdf.subarray(0, 9), new Error('EIO'));

		it.each([
			[39_999, 'more'],
			[40_001, 40_000],
		])('is told if its size is not %i bytes, but %p', async (size, read) => {
			let sent = Buffer.alloc(0);
			runtime.answer('store', async ({ body }) => {
				for await (const chunk of body as ByteStream) sent = Buffer.concat([sent, chunk]);
				return answered(204);
			});
			const open = () => streamOf(pdf.subarray(0, 39_000), pdf.subarray(39_000));
			const reason = `it had ${size} bytes when it was opened, and ${read} when it was read`;
			expect(await reasonOf(open, size)).toBe(reason);
			// Storage may answer at the announced length.
			expect(sent.includes('%%EOF')).toBe(read !== 'more');
		});

		it('is told if its stream breaks, even if storage accepts the part', async () => {
			expect(await reasonOf(breaking)).toBe('it cannot be read (EIO)');
			runtime.answer('store', async ({ body }) => {
				await contentOf(body as ByteStream).catch(() => {});
				return answered(204);
			});
			expect(await reasonOf(breaking)).toBe('it cannot be read (EIO)');
			expect(stores()).toHaveLength(2);
		});

		it('is not opened before storage reads', async () => {
			runtime.answer('store', async ({ body }) => {
				await runtime.sleep(1_000);
				expect(opened).toHaveLength(0);
				await contentOf(body as ByteStream);
				return answered(204);
			});
			expect(await uploaded(() => streamOf(pdf))).toMatchObject({ digest });
			expect(opened).toHaveLength(1);
		});

		it('is told if it cannot be opened', async () => {
			const open = () => {
				throw new Error('ENOENT');
			};
			expect(await reasonOf(open)).toBe('it cannot be read (ENOENT)');
			expect(stores()).toMatchObject([{ signal: { aborted: true } }]);
		});
	});

	describe('under watch', () => {
		/** A storage that takes a chunk after each pause. */
		const takingOneAfter =
			(pauseMs: number) =>
			async ({ body }: HttpRequest): Promise<HttpResponse> => {
				for await (const chunk of body as ByteStream) {
					expect(chunk.length).toBeGreaterThan(0);
					await runtime.sleep(pauseMs);
				}
				return answered(204);
			};

		/** Duration of the first try in milliseconds. */
		async function firstTry(
			store: (request: HttpRequest) => Promise<HttpResponse>,
			open: () => Buffer | ByteStream,
			size: number,
		): Promise<number> {
			let first: AbortSignal | undefined;
			let ended = 0;
			const watched = async (request: HttpRequest) => {
				first = request.signal;
				first?.addEventListener('abort', () => (ended = runtime.now() - began));
				return await store(request);
			};
			runtime.answer('store', watched, answered(204));
			await uploaded(open, size);
			expect(first?.aborted).toBe(true);
			return ended;
		}

		it('continues while storage accepts bytes, even slowly', async () => {
			const large = pdfOf(9_000_000);
			const chunks = Array.from({ length: 36 }, (_, n) =>
				large.subarray(n * 250_000, (n + 1) * 250_000),
			);
			const pauseMs = stallMs / 5;
			runtime.answer('store', takingOneAfter(pauseMs));
			await uploaded(() => streamOf(...chunks), large.length);
			// The parts of the form before and after the file are chunks, too.
			expect(runtime.now() - began).toBe(38 * pauseMs);
			expect(stores()).toHaveLength(1);
		});

		it('aborts a slow upload when its total time is over', async () => {
			const drops = [...pdf].map((byte) => Buffer.from([byte]));
			const open = () => streamOf(...drops.slice(0, 1_000), pdf.subarray(1_000));
			const took = await firstTry(takingOneAfter(stallMs / 4), open, pdf.length);
			expect(took).toBe(2 * stallMs + pdf.length / 20);
		});

		it('gives up after repeated stalls', async () => {
			runtime.answer('store', silence);
			const error = await failureOf(uploaded(() => streamOf(pdf)));
			expect(error.code).toBe('UNREACHABLE');
			const failure = { kind: 'network', code: 'STALLED' };
			expect(error.facts).toMatchObject({ failure, tries: 3 });
			expect(stores().map(({ at }) => at - began)).toEqual([
				0,
				stallMs + 375,
				2 * stallMs + 375 + 750,
			]);
		});

		/** A system that buffers everything at once and sends it later. */
		const swallowing =
			(silentMs: number) =>
			async ({ body, signal }: HttpRequest): Promise<HttpResponse> => {
				const end = silence({ method: 'POST', url: '', timeoutMs: 0, signal });
				const content = contentOf(body as ByteStream);
				await Promise.race([content.then(async () => await runtime.sleep(silentMs)), end]);
				return answered(204);
			};

		// At least 20 bytes leave per millisecond, and the system buffers up to 8 MB.
		it.each([
			[40_000, stallMs + 2_000],
			[4_000_000, stallMs + 200_000],
			[10_000_000, stallMs + (8 * 1024 ** 2) / 20],
		])('waits for the rest of %i bytes to be sent, and no longer', async (size, boundMs) => {
			const large = pdfOf(size);
			const took = await firstTry(swallowing(100 * stallMs), () => large, size);
			expect(took).toBeGreaterThanOrEqual(boundMs);
			// The watchdog checks ten times within the bound.
			expect(took).toBeLessThan(1.1 * boundMs + 1_000);
		});

		it('reports a connection that breaks while the document is slow', async () => {
			const breaking = async ({ body }: HttpRequest): Promise<HttpResponse> => {
				void contentOf(body as ByteStream).catch(() => {});
				await runtime.sleep(1_000);
				throw noAnswer('ECONNRESET');
			};
			runtime.answer('store', breaking, answered(204));
			const contents = [new Readable({ read() {} }), streamOf(pdf)];
			await uploaded(() => contents.shift() ?? pdf);
			expect(stores()).toHaveLength(2);
		});

		it('reports a document of a silent store as unreadable, not as a broken connection', async () => {
			const silent = () => new Readable({ read() {} });
			const hung = [silent(), new Promise<ByteStream>(() => {})];
			runtime.answer('store', swallowing(0));
			for (const content of hung) {
				const error = await failureOf(uploaded(() => content as ByteStream));
				expect(error.code).toBe('DOCUMENT_UNREADABLE');
				expect(error.facts).toMatchObject({
					failure: { kind: 'document', reason: 'its store stopped sending data' },
					tries: 1,
				});
			}
		});

		it.each([
			[undefined, 'STOPPED'],
			[HALT_REASON, 'NOT_STARTED'],
		])('stops at once (%p)', async (reason, code) => {
			runtime.answer('store', silence);
			runtime.after(5_000, () => stop.abort(reason));
			const error = await failureOf(uploaded(() => streamOf(pdf)));
			expect(error.code).toBe(code);
			expect(runtime.now() - began).toBe(5_000);
			expect(stores()).toHaveLength(1);
			expect(stores()[0]?.signal?.aborted).toBe(true);
			for (const stream of opened) expect(stream).toHaveProperty('destroyed', true);
		});
	});
});
