import { createHash, randomBytes } from 'crypto';

import {
	type Answer,
	createRedact,
	createStatusFailure,
	createUnreadable,
	type Failure,
	isSuccess,
	listAddressSecrets,
	readHost,
} from './failure';
import {
	type Bounds,
	createStream,
	rejectOnAbort,
	runUnderWatch,
	sendInSlot,
	sendRequest,
	type Watch,
} from './http';
import type { Limits } from './limits';
import {
	closeContent,
	createReadFailure,
	type PdfFile,
	SILENT_STORE_FAILURE,
	splitIntoChunks,
} from './pdfFile';
import { repeat } from './retry';
import type { ByteStream, HttpResponse, Runtime } from './runtime';
import { looksLikeHtml, type Service, type Upload, WEB_PAGE } from './service';

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
	document: PdfFile,
	signal: AbortSignal | undefined,
): Promise<StoredDocument> {
	let url = '';
	const getServer = () => readHost(url, runtime.secrets);
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
	document: PdfFile,
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

async function openDocument(document: PdfFile, watch: Watch): Promise<Answer<Buffer | ByteStream>> {
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
			await runtime.callWithoutKey({
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
	{ secrets }: Runtime,
	upload: Upload,
	body: UploadBody,
	response: HttpResponse,
): Answer<StoredDocument> {
	if (!isSuccess(response) && !isSuccessRedirect(upload, response)) {
		const presigned = listAddressSecrets(upload.upload_url, upload.fields);
		const redact = createRedact([...secrets, ...presigned]);
		return { ok: false, failure: createStatusFailure(response, redact) };
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

/** The body of one presigned POST, with the document in it. */
export class UploadBody {
	readonly contentType: string;
	/** Bytes of the whole body. */
	readonly length: number;
	/**
	 * The body to send; it can be read once. Data in memory is sent as a stream, too, because only a stream shows
	 * how much was sent. An answer before the last byte does not prove that storage has the document.
	 */
	readonly content: ByteStream;
	/** Why the document could not be read to its end. */
	failure?: Failure;
	/** Bytes that the HTTP client has accepted. */
	sent = 0;
	/** Whether the HTTP client waits for the document. */
	starved = false;
	private readonly hash = createHash('sha256');
	private readonly frame: { head: Buffer; tail: Buffer };
	private done = false;
	private broken?: Failure;

	/** @param onChunk called for every chunk that the HTTP client accepts */
	constructor(
		fields: Record<string, string>,
		private readonly document: PdfFile,
		private readonly source: Buffer | ByteStream,
		private readonly onChunk: () => void,
	) {
		const boundary = `tag-pdf-${randomBytes(18).toString('hex')}`;
		const { head, tail, contentType } = frameMultipart(fields, document.fileName, boundary);
		this.frame = { head, tail };
		this.contentType = contentType;
		this.length = head.length + document.size + tail.length;
		if (!Buffer.isBuffer(source)) {
			source.on('error', (cause) => {
				this.broken ??= createReadFailure(cause);
				if (this.starved) this.failure ??= this.broken;
			});
		}
		this.content = createStream(this.streamBody());
	}

	/** SHA-256 of the document, hex; undefined until the HTTP client has accepted the last byte. */
	getDigest(): string | undefined {
		return this.done ? this.hash.copy().digest('hex') : undefined;
	}

	/** Closes the streams of a body that the HTTP client did not finish. */
	close(): void {
		closeContent(this.source);
		closeContent(this.content);
	}

	private async *streamBody(): AsyncGenerator<Buffer> {
		const { head, tail } = this.frame;
		yield* this.handOver(head);
		let read = 0;
		this.markStarved();
		for await (const chunk of splitIntoChunks(this.source)) {
			read += chunk.length;
			// Nothing is sent beyond the announced length: storage may answer at that point.
			if (read > this.document.size) this.refuse('more');
			this.hash.update(chunk);
			this.starved = false;
			yield* this.handOver(chunk);
			this.markStarved();
		}
		this.starved = false;
		if (read < this.document.size) this.refuse(String(read));
		yield* this.handOver(tail);
		this.done = true;
	}

	/** From now on errors count, even earlier ones. Before, an error may have come from an abandoned stream. */
	private markStarved(): void {
		this.starved = true;
		this.failure = this.broken;
	}

	private *handOver(chunk: Buffer): Generator<Buffer> {
		yield chunk;
		this.sent += chunk.length;
		this.onChunk();
	}

	private refuse(read: string): never {
		const { size } = this.document;
		const reason = `it had ${size} bytes when it was opened, and ${read} when it was read`;
		this.failure ??= { kind: 'document', reason };
		throw new Error(reason);
	}
}

/**
 * The bytes around the file in a multipart/form-data body (RFC 7578) for a presigned POST. All entries of
 * `fields` come first, in their order, and the file part last (interface 4.2). S3 ignores fields after the
 * file.
 *
 * @param boundary a token that does not occur in the body; the caller makes it random
 * @returns everything before and after the file's bytes, and the request's Content-Type
 */
export function frameMultipart(fields: Record<string, string>, fileName: string, boundary: string) {
	const parts = Object.entries(fields).map(
		([name, value]) =>
			`--${boundary}\r\nContent-Disposition: form-data; name="${escapeQuotes(name)}"\r\n\r\n${value}\r\n`,
	);
	const filePart =
		`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapeQuotes(fileName)}"\r\n` +
		'Content-Type: application/pdf\r\n\r\n';
	return {
		head: Buffer.from(parts.join('') + filePart),
		tail: Buffer.from(`\r\n--${boundary}--\r\n`),
		contentType: `multipart/form-data; boundary=${boundary}`,
	};
}

/** The three escapes that the HTML standard's form encoding defines for names in quotes. */
function escapeQuotes(text: string): string {
	return text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}
