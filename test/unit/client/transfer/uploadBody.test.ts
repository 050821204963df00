import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { Busboy } from '@fastify/busboy';
import fc from 'fast-check';

import type { ByteStream } from '../../../../client/runtime';
import type { PdfFile } from '../../../../client/pdfFile';
import { frameMultipart, UploadBody } from '../../../../client/upload';
import { contentOf, pdfOf, streamOf } from '../../support/pdf';

const pdf = pdfOf(3_000);
const fields = { policy: 'p', key: 'k' };

function documentOf(content: Buffer | ByteStream, size = 3_000): PdfFile {
	return { fileName: 'a.pdf', size, open: async () => await Promise.resolve(content) };
}

/** Resolves after all promises, ticks and immediates that are due. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

describe('UploadBody', () => {
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
		expect(body.getDigest()).toBe(createHash('sha256').update(pdf).digest('hex'));
		expect(body.failure).toBeUndefined();
	});

	it('has a new boundary each time', () => {
		expect(bodyOf(pdf).contentType).not.toBe(bodyOf(pdf).contentType);
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

	it('sends nothing beyond the announced length', async () => {
		const body = bodyOf(streamOf(pdf.subarray(0, 2_000), pdf.subarray(2_000)), 2_999);
		const sent: Buffer[] = [];
		const reading = async () => {
			for await (const chunk of body.content) sent.push(chunk);
		};
		await expect(reading()).rejects.toThrow('more');
		expect(Buffer.concat(sent).includes('%%EOF')).toBe(false);
		expect(body.getDigest()).toBeUndefined();
	});

	it.each([
		[131_072, [65_536, 65_536]],
		[150_000, [65_536, 65_536, 18_928]],
	])('sends %i bytes in memory in chunks of 64 kB', async (size, parts) => {
		const { content } = bodyOf(pdfOf(size), size);
		const sizes: number[] = [];
		for await (const chunk of content) sizes.push(chunk.length);
		expect(sizes.slice(1, -1)).toEqual(parts);
	});

	it('counts the accepted bytes, and returns its digest repeatedly', async () => {
		const body = bodyOf(streamOf(pdf.subarray(0, 1_000), pdf.subarray(1_000)));
		expect(body.sent).toBe(0);
		await sentOf(body);
		expect(body.sent).toBe(body.length);
		expect(body.getDigest()).toBe(body.getDigest());
	});

	it('fails with the reason if a document cannot be read', async () => {
		const cause = new Error('ENOENT: no such file');
		const body = bodyOf(streamOf(pdf.subarray(0, 10), cause));
		await expect(sentOf(body)).rejects.toBe(cause);
		const reason = 'it cannot be read (ENOENT: no such file)';
		expect(body.failure).toEqual({ kind: 'document', reason, cause });
	});

	it('accepts a reason that is not an Error', async () => {
		const source = streamOf(pdf);
		const gone: unknown = 'gone';
		source.destroy(gone as Error);
		const body = bodyOf(source);
		await expect(sentOf(body)).rejects.toBe('gone');
		expect(body.failure).toMatchObject({ reason: 'it cannot be read (gone)', cause: 'gone' });
	});

	describe('of a store that breaks', () => {
		/** A stream that the test can break. */
		function breakable(chunks: () => Iterable<Buffer>) {
			const listeners: Array<(error: Error) => void> = [];
			const source: ByteStream = {
				on(_event, listener) {
					listeners.push(listener);
					return this;
				},
				destroy() {},
				async *[Symbol.asyncIterator]() {
					for (const chunk of chunks()) yield await Promise.resolve(chunk);
				},
			};
			const breaks = (reason: string) => {
				for (const listener of listeners) listener(new Error(reason));
			};
			return { source, breaks };
		}
		const failure = { kind: 'document', reason: 'it cannot be read (EIO)' };

		it('keeps the first reason', async () => {
			const { source, breaks } = breakable(function* () {
				breaks('EIO');
				breaks('closed');
				yield* [pdf, pdf];
			});
			const body = bodyOf(source);
			await expect(sentOf(body)).rejects.toThrow();
			expect(body.failure).toMatchObject(failure);
		});

		it('reports it when the client reads on', async () => {
			const { source, breaks } = breakable(() => [pdf]);
			const body = bodyOf(source);
			breaks('EIO');
			breaks('closed');
			expect(body.failure).toBeUndefined();
			await sentOf(body);
			expect(body.failure).toMatchObject(failure);
		});

		it('reports it at once to a waiting client', async () => {
			const source = new Readable({ read() {} });
			const body = bodyOf(source);
			const reading = sentOf(body);
			source.push(pdf.subarray(0, 10));
			await settled();
			expect(body).toMatchObject({ starved: true, failure: undefined });
			source.destroy(new Error('EIO'));
			await expect(reading).rejects.toThrow('EIO');
			expect(body.failure).toMatchObject(failure);
		});

		it('does not report it while the HTTP client is slow, nor after the end', async () => {
			const bytes = [...pdf].map((byte) => Buffer.from([byte]));
			const { source, breaks } = breakable(() => bytes);
			const body = bodyOf(source);
			const taking = body.content[Symbol.asyncIterator]();
			await taking.next();
			await settled();
			expect(body.starved).toBe(false);
			breaks('EIO');
			expect(body.failure).toBeUndefined();

			const whole = breakable(() => [pdf]);
			const read = bodyOf(whole.source);
			await sentOf(read);
			whole.breaks('EIO');
			expect(read).toMatchObject({ starved: false, failure: undefined });
		});
	});

	it('closes a stream that the HTTP client leaves open', () => {
		const source = streamOf(pdf);
		const body = bodyOf(source);
		body.close();
		expect(source.destroyed).toBe(true);
		expect(body.content).toHaveProperty('destroyed', true);
		expect(() => bodyOf(pdf).close()).not.toThrow();
	});

	it('does not blame the document if the HTTP client does not finish', async () => {
		const body = bodyOf(streamOf(pdf.subarray(0, 10), pdf.subarray(10)));
		for await (const chunk of body.content) {
			expect(chunk.length).toBeGreaterThan(0);
			break;
		}
		body.close();
		expect(body.failure).toBeUndefined();
		expect(body.getDigest()).toBeUndefined();
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
