import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { UploadBody, type PdfDocument } from '../../../../nodes/client/transfer/uploadBody';
import type { ByteStream } from '../../../../nodes/client/runtime';
import { contentOf, pdfOf, streamOf } from '../../support/pdf';
import { loadAsOfNode } from '../../support/loadAsOfNode';

const pdf = pdfOf(3_000);
const fields = { policy: 'p', key: 'k' };

function documentOf(content: Buffer | ByteStream, size = 3_000): PdfDocument {
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

describe('in Node.js 24', () => {
	const load = async () => ({
		...(await import('../../../../nodes/client/transfer/chunkMemory')),
		...(await import('../../../../nodes/client/transfer/uploadBody')),
	});

	test.each([
		['the chunks of a stream provoke minor collections', streamOf(Buffer.alloc(32 * 1024)), false],
		['what is in memory is no chunk of a stream', Buffer.alloc(32 * 1024), true],
	])('%s', async (_what, source, same) => {
		const { provokeMinorCollection, splitIntoChunks: split } = await loadAsOfNode(24, load);
		const before = provokeMinorCollection(0);
		for await (const chunk of split(source)) expect(chunk).toHaveLength(32 * 1024);
		expect(provokeMinorCollection(0) === before).toBe(same);
	});
});
