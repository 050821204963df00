import { Readable } from 'node:stream';

import type { ByteStream } from '../../../nodes/client/runtime';

/** A document that starts and ends like a PDF, of so many bytes. */
export function pdfOf(size: number): Buffer {
	const content = Buffer.alloc(size, ' ');
	content.write('%PDF-1.7\n');
	content.write('%%EOF', size - 5);
	return content;
}

/** Bytes in chunks, as they come from a connection or a file; an error in their midst breaks it. */
export function streamOf(...chunks: Array<Buffer | string | Error>): Readable {
	let next = 0;
	return new Readable({
		read() {
			const chunk = chunks[next];
			next += 1;
			if (chunk instanceof Error) this.destroy(chunk);
			else this.push(chunk === undefined ? null : Buffer.from(chunk));
		},
	});
}

/** Everything that comes from a stream. */
export async function contentOf(stream: ByteStream): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return Buffer.concat(chunks);
}
