import type { Readable } from 'node:stream';

import { createStream, readChunks } from '../../../client/chunks';
import { runUnderWatch } from '../../../client/http';
import { PRODUCT_LIMITS } from '../../../client/limits';
import type { ByteStream } from '../../../client/runtime';
import { contentOf, streamOf } from '../support/pdf';
import { ScriptedRuntime } from '../support/scriptedRuntime';

const { stallMs } = PRODUCT_LIMITS.transfer;
const tick = async () => await new Promise((resolve) => setImmediate(resolve));
const explain = (error: unknown) =>
	({ kind: 'document', reason: (error as Error).message }) as const;
const runtime = new ScriptedRuntime();

describe('readChunks', () => {
	const broken = new Error('EIO');

	/** Reads the source under a watch. @returns why the watch was ended */
	const readUnderWatch = async (
		source: ByteStream,
		use: (chunks: ByteStream) => Promise<unknown>,
	) =>
		await runUnderWatch(
			runtime,
			undefined,
			() => ({ silenceMs: stallMs }),
			async (watch) => {
				await use(createStream(readChunks(source, watch, explain)));
				return watch.failure;
			},
		);

	it('says why a stream broke for which somebody waited, and passes the error on', async () => {
		const failure = await readUnderWatch(streamOf('a', broken), async (chunks) => {
			await expect(contentOf(chunks)).rejects.toBe(broken);
		});
		expect(failure).toEqual({ kind: 'document', reason: 'EIO' });
	});

	it('says nothing of a stream that was given up', async () => {
		const source = streamOf('a', 'b');
		const failure = await readUnderWatch(source, async (chunks) => {
			for await (const chunk of chunks) {
				expect(chunk.toString()).toBe('a');
				source.destroy(broken);
				break;
			}
		});
		expect(failure).toBeUndefined();
	});
});

describe('createStream', () => {
	it('streams chunks, and reads no more than requested', async () => {
		expect((await contentOf(createStream(streamOf('a', 'b')))).toString()).toBe('ab');
		let taken = 0;
		const endless = async function* () {
			for (;;) {
				taken += 1;
				yield await Promise.resolve(Buffer.alloc(1));
			}
		};
		for await (const chunk of createStream(endless())) {
			expect(chunk).toHaveLength(1);
			break;
		}
		await tick();
		expect(taken).toBeLessThan(100);
	});

	it('passes errors to the reader, even early ones, and swallows late ones', async () => {
		const broken = new Error('broken');
		const stream = createStream(streamOf(broken)) as Readable;
		stream.resume();
		await tick();
		await expect(contentOf(stream)).rejects.toBe(broken);
		expect(() => stream.emit('error', new Error('late'))).not.toThrow();
	});
});
