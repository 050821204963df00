import {
	isSuccess,
	networkFailure,
	presignedSecrets,
	redacting,
	statusFailure,
	type Answer,
} from '../errors';
import { readText, underWatch, type Watch } from '../exchange';
import type { ByteStream, HttpResponse, Runtime } from '../runtime';
import { PdfCheck } from './pdfCheck';
import { piped } from './stream';

/** Takes a stream and keeps it; must reject when the stream does. */
export type Save<Saved> = (content: ByteStream) => Promise<Saved>;

/**
 * Streams a PDF from an address into whatever `save` makes of it, under a stall watchdog. What is
 * no PDF or does not come whole is a failure, not a result.
 *
 * @throws what `save` rejects with for a reason of its own, such as a full disk
 */
export async function fetchPdf<Saved>(
	runtime: Runtime,
	url: string,
	save: Save<Saved>,
	signal: AbortSignal | undefined,
): Promise<Answer<Saved>> {
	return await underWatch(
		runtime,
		signal,
		{ silenceMs: () => runtime.limits.transfer.stallMs },
		async (watch) => {
			const opened = await open(runtime, url, watch);
			if (!opened.ok) return opened;

			const { body, headers } = opened.value;
			const check = new PdfCheck(headers, () => watch.alive(), runtime.redact);
			body.on('error', (error) => check.broke(error));
			const content = piped(body, (chunks) => check.pass(chunks));
			const failed = (error: unknown): Answer<Saved> => {
				const failure = watch.failure() ?? check.failure;
				if (failure) return { ok: false, failure };
				if (watch.signal.aborted) return { ok: false, failure: networkFailure(error) };
				throw error;
			};
			try {
				return await save(content).then((value): Answer<Saved> => ({ ok: true, value }), failed);
			} finally {
				content.destroy();
				body.destroy();
			}
		},
	);
}

/** Bytes; enough to find S3's code in. */
const LONGEST_REFUSAL = 4_000;

async function open(
	runtime: Runtime,
	url: string,
	watch: Watch,
): Promise<Answer<HttpResponse<ByteStream>>> {
	try {
		const response = await runtime.open({
			method: 'GET',
			url,
			timeoutMs: runtime.limits.transfer.stallMs,
			signal: watch.signal,
		});
		if (isSuccess(response)) return { ok: true, value: response };
		const { text } = await readText(response.body, LONGEST_REFUSAL, watch);
		const redact = redacting(presignedSecrets(url), runtime.redact);
		return { ok: false, failure: statusFailure({ ...response, body: text }, redact) };
	} catch (error) {
		return { ok: false, failure: watch.failure() ?? networkFailure(error) };
	}
}
