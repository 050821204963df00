import { Readable } from 'node:stream';

import type { ByteStream } from '../../../client/runtime';

/** A document of `size` bytes that starts and ends like a PDF. */
export function pdfOf(size: number): Buffer {
	const content = Buffer.alloc(size, ' ');
	content.write('%PDF-1.7\n');
	content.write('%%EOF', size - 5);
	return content;
}

/** Bytes in chunks, as from a connection or a file; an `Error` among them breaks the stream. */
export function streamOf(...chunks: Array<Buffer | string | Error>): Readable {
	return Readable.from(each(chunks));
}

async function* each(chunks: Array<Buffer | string | Error>): AsyncGenerator<Buffer> {
	for (const chunk of chunks) {
		if (chunk instanceof Error) throw chunk;
		yield await Promise.resolve(Buffer.from(chunk));
	}
}

/** Reads a stream to its end. */
export async function contentOf(stream: ByteStream): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return Buffer.concat(chunks);
}
