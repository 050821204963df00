import {
	isSuccess,
	createNetworkFailure,
	listPresignedSecrets,
	createRedact,
	createStatusFailure,
	type Answer,
	type Failure,
	type Redact,
} from '../errors';
import { readText, runUnderWatch, sendInSlot, type Watch } from '../exchange';
import type { ByteStream, HttpResponse, Runtime } from '../runtime';
import { PdfCheck, TRUNCATION_FAILURE } from './pdfCheck';
import { createStream } from './stream';

export interface Destination<Saved> {
	/** Must reject when the stream fails. */
	save: (content: ByteStream) => Promise<Saved>;
	/** Bytes. */
	maxBytes: number;
}

/**
 * Streams a PDF from an address to `save` once a slot is free, under a watch that aborts stalled and slow
 * downloads. A file that is too large, incomplete or not a PDF is a failure. Nothing is saved unless the file
 * begins like a PDF.
 *
 * @throws errors of `save` itself, such as a full disk
 */
export async function fetchPdf<Saved>(
	runtime: Runtime,
	url: string,
	{ save, maxBytes }: Destination<Saved>,
	signal: AbortSignal | undefined,
): Promise<Answer<Saved>> {
	const { stallMs, slowestDownload } = runtime.limits.transfer;
	let check: PdfCheck | undefined;
	const bounds = {
		getMaxSilenceMs: () => stallMs,
		getMaxTotalMs: () => 2 * stallMs + (check?.received ?? 0) / slowestDownload,
	};
	const download = async (watch: Watch): Promise<Answer<Saved>> => {
		const redact = createRedact(listPresignedSecrets(url), runtime.redact);
		const opened = await openDownload(runtime, url, redact, watch);
		if (!opened.ok) return opened;
		check = new PdfCheck(opened.value.headers, maxBytes, () => watch.keepAlive(), redact);
		return await savePdf(opened.value.body, check, save, watch);
	};
	return await sendInSlot(runtime, signal, async () => {
		return await runUnderWatch(runtime, signal, bounds, download);
	});
}

async function savePdf<Saved>(
	body: ByteStream,
	check: PdfCheck,
	save: Destination<Saved>['save'],
	watch: Watch,
): Promise<Answer<Saved>> {
	let content: ByteStream | undefined;
	body.on('error', (error) => check.recordBreak(error));
	const saveContent = async () => {
		content = createStream(await awaitFirstChunk(check.pass(body)));
		return await save(content);
	};
	const toAnswer = (error: unknown): Answer<Saved> => {
		const failure = watch.getFailure() ?? check.failure;
		if (failure) return { ok: false, failure: content ? markPartial(failure) : failure };
		if (watch.signal.aborted) return { ok: false, failure: createNetworkFailure(error) };
		throw error;
	};
	try {
		if (check.failure) return { ok: false, failure: check.failure };
		return await saveContent().then((value): Answer<Saved> => ({ ok: true, value }), toAnswer);
	} finally {
		content?.destroy();
		body.destroy();
	}
}

/** Marks a failure that came after the store got the beginning of the file. */
function markPartial(failure: Failure): Failure {
	return failure.kind === 'network' ? { ...failure, kept: true } : failure;
}

/** Resolves to the same chunks once the first one has arrived. */
async function awaitFirstChunk(chunks: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
	const first = await chunks.next();
	return (async function* () {
		if (first.done !== true) yield first.value;
		yield* chunks;
	})();
}

/** Status of a partial answer, which the client never requests (RFC 9110, 15.3.7). */
const PARTIAL_STATUS = 206;
/** Bytes; enough to contain S3's error code. */
const MAX_REFUSAL_BYTES = 4_000;

async function openDownload(
	runtime: Runtime,
	url: string,
	redact: Redact,
	watch: Watch,
): Promise<Answer<HttpResponse<ByteStream>>> {
	try {
		const response = await runtime.open({
			method: 'GET',
			url,
			timeoutMs: runtime.limits.transfer.stallMs,
			signal: watch.signal,
		});
		if (response.statusCode === PARTIAL_STATUS) {
			response.body.destroy();
			return { ok: false, failure: TRUNCATION_FAILURE };
		}
		if (isSuccess(response)) return { ok: true, value: response };
		const { text } = await readText(response.body, MAX_REFUSAL_BYTES, watch);
		return { ok: false, failure: createStatusFailure({ ...response, body: text }, redact) };
	} catch (error) {
		return { ok: false, failure: watch.getFailure() ?? createNetworkFailure(error) };
	}
}
