import {
	isSuccess,
	listPresignedSecrets,
	createRedact,
	createUnreadable,
	readHost,
	createStatusFailure,
	type Answer,
} from '../errors';
import {
	sendInSlot,
	sendRequest,
	rejectOnAbort,
	runUnderWatch,
	type Bounds,
	type Watch,
} from '../exchange';
import type { Limits } from '../limits';
import { repeat } from '../retry';
import type { ByteStream, HttpResponse, Runtime } from '../runtime';
import { looksLikeHtml, WEB_PAGE, type Service, type Upload } from '../service';
import {
	closeContent,
	createReadFailure,
	SILENT_STORE_FAILURE,
	type PdfDocument,
} from './readDocument';
import { UploadBody } from './uploadBody';

export interface StoredDocument {
	/** Identifier of the upload, for POST /v1/jobs (interface 2.2). */
	uploadKey: string;
	/** SHA-256 of what was sent, hex. */
	digest: string;
}

/**
 * Sends a document to the service's storage (interface 4.2): a fresh presigned POST for every try,
 * every entry of `fields` first, the file last, an exact Content-Length, no `Authorization`.
 *
 * @throws TagPdfError if storage stays unreachable or rejects the document, or if the document cannot be
 * read
 */
export async function uploadDocument(
	runtime: Runtime,
	service: Service,
	document: PdfDocument,
	signal: AbortSignal | undefined,
): Promise<StoredDocument> {
	let url = '';
	const getServer = () => readHost(url);
	const { hasAnswered } = service;
	return await repeat(runtime, { request: 'store', signal, getServer, hasAnswered }, async () => {
		const upload = await service.createUpload(document.fileName, { signal });
		url = upload.upload_url;
		return await sendInSlot(runtime, signal, async () => {
			return await store(runtime, upload, document, signal);
		});
	});
}

async function store(
	runtime: Runtime,
	upload: Upload,
	document: PdfDocument,
	signal: AbortSignal | undefined,
): Promise<Answer<StoredDocument>> {
	let body: UploadBody | undefined;
	const bounds = computeBounds(document.size, runtime.limits.transfer, () => body?.sent ?? 0);
	return await runUnderWatch(runtime, signal, bounds, async (watch) => {
		const opened = await openDocument(document, watch);
		if (!opened.ok) return opened;
		body = new UploadBody(upload.fields, document, opened.value, () => watch.keepAlive());
		try {
			return await send(runtime, upload, body, bounds.getMaxTotalMs(), watch);
		} finally {
			body.close();
		}
	});
}

async function openDocument(
	document: PdfDocument,
	watch: Watch,
): Promise<Answer<Buffer | ByteStream>> {
	try {
		const opening = document.open();
		return { ok: true, value: await rejectOnAbort(watch.signal, opening, closeContent) };
	} catch (error) {
		return {
			ok: false,
			failure: watch.getFailure() ? SILENT_STORE_FAILURE : createReadFailure(error),
		};
	}
}

async function send(
	runtime: Runtime,
	upload: Upload,
	body: UploadBody,
	timeoutMs: number,
	watch: Watch,
): Promise<Answer<StoredDocument>> {
	const answer = await sendRequest(
		watch,
		runtime.limits.transfer.maxAnswerBytes,
		async () =>
			await runtime.post({
				method: 'POST',
				url: upload.upload_url,
				headers: { 'Content-Type': body.contentType, 'Content-Length': String(body.length) },
				body: body.content,
				timeoutMs,
				signal: watch.signal,
			}),
	);
	if (body.failure) return { ok: false, failure: body.failure };
	if (answer.ok) return checkStored(runtime, upload, body, answer.value);
	return watch.getFailure() && body.starved ? { ok: false, failure: SILENT_STORE_FAILURE } : answer;
}

/** A document counts as stored only after its last byte was sent: an earlier answer proves nothing. */
function checkStored(
	{ redact }: Runtime,
	upload: Upload,
	body: UploadBody,
	response: HttpResponse,
): Answer<StoredDocument> {
	if (!isSuccess(response) && !isSuccessRedirect(upload, response)) {
		const secrets = listPresignedSecrets(upload.upload_url, upload.fields);
		return { ok: false, failure: createStatusFailure(response, createRedact(secrets, redact)) };
	}
	// Storage answers an upload with nothing or with XML (S3), never with a web page.
	if (looksLikeHtml(response.body)) return createUnreadable(WEB_PAGE);
	const digest = body.getDigest();
	if (digest === undefined) return createUnreadable('it came before the whole document was sent');
	return { ok: true, value: { uploadKey: upload.key, digest } };
}

/** If the form names a success page, S3 answers with 303 and the page's address. */
function isSuccessRedirect({ fields }: Upload, { statusCode, headers }: HttpResponse): boolean {
	const { success_action_redirect: page } = fields;
	return statusCode === 303 && page !== undefined && String(headers.location).startsWith(page);
}

/**
 * Bytes accepted by the socket may still wait in the kernel's buffer. A slow connection is silent until the
 * buffer is empty.
 *
 * @param size bytes of the document
 * @param countSent returns the number of bytes that the socket has accepted
 */
function computeBounds(
	size: number,
	{ stallMs, slowestUpload, buffered }: Limits['transfer'],
	countSent: () => number,
): Required<Bounds> {
	return {
		getMaxSilenceMs: () => stallMs + Math.min(countSent(), buffered) / slowestUpload,
		getMaxTotalMs: () => 2 * stallMs + size / slowestUpload,
	};
}
