import { createNetworkFailure, type Failure, type Redact } from '../errors';
import type { HttpResponse } from '../runtime';
import { readContentType } from '../service';
import { endsLikePdf, keepEnd, PDF_HEADER_BYTES, startsLikePdf } from './pdf';
import { collectSoon } from './stream';

export const TRUNCATION_FAILURE: Failure = { kind: 'network', code: 'TRUNCATED' };

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
			collectSoon(chunk.length);
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
		// Content-Length is no test: it may be the compressed length, or wrong.
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
