import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { Readable } from 'node:stream';

import { collectSoon, freeChunk, streamFrom } from '../../../../nodes/client/transfer/stream';
import { contentOf, streamOf } from '../../support/pdf';
import { asOfNode } from '../../support/v8';

async function* twice(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	for await (const chunk of chunks) {
		yield chunk;
		yield chunk;
	}
}

/** Resolves after all promises, ticks and immediates that are due. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

describe('streamFrom', () => {
	it('gives what the transform makes of a stream, as a stream', async () => {
		const stream = streamFrom(twice(streamOf('a', 'b')));
		expect(stream).toBeInstanceOf(Readable);
		expect((await contentOf(stream)).toString()).toBe('aabb');
	});

	it('takes no more than is asked for', async () => {
		let taken = 0;
		const endless = new Readable({
			highWaterMark: 1,
			read() {
				taken += 1;
				this.push(Buffer.alloc(1));
			},
		});
		const stream = streamFrom(twice(endless));
		for await (const chunk of stream) {
			expect(chunk).toHaveLength(1);
			break;
		}
		await settled();
		expect(taken).toBeLessThan(100);
		expect(endless.destroyed).toBe(true);
	});

	it('hands errors of the source and of the transform to the reader', async () => {
		const broken = new Error('broken');
		await expect(contentOf(streamFrom(twice(streamOf('a', broken))))).rejects.toBe(broken);
		const refused = new Error('refused');
		const refuse = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
			for await (const chunk of chunks) yield chunk;
			throw refused;
		};
		await expect(contentOf(streamFrom(refuse(streamOf('a'))))).rejects.toBe(refused);
		await expect(contentOf(streamFrom(refuse(streamOf())))).rejects.toBe(refused);
	});

	it('keeps an error that comes before the first reader for them', async () => {
		const broken = new Error('broken');
		const source = streamOf('a').on('error', () => {});
		const stream = streamFrom(twice(source));
		source.destroy(broken);
		await settled();
		await expect(contentOf(stream)).rejects.toBe(broken);
	});

	it('ends nobody with an error that comes after the last reader has gone', () => {
		const stream = streamFrom(twice(streamOf('a'))) as Readable;
		expect(() => stream.emit('error', new Error('late'))).not.toThrow();
	});
});

const MINOR = constants.NODE_PERFORMANCE_GC_MINOR;

function isMinor(entry: PerformanceEntry): boolean {
	return (entry as { detail?: { kind?: number } }).detail?.kind === MINOR;
}

describe('freeChunk', () => {
	/** Part of a buffer of eight bytes that can be transferred. */
	function partOf(byteLength: number) {
		const buffer = new ArrayBuffer(8);
		const transfer = jest.fn();
		Object.defineProperty(buffer, 'transfer', { value: transfer });
		return { chunk: Buffer.from(buffer, 0, byteLength), transfer };
	}

	it('frees a chunk that is all of its buffer', () => {
		const { chunk, transfer } = partOf(8);
		expect(freeChunk(chunk)).toBe(true);
		expect(transfer.mock.calls).toEqual([[0]]);
	});

	it('leaves alone a buffer that others may use', () => {
		const { chunk, transfer } = partOf(7);
		expect(freeChunk(chunk)).toBe(false);
		expect(transfer).not.toHaveBeenCalled();
	});

	it('frees nothing in Node.js 20', () => {
		const buffer = new ArrayBuffer(8);
		Object.defineProperty(buffer, 'transfer', { value: undefined });
		expect(freeChunk(Buffer.from(buffer))).toBe(false);
	});
});

describe('collectSoon', () => {
	asOfNode(24);
	const MIB = 1024 ** 2;

	it('makes four times as much litter as passes, 1 kB at a time', () => {
		let before = collectSoon(0);
		// Continues until a new piece of litter was made.
		while (collectSoon(1) === before);
		before = collectSoon(0);
		for (let byte = 1; byte < 256; byte += 1) expect(collectSoon(1)).toBe(before);
		const next = collectSoon(1);
		expect(next).not.toBe(before);
		expect(next).toHaveLength(128);
	});

	it('lets V8 collect its young objects before 64 MB of chunks have gathered', async () => {
		let looks = 0;
		const observer = new PerformanceObserver((list) => {
			looks += list.getEntries().filter(isMinor).length;
		});
		observer.observe({ entryTypes: ['gc'] });
		for (let passed = 0; passed < 512; passed += 1) collectSoon(MIB);
		// Node.js reports collections later, in turn.
		const deadline = Date.now() + 5_000;
		while (looks < 512 / 64 && Date.now() < deadline) await new Promise(setImmediate);
		observer.disconnect();
		expect(looks).toBeGreaterThanOrEqual(512 / 64);
	});
});

describe('collectSoon where V8 looks by itself', () => {
	asOfNode(22);

	it('leaves no litter', () => {
		const before = collectSoon(0);
		expect(collectSoon(1024 ** 2)).toBe(before);
	});
});
