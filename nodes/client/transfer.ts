import { networkFault, readFault, isSuccess, type Answer } from './answers';
import type { Fault } from './faults';
import type { ByteStream, Host, HttpResponse } from './host';
import { limits } from './limits';
import { endsLikePdf, PDF_HEADER_WINDOW, startsLikePdf } from './pdf';
import { piped } from './piped';
import { underWatch, type Watch } from './watchdog';

/**
 * Streams a PDF from an address into whatever `save` makes of it, under a stall watchdog. What is
 * no PDF or does not come whole is a fault, not a result.
 *
 * @param save takes the stream and the answer's headers; must reject when the stream does
 * @throws what `save` rejects with for a reason of its own, such as a full disk
 */
export async function fetchPdf<Saved>(
	host: Host,
	url: string,
	save: (content: ByteStream, headers: HttpResponse['headers']) => Promise<Saved>,
	signal: AbortSignal | undefined,
): Promise<Answer<Saved>> {
	return await underWatch(host, signal, limits.stallMs, async (watch) => {
		const opened = await open(host, url, watch);
		if (!opened.ok) return opened;

		const { body, headers } = opened.value;
		const check = new PdfCheck(watch, headers);
		body.on('error', (error) => check.fail(networkFault(error)));
		const content = piped(body, (chunks) => check.pass(chunks));
		const [saved] = await Promise.allSettled([save(content, headers)]);
		content.destroy();
		body.destroy();
		if (saved.status === 'fulfilled') return { ok: true, value: saved.value };

		const fault = watch.stalled() ? STALLED : check.fault;
		if (fault) return { ok: false, fault };
		if (watch.signal.aborted) return { ok: false, fault: networkFault(saved.reason) };
		throw saved.reason;
	});
}

/** What a transfer ends with that its watch has ended. */
export const STALLED: Fault = { kind: 'network', code: 'STALLED' };

const LONGEST_REFUSAL = 4_000;

async function open(
	host: Host,
	url: string,
	watch: Watch,
): Promise<Answer<HttpResponse<ByteStream>>> {
	try {
		const response = await host.open({
			method: 'GET',
			url,
			timeoutMs: limits.stallMs,
			signal: watch.signal,
		});
		if (isSuccess(response)) return { ok: true, value: response };
		const body = await startOf(response.body);
		return { ok: false, fault: readFault({ ...response, body }, host.now()) };
	} catch (error) {
		return { ok: false, fault: watch.stalled() ? STALLED : networkFault(error) };
	}
}

/** Enough of a refusal to find S3's code in; what breaks off is taken as far as it came. */
async function startOf(body: ByteStream): Promise<string> {
	let start = '';
	body.on('error', () => {});
	try {
		for await (const chunk of body) {
			start += String(chunk);
			if (start.length > LONGEST_REFUSAL) break;
		}
	} catch {
		// The status says enough.
	}
	body.destroy();
	return start.slice(0, LONGEST_REFUSAL);
}

/** Lets a PDF through as it comes, and stops what turns out not to be a whole one. */
class PdfCheck {
	fault?: Fault;
	private readonly type: string;
	private readonly announced?: number;

	constructor(
		private readonly watch: Watch,
		headers: HttpResponse['headers'],
	) {
		this.type = String(headers['content-type'] ?? 'no type').slice(0, 60);
		const length = headers['content-length'];
		// The length of a compressed answer is not that of its content.
		if (/^\d+$/.test(String(length)) && headers['content-encoding'] === undefined) {
			this.announced = Number(length);
		}
	}

	/** Keeps the first fault: later ones are its consequences. */
	fail(fault: Fault): void {
		this.fault ??= fault;
	}

	async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		let start = Buffer.alloc(0);
		let end = Buffer.alloc(0);
		let received = 0;
		for await (const chunk of chunks) {
			this.watch.alive();
			received += chunk.length;
			end = Buffer.concat([end, chunk]).subarray(-PDF_HEADER_WINDOW);
			if (start.length < PDF_HEADER_WINDOW) {
				start = Buffer.concat([start, chunk]);
				if (start.length >= PDF_HEADER_WINDOW) this.expectPdf(start);
			}
			yield chunk;
		}
		const whole = this.announced === undefined ? endsLikePdf(end) : received === this.announced;
		if (start.length < PDF_HEADER_WINDOW) this.expectPdf(start);
		if (!whole) this.refuse({ kind: 'network', code: 'TRUNCATED' });
	}

	private expectPdf(start: Buffer): void {
		if (startsLikePdf(start)) return;
		this.refuse({ kind: 'unreadable', reason: `what came is no PDF (${this.type})` });
	}

	private refuse(fault: Fault): never {
		this.fail(fault);
		throw new Error('The download was refused');
	}
}
