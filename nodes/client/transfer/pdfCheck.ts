import { networkFailure, type Failure, type Redact } from '../errors';
import type { HttpResponse } from '../runtime';
import { typeOf } from '../service';
import { endsLikePdf, keepEnd, PDF_HEADER_WINDOW, startsLikePdf } from './pdf';
import { collectSoon } from './stream';

export const TRUNCATED: Failure = { kind: 'network', code: 'TRUNCATED' };

/** Lets a PDF through as it comes, and stops what turns out not to be a whole one. */
export class PdfCheck {
	failure?: Failure;
	/** Bytes that have come. */
	received = 0;
	private broken?: Failure;
	/** Whether more is waited for; else it is the reader who takes their time, or has gone. */
	private waiting = true;

	/**
	 * @param maxBytes of the longest file that is let through
	 * @param alive called for every chunk
	 */
	constructor(
		private readonly headers: HttpResponse['headers'],
		private readonly maxBytes: number,
		private readonly alive: () => void,
		private readonly redact: Redact,
	) {
		if (Number(headers['content-length']) > maxBytes) this.failure = this.oversize();
	}

	/** What the connection ended with; says nothing once the reader has gone, who closes it. */
	broke(error: unknown): void {
		this.broken ??= networkFailure(error);
		if (this.waiting) this.failure ??= this.broken;
	}

	/** Gives nothing before what came is known to begin like a PDF. */
	async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		let start = Buffer.alloc(0);
		const end: Buffer[] = [];
		for await (const chunk of chunks) {
			this.alive();
			collectSoon(chunk.length);
			this.received += chunk.length;
			if (this.received > this.maxBytes) this.refuse(this.oversize());
			keepEnd(end, chunk);
			if (this.received - chunk.length >= PDF_HEADER_WINDOW) {
				yield* this.handed(chunk);
				continue;
			}
			start = Buffer.concat([start, chunk]);
			if (start.length < PDF_HEADER_WINDOW) continue;
			this.expectPdf(start);
			yield* this.handed(start);
		}
		if (this.received < PDF_HEADER_WINDOW) {
			this.expectPdf(start);
			yield* this.handed(start);
		}
		// Not the length: it may be that of the compressed file, or wrong.
		if (!endsLikePdf(Buffer.concat(end))) this.refuse(TRUNCATED);
	}

	private *handed(chunk: Buffer): Generator<Buffer> {
		this.waiting = false;
		yield chunk;
		this.waiting = true;
		this.failure = this.broken;
	}

	private expectPdf(start: Buffer): void {
		if (startsLikePdf(start)) return;
		this.refuse({
			kind: 'unreadable',
			reason: `what came is no PDF (${typeOf(this.headers, this.redact)})`,
		});
	}

	private oversize(): Failure {
		const megabytes = Math.round(this.maxBytes / 1024 ** 2).toLocaleString('en');
		return { kind: 'oversize', reason: `it is larger than ${megabytes} MB` };
	}

	private refuse(failure: Failure): never {
		this.failure ??= failure;
		throw new Error('The download was refused');
	}
}
