import {
	isSuccess,
	networkFailure,
	presignedSecrets,
	redacting,
	serverOf,
	statusFailure,
	type Answer,
} from '../errors';
import type { Limits } from '../limits';
import { repeat } from '../retry';
import type { ByteStream, Runtime } from '../runtime';
import { looksLikeHtml, WEB_PAGE, type Service, type Upload } from '../service';
import { cannotBeRead, UploadBody, type PdfDocument } from './uploadBody';
import { STALLED, underWatch, type Watch } from './watchdog';

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
 * @throws TagPdfError when storage stays out of reach or does not take the document, or when the
 * document cannot be read
 */
export async function uploadDocument(
	runtime: Runtime,
	service: Service,
	document: PdfDocument,
	signal: AbortSignal | undefined,
): Promise<StoredDocument> {
	const { transfer } = runtime.limits;
	let upload: Upload | undefined;
	const server = () => serverOf(upload?.upload_url ?? '');
	return await repeat(runtime, { request: 'store', signal, server }, async () => {
		const fresh = await service.createUpload(document.fileName, { signal });
		upload = fresh;
		const opened = await open(document);
		if (!opened.ok) return opened;
		const content = opened.value;
		// A buffer goes out at once and shows no sign of life on the way.
		const stallMs = Buffer.isBuffer(content)
			? longestUploadMs(document.size, transfer)
			: transfer.stallMs;
		return await underWatch(runtime, signal, stallMs, async (watch) => {
			const body = new UploadBody(fresh.fields, document, content, () => watch.alive());
			return await store(runtime, fresh, body, longestUploadMs(document.size, transfer), watch);
		});
	});
}

async function open(document: PdfDocument): Promise<Answer<Buffer | ByteStream>> {
	try {
		return { ok: true, value: await document.open() };
	} catch (error) {
		return { ok: false, failure: cannotBeRead(error) };
	}
}

async function store(
	runtime: Runtime,
	upload: Upload,
	body: UploadBody,
	timeoutMs: number,
	watch: Watch,
): Promise<Answer<StoredDocument>> {
	try {
		const response = await runtime.post({
			method: 'POST',
			url: upload.upload_url,
			headers: { 'Content-Type': body.contentType, 'Content-Length': String(body.length) },
			body: body.content,
			timeoutMs,
			signal: watch.signal,
		});
		if (!isSuccess(response)) {
			const secrets = presignedSecrets(upload.upload_url, upload.fields);
			const failure = statusFailure(response, redacting(secrets, runtime.redact));
			return { ok: false, failure };
		}
		// Storage answers an upload with nothing or with XML (S3), never with a web page.
		return looksLikeHtml(response.body)
			? { ok: false, failure: { kind: 'unreadable', reason: WEB_PAGE } }
			: { ok: true, value: { uploadKey: upload.key, digest: body.digest() } };
	} catch (error) {
		if (watch.stalled()) return { ok: false, failure: STALLED };
		return { ok: false, failure: body.failure ?? networkFailure(error) };
	} finally {
		body.close();
	}
}

/** The time it takes at 20 kB/s, on top of a stall. */
function longestUploadMs(size: number, { stallMs }: Limits['transfer']): number {
	return stallMs + size / 20;
}
