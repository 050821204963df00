import { Readable } from 'node:stream';

import { createStream } from '../../../../client/http';
import { contentOf, streamOf } from '../../support/pdf';

async function* twice(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	for await (const chunk of chunks) {
		yield chunk;
		yield chunk;
	}
}

/** Resolves after all promises, ticks and immediates that are due. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

describe('createStream', () => {
	it('streams the output of the transform', async () => {
		const stream = createStream(twice(streamOf('a', 'b')));
		expect(stream).toBeInstanceOf(Readable);
		expect((await contentOf(stream)).toString()).toBe('aabb');
	});

	it('reads no more than requested', async () => {
		let taken = 0;
		const endless = new Readable({
			highWaterMark: 1,
			read() {
				taken += 1;
				this.push(Buffer.alloc(1));
			},
		});
		const stream = createStream(twice(endless));
		for await (const chunk of stream) {
			expect(chunk).toHaveLength(1);
			break;
		}
		await settled();
		expect(taken).toBeLessThan(100);
		expect(endless.destroyed).toBe(true);
	});

	it('passes errors of the source and of the transform to the reader', async () => {
		const broken = new Error('broken');
		await expect(contentOf(createStream(twice(streamOf('a', broken))))).rejects.toBe(broken);
		const refused = new Error('refused');
		const refuse = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
			for await (const chunk of chunks) yield chunk;
			throw refused;
		};
		await expect(contentOf(createStream(refuse(streamOf('a'))))).rejects.toBe(refused);
		await expect(contentOf(createStream(refuse(streamOf())))).rejects.toBe(refused);
	});

	it('keeps an early error for the first reader', async () => {
		const broken = new Error('broken');
		const source = streamOf('a').on('error', () => {});
		const stream = createStream(twice(source));
		source.destroy(broken);
		await settled();
		await expect(contentOf(stream)).rejects.toBe(broken);
	});

	it('swallows an error after the last reader has gone', () => {
		const stream = createStream(twice(streamOf('a'))) as Readable;
		expect(() => stream.emit('error', new Error('late'))).not.toThrow();
	});
});
