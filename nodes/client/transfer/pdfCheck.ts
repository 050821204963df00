import { createNetworkFailure, type Failure, type Redact } from '../errors';
import type { HttpResponse } from '../runtime';
import { readContentType } from '../service';
import { provokeMinorCollection } from './chunkMemory';

export const TRUNCATION_FAILURE: Failure = { kind: 'network', code: 'TRUNCATED' };

/** Bytes at the start of a file that may hold its header (PDF 1.7, Annex H.3). */
export const PDF_HEADER_BYTES = 1024;

/** Whether a file that starts with these bytes (at least {@link PDF_HEADER_BYTES}, or all) is a PDF. */
export function startsLikePdf(start: Uint8Array): boolean {
	return Buffer.from(start.subarray(0, PDF_HEADER_BYTES)).includes('%PDF-');
}

/** Bytes at the end of a file that may hold its last mark: servers and mail programs append to files. */
export const PDF_END_BYTES = 16 * 1024;

/**
 * Whether a file that ends with these bytes (at least {@link PDF_END_BYTES}, or all) is a complete PDF: no
 * object begins after the last end-of-file mark. A truncated file with several marks, such as an updated or
 * linearized one, has such an object.
 */
export function endsLikePdf(end: Uint8Array): boolean {
	const text = Buffer.from(end.subarray(-PDF_END_BYTES)).toString('latin1');
	const mark = text.lastIndexOf('%%EOF');
	return mark >= 0 && !/\d \d+ obj\b/.test(text.slice(mark));
}

/**
 * Appends a chunk to the kept end of a file, and drops chunks that {@link endsLikePdf} no longer needs.
 * Chunks are not copied: copies would add half as much garbage for n8n to collect.
 */
export function keepEnd(chunks: Buffer[], next: Buffer): void {
	chunks.push(next);
	let length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
	while (chunks[0] && length - chunks[0].length >= PDF_END_BYTES) {
		length -= chunks[0].length;
		chunks.shift();
	}
}

/** Passes the chunks of a PDF through, and stops a file that is not a complete PDF. */
export class PdfCheck {
	failure?: Failure;
	/** Bytes so far. */
	received = 0;
	private broken?: Failure;
	/** Whether it waits for the connection, and not for the reader. */
	private waiting = true;

	/**
	 * @param maxBytes of the largest file that passes
	 * @param onChunk called for every chunk
	 */
	constructor(
		private readonly headers: HttpResponse['headers'],
		private readonly maxBytes: number,
		private readonly onChunk: () => void,
		private readonly redact: Redact,
	) {
		if (Number(headers['content-length']) > maxBytes) this.failure = this.createOversizeFailure();
	}

	/** Records why the connection broke, unless the reader closed it. */
	recordBreak(error: unknown): void {
		this.broken ??= createNetworkFailure(error);
		if (this.waiting) this.failure ??= this.broken;
	}

	/** Yields nothing until the file is known to begin like a PDF. */
	async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		let start = Buffer.alloc(0);
		const end: Buffer[] = [];
		for await (const chunk of chunks) {
			this.onChunk();
			provokeMinorCollection(chunk.length);
			this.received += chunk.length;
			if (this.received > this.maxBytes) this.refuse(this.createOversizeFailure());
			keepEnd(end, chunk);
			if (this.received - chunk.length >= PDF_HEADER_BYTES) {
				yield* this.handOver(chunk);
				continue;
			}
			start = Buffer.concat([start, chunk]);
			if (start.length < PDF_HEADER_BYTES) continue;
			this.expectPdf(start);
			yield* this.handOver(start);
		}
		if (this.received < PDF_HEADER_BYTES) {
			this.expectPdf(start);
			yield* this.handOver(start);
		}
		// Content-Length is not checked: it may be the compressed length, or wrong.
		if (!endsLikePdf(Buffer.concat(end))) this.refuse(TRUNCATION_FAILURE);
	}

	private *handOver(chunk: Buffer): Generator<Buffer> {
		this.waiting = false;
		yield chunk;
		this.waiting = true;
		this.failure = this.broken;
	}

	private expectPdf(start: Buffer): void {
		if (startsLikePdf(start)) return;
		this.refuse({
			kind: 'unreadable',
			reason: `the download is not a PDF (${readContentType(this.headers, this.redact)})`,
		});
	}

	private createOversizeFailure(): Failure {
		const megabytes = Math.round(this.maxBytes / 1024 ** 2).toLocaleString('en');
		return { kind: 'oversize', reason: `it is larger than ${megabytes} MB` };
	}

	private refuse(failure: Failure): never {
		this.failure ??= failure;
		throw new Error('The download was refused');
	}
}
