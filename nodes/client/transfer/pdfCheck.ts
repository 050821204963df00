import { networkFailure, type Failure, type Redact } from '../errors';
import type { HttpResponse } from '../runtime';
import { typeOf } from '../service';
import { endsLikePdf, PDF_HEADER_WINDOW, startsLikePdf } from './pdf';

/** Lets a PDF through as it comes, and stops what turns out not to be a whole one. */
export class PdfCheck {
	failure?: Failure;
	private readonly type: string;
	private readonly announced?: number;

	/** @param alive called for every chunk */
	constructor(
		headers: HttpResponse['headers'],
		private readonly alive: () => void,
		redact: Redact,
	) {
		this.type = typeOf(headers, redact);
		const length = String(headers['content-length']);
		// The length of a compressed answer is not that of its content.
		if (/^\d+$/.test(length) && headers['content-encoding'] === undefined) {
			this.announced = Number(length);
		}
	}

	/** What the connection itself ended with; the first failure stays, later ones follow from it. */
	broke(error: unknown): void {
		this.failure ??= networkFailure(error);
	}

	async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		let start = Buffer.alloc(0);
		let end = Buffer.alloc(0);
		let received = 0;
		for await (const chunk of chunks) {
			this.alive();
			received += chunk.length;
			end = Buffer.concat([end, chunk]).subarray(-PDF_HEADER_WINDOW);
			if (start.length < PDF_HEADER_WINDOW) {
				start = Buffer.concat([start, chunk]);
				if (start.length >= PDF_HEADER_WINDOW) this.expectPdf(start);
			}
			yield chunk;
		}
		if (start.length < PDF_HEADER_WINDOW) this.expectPdf(start);
		const whole = this.announced === undefined ? endsLikePdf(end) : received === this.announced;
		if (!whole) this.refuse({ kind: 'network', code: 'TRUNCATED' });
	}

	private expectPdf(start: Buffer): void {
		if (startsLikePdf(start)) return;
		this.refuse({ kind: 'unreadable', reason: `what came is no PDF (${this.type})` });
	}

	private refuse(failure: Failure): never {
		this.failure ??= failure;
		throw new Error('The download was refused');
	}
}
