import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';

import { Busboy } from '@fastify/busboy';
import fc from 'fast-check';

import { HALT_REASON } from '../../../client/errors';
import { PRODUCT_LIMITS } from '../../../client/limits';
import type { PdfFile } from '../../../client/pdfFile';
import type { ByteStream, HttpRequest, HttpResponse } from '../../../client/runtime';
import { Service } from '../../../client/service';
import {
	frameMultipart,
	type StoredDocument,
	UploadBody,
	uploadDocument,
} from '../../../client/upload';
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
	])("sends a %s with every field to the service's address", async (_name, open) => {
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

	it.each([200, 201, 204])('accepts %i with an empty or XML body as stored', async (statusCode) => {
		runtime.answer('store', answered(statusCode, '<PostResponse/>'));
		expect(await uploaded()).toMatchObject({ uploadKey: 'upload_1' });
	});

	it("accepts only S3's redirect to the form's page as stored", async () => {
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
		runtime.answer('store', answered(307, '', { location: page }));
		expect((await failureOf(uploaded())).code).toBe('UNEXPECTED_ANSWER');
		runtime.answer('createUpload', upload());
		for (const headers of [{ location: page }, {}]) {
			runtime.answer('store', answered(303, '', headers));
			expect((await failureOf(uploaded())).code).toBe('UNEXPECTED_ANSWER');
		}
	});

	it('allows the time for 20 kB/s plus two stalls', async () => {
		runtime.answer('store', answered(204));
		await uploaded();
		expect(stores()[0]?.timeoutMs).toBe(2 * stallMs + 2_000);
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
		['a form that has expired twice', answered(403), 'UNEXPECTED_ANSWER', 2],
		['a web page', answered(200, '<html>Log in</html>'), 'UNEXPECTED_ANSWER', 7],
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

	it('sends nothing to an unsafe address', async () => {
		const fields = { policy: 'p' };
		const named = { upload_url: 'http://s3.example.com/', fields, key: 'k' };
		runtime.answer('createUpload', answered(201, named));
		const { code, facts } = await failureOf(uploaded());
		expect(code).toBe('UNEXPECTED_ANSWER');
		expect(facts).toMatchObject({ request: 'createUpload', tries: 1 });
		expect(stores()).toEqual([]);
	});

	it.each(['{"error":{"type":"cG9saWN5"}}', '<Code>cG9saWN5</Code>'])(
		'hides the form that storage repeats: %s',
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

	it('hides a secret that the service gives as the host of storage', async () => {
		runtime
			.answer('createUpload', upload('k', 'SK_secret.example.com'))
			.answer('store', answered(400));
		expect((await failureOf(uploaded())).facts.server).toBe('***.example.com');
	});

	it('keeps the exception of a connection as the cause', async () => {
		const cause = noAnswer('CERT_HAS_EXPIRED');
		runtime.answer('store', cause);
		const error = await failureOf(uploaded(() => streamOf(pdf)));
		expect(error.code).toBe('UNREACHABLE');
		expect(error.cause).toMatchObject({ message: cause.message });
		for (const stream of opened) expect(stream).toHaveProperty('destroyed', true);
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

		it('fails if storage repeats early answers', async () => {
			runtime.answer('store', after(1, answered(204)));
			const { code, facts } = await failureOf(uploaded());
			expect(code).toBe('UNEXPECTED_ANSWER');
			const reason = 'it came before the whole document was sent';
			expect(facts).toMatchObject({ failure: { kind: 'unreadable', reason }, tries: 7 });
		});

		it('still counts as refused', async () => {
			runtime.answer('store', after(1, answered(400, '<Code>EntityTooLarge</Code>')));
			expect((await failureOf(uploaded())).code).toBe('TOO_LARGE');
		});
	});

	describe('of a document that cannot be read', () => {
		beforeEach(() => runtime.answer('store', answered(204)));

		it('fails without a retry if its size differs from the announced one', async () => {
			const error = await failureOf(uploaded(() => streamOf(pdf), 39_999));
			expect(error.code).toBe('DOCUMENT_UNREADABLE');
			const reason = 'it had 39999 bytes when it was opened, and more when it was read';
			expect(error.facts).toMatchObject({ failure: { kind: 'document', reason }, tries: 1 });
			expect(stores()).toHaveLength(1);
		});

		it('fails without a retry if its stream breaks, with the exception', async () => {
			const cause = new Error('EIO');
			const error = await failureOf(uploaded(() => streamOf(pdf.subarray(0, 9), cause)));
			expect(error.code).toBe('DOCUMENT_UNREADABLE');
			expect(error.cause).toBe(cause);
			const failure = { kind: 'document', reason: 'it cannot be read (EIO)' };
			expect(error.facts).toMatchObject({ failure, tries: 1 });
			expect(error.facts.failure).not.toHaveProperty('cause');
			expect(stores()).toHaveLength(1);
		});

		it('fails if its stream breaks, even if storage accepts the part', async () => {
			runtime.answer('store', async ({ body }) => {
				await contentOf(body as ByteStream).catch(() => {});
				return answered(204);
			});
			const open = () => streamOf(pdf.subarray(0, 9), new Error('EIO'));
			const error = await failureOf(uploaded(open));
			expect(error.code).toBe('DOCUMENT_UNREADABLE');
			expect(stores()).toHaveLength(1);
		});

		it('fails without a retry if it cannot be opened, with the exception', async () => {
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
			const chunks = Array.from({ length: 9 }, (_, n) =>
				large.subarray(n * 1_000_000, (n + 1) * 1_000_000),
			);
			runtime.answer('store', takingOneAfter(stallMs - 10_000));
			await uploaded(() => streamOf(...chunks), large.length);
			expect(runtime.now() - began).toBe(11 * (stallMs - 10_000));
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

		it('closes a document that opens after the upload has ended', async () => {
			const late = new Readable({ read() {} });
			let open: (content: ByteStream) => void = () => {};
			const opening = new Promise<ByteStream>((resolve) => (open = resolve));
			const { code } = await failureOf(uploaded(() => opening as unknown as ByteStream));
			expect(code).toBe('DOCUMENT_UNREADABLE');
			open(late);
			await once(late, 'close');
			expect(late.destroyed).toBe(true);
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

function documentOf(content: Buffer | ByteStream, size = 3_000): PdfFile {
	return { fileName: 'a.pdf', size, open: async () => await Promise.resolve(content) };
}

/** Resolves after all promises, ticks and immediates that are due. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

describe('UploadBody', () => {
	const pdf = pdfOf(3_000);
	const fields = { policy: 'p', key: 'k' };
	let signs: number;

	beforeEach(() => {
		signs = 0;
	});

	function bodyOf(content: Buffer | ByteStream, size?: number): UploadBody {
		const alive = () => void (signs += 1);
		return new UploadBody(fields, documentOf(content, size), content, alive);
	}

	async function sentOf({ content }: UploadBody): Promise<Buffer> {
		return await contentOf(content);
	}

	it.each<[string, () => Buffer | ByteStream]>([
		['buffer', () => pdf],
		['stream', () => streamOf(pdf.subarray(0, 1_000), pdf.subarray(1_000))],
	])('frames a %s with its length in advance and its digest afterwards', async (_name, open) => {
		const body = bodyOf(open());
		const sent = await sentOf(body);
		expect(body.length).toBe(sent.length);
		const boundary = body.contentType.replace('multipart/form-data; boundary=', '');
		expect(boundary).toMatch(/^tag-pdf-[0-9a-f]{36}$/);
		const [before, after] = [sent.indexOf(pdf), sent.indexOf(pdf) + pdf.length];
		expect(sent.subarray(0, before).toString()).toContain('name="policy"\r\n\r\np\r\n');
		expect(sent.subarray(0, before).toString()).toContain('filename="a.pdf"');
		expect(sent.subarray(before, after).equals(pdf)).toBe(true);
		expect(sent.subarray(after).toString()).toBe(`\r\n--${boundary}--\r\n`);
		expect(body.digest).toBe(createHash('sha256').update(pdf).digest('hex'));
		expect(body.failure).toBeUndefined();
	});

	it('reports every accepted chunk', async () => {
		await sentOf(bodyOf(streamOf(pdf.subarray(0, 1), pdf.subarray(1, 2), pdf.subarray(2))));
		// The parts before and after the document count as well.
		expect(signs).toBe(5);
	});

	it.each([
		[2_999, 'more'],
		[3_001, 3_000],
		[1, 0],
	])('fails if a document of %i bytes contains %p when it is read', async (size, read) => {
		const body = bodyOf(streamOf(...(read === 0 ? [] : [pdf])), size);
		const reason = `it had ${size} bytes when it was opened, and ${read} when it was read`;
		await expect(sentOf(body)).rejects.toThrow(reason);
		expect(body.failure).toEqual({ kind: 'document', reason });
	});

	it('says whether the client waits for the document, and why the document broke', async () => {
		const source = new Readable({ read() {} });
		const body = bodyOf(source);
		const reading = sentOf(body);
		source.push(pdf.subarray(0, 10));
		await settled();
		expect(body).toMatchObject({ isReading: true, failure: undefined });
		const cause = new Error('EIO');
		source.destroy(cause);
		await expect(reading).rejects.toBe(cause);
		expect(body.failure).toEqual({ kind: 'document', reason: 'it cannot be read (EIO)', cause });
	});

	it('does not blame the document while the HTTP client is slow', async () => {
		const source = streamOf(...Array<Buffer>(9).fill(pdf)).on('error', () => {});
		const body = bodyOf(source, 9 * 3_000);
		await body.content[Symbol.asyncIterator]().next();
		await settled();
		source.destroy(new Error('EIO'));
		await settled();
		expect(body).toMatchObject({ isReading: false, failure: undefined });
	});

	it('sends nothing beyond the announced length', async () => {
		const body = bodyOf(streamOf(pdf.subarray(0, 2_000), pdf.subarray(2_000)), 2_999);
		const sent: Buffer[] = [];
		const reading = async () => {
			for await (const chunk of body.content) sent.push(chunk);
		};
		await expect(reading()).rejects.toThrow('more');
		expect(Buffer.concat(sent).includes('%%EOF')).toBe(false);
		expect(body.digest).toBeUndefined();
	});

	it('counts the accepted bytes', async () => {
		const body = bodyOf(streamOf(pdf.subarray(0, 1_000), pdf.subarray(1_000)));
		expect(body.sent).toBe(0);
		await sentOf(body);
		expect(body.sent).toBe(body.length);
	});

	it('does not blame the document if the HTTP client does not finish', async () => {
		const body = bodyOf(streamOf(pdf.subarray(0, 10), pdf.subarray(10)));
		for await (const chunk of body.content) {
			expect(chunk.length).toBeGreaterThan(0);
			break;
		}
		expect(body.failure).toBeUndefined();
		expect(body.digest).toBeUndefined();
	});
});

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

describe('frameMultipart', () => {
	it('sends all fields in order and then the file, as an independent parser reads them', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(fc.tuple(fieldName, fieldValue), {
					selector: ([name]) => name,
					maxLength: 8,
				}),
				fc.uint8Array({ maxLength: 300 }),
				async (entries, bytes) => {
					const content = Buffer.from(bytes);
					const frame = frameMultipart(Object.fromEntries(entries), 'a.pdf', 'b0undary-7f');
					const body = Buffer.concat([frame.head, content, frame.tail]);
					expect(await parse(frame.contentType, body)).toEqual([
						...entries.map(([name, value]) => ({ name, value })),
						{
							name: 'file',
							value: content.toString('latin1'),
							fileName: 'a.pdf',
							mimeType: 'application/pdf',
						},
					]);
				},
			),
		);
	});

	it('keeps a file name from ending its header', () => {
		const { head } = frameMultipart({}, 'a"; name="key\r\nX-Evil: 1\r\n.pdf', 'b');
		const header = head.toString().split('\r\n\r\n')[0] ?? '';
		expect(header.split('\r\n')).toHaveLength(3);
		expect(header).toContain('filename="a%22; name=%22key%0D%0AX-Evil: 1%0D%0A.pdf"');
	});

	it('keeps a field name from ending its header', () => {
		const { head } = frameMultipart({ 'a"\r\n"b': 'value "1"\r\n' }, 'a.pdf', 'b');
		expect(head.toString()).toContain('name="a%22%0D%0A%22b"\r\n\r\nvalue "1"\r\n\r\n--b\r\n');
	});

	it('matches RFC 7578 byte by byte', () => {
		const frame = frameMultipart({ policy: 'p', key: 'k' }, 'a.pdf', 'b0');
		expect(frame.contentType).toBe('multipart/form-data; boundary=b0');
		expect(frame.head.toString()).toBe(
			[
				'--b0',
				'Content-Disposition: form-data; name="policy"',
				'',
				'p',
				'--b0',
				'Content-Disposition: form-data; name="key"',
				'',
				'k',
				'--b0',
				'Content-Disposition: form-data; name="file"; filename="a.pdf"',
				'Content-Type: application/pdf',
				'',
				'',
			].join('\r\n'),
		);
		expect(frame.tail.toString()).toBe('\r\n--b0--\r\n');
	});

	it('sends file names of every script as UTF-8', () => {
		const { head } = frameMultipart({}, '報告 Отчёт.pdf', 'b');
		expect(head.includes(Buffer.from('filename="報告 Отчёт.pdf"', 'utf8'))).toBe(true);
	});
});
