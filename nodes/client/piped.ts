import type { Readable } from 'stream';

/**
 * A stream of what `transform` makes of another one, with back-pressure. `compose` is the way to
 * one without importing `stream`, which n8n's verification does not allow.
 *
 * Errors reach whoever reads it; the listener keeps those that come after the last reader has gone
 * from ending the process.
 */
export function piped(
	source: Readable,
	transform: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Readable {
	const stream = source.compose(transform as never) as unknown as Readable;
	return stream.on('error', () => {});
}
