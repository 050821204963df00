import { createHash, randomBytes } from 'crypto';

import {
	type Answer,
	createRedact,
	createStatusFailure,
	createUnreadable,
	fail,
	type Failure,
	isSuccess,
	listAddressSecrets,
	readHost,
} from './failure';
import { sendRequest, transferInSlot, type Watch } from './http';
import {
	closeContent,
	createStream,
	explainUnreadable,
	openContent,
	type PdfFile,
	readChunks,
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
		return await store(runtime, upload, document, signal);
	});
}

/**
 * Bytes accepted by the socket may still wait in the kernel's buffer. A slow connection is silent until the
 * buffer is empty.
 */
async function store(
	runtime: Runtime,
	upload: Upload,
	document: PdfFile,
	signal: AbortSignal | undefined,
): Promise<Answer<StoredDocument>> {
	const { stallMs, slowestUpload, buffered } = runtime.limits.transfer;
	const timeoutMs = 2 * stallMs + document.size / slowestUpload;
	let body: UploadBody | undefined;
	const bounds = {
		getMaxSilenceMs: () => stallMs + Math.min(body?.sent ?? 0, buffered) / slowestUpload,
		getMaxTotalMs: () => timeoutMs,
	};
	return await transferInSlot(runtime, signal, bounds, async (watch) => {
		let source: Buffer | ByteStream;
		try {
			source = await openContent(document, watch.signal);
		} catch (error) {
			return fail(explainUnreadable(error, watch));
		}
		body = new UploadBody(upload.fields, document, source, () => watch.keepAlive());
		try {
			return await send(runtime, upload, body, timeoutMs, watch);
		} finally {
			closeContent(source);
			closeContent(body.content);
		}
	});
}

async function send(
	runtime: Runtime,
	upload: Upload,
	body: UploadBody,
	timeoutMs: number,
	watch: Watch,
): Promise<Answer<StoredDocument>> {
	const request = {
		method: 'POST',
		url: upload.upload_url,
		headers: { 'Content-Type': body.contentType, 'Content-Length': String(body.length) },
		body: body.content,
		timeoutMs,
		signal: watch.signal,
	} as const;
	const post = async () => await runtime.callWithoutKey(request);
	const answer = await sendRequest(watch, runtime.limits.transfer.maxAnswerBytes, post);
	if (body.failure) return fail(body.failure);
	if (answer.ok) return checkStored(runtime, upload, body, answer.value);
	return watch.failure && body.isReading ? fail(explainUnreadable(undefined, watch)) : answer;
}

/** A document counts as stored only after its last byte was sent: an earlier answer proves nothing. */
function checkStored(
	{ secrets }: Runtime,
	upload: Upload,
	{ digest }: UploadBody,
	response: HttpResponse,
): Answer<StoredDocument> {
	if (!isSuccess(response) && !isSuccessRedirect(upload, response)) {
		const presigned = listAddressSecrets(upload.upload_url, upload.fields);
		return fail(createStatusFailure(response, createRedact([...secrets, ...presigned])));
	}
	// Storage answers an upload with nothing or with XML (S3), never with a web page.
	if (looksLikeHtml(response.body)) return createUnreadable(WEB_PAGE);
	if (digest === undefined) return createUnreadable('it came before the whole document was sent');
	return { ok: true, value: { uploadKey: upload.key, digest } };
}

/** If the form names a success page, S3 answers with 303 and the page's address. */
function isSuccessRedirect({ fields }: Upload, { statusCode, headers }: HttpResponse): boolean {
	const { success_action_redirect: page } = fields;
	return statusCode === 303 && page !== undefined && String(headers.location).startsWith(page);
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
	isReading = false;
	/** SHA-256 of the document, hex; undefined until the HTTP client has accepted the last byte. */
	digest?: string;

	/** @param onChunk called for every chunk that the HTTP client accepts */
	constructor(
		fields: Record<string, string>,
		private readonly document: PdfFile,
		private readonly source: Buffer | ByteStream,
		private readonly onChunk: () => void,
	) {
		const boundary = `tag-pdf-${randomBytes(18).toString('hex')}`;
		const { head, tail, contentType } = frameMultipart(fields, document.fileName, boundary);
		this.contentType = contentType;
		this.length = head.length + document.size + tail.length;
		this.content = createStream(this.streamBody(head, tail));
	}

	private async *streamBody(head: Buffer, tail: Buffer): AsyncGenerator<Buffer> {
		const { size } = this.document;
		const hash = createHash('sha256');
		let read = 0;
		yield* this.handOver(head);
		this.isReading = true;
		const chunks = readChunks(this.source, (cause) => (this.failure = explainUnreadable(cause)));
		for await (const chunk of chunks) {
			this.isReading = false;
			read += chunk.length;
			// Nothing is sent beyond the announced length: storage may answer at that point.
			if (read > size) this.refuse('more');
			hash.update(chunk);
			yield* this.handOver(chunk);
			this.isReading = true;
		}
		this.isReading = false;
		if (read < size) this.refuse(String(read));
		yield* this.handOver(tail);
		this.digest = hash.digest('hex');
	}

	private *handOver(chunk: Buffer): Generator<Buffer> {
		yield chunk;
		this.sent += chunk.length;
		this.onChunk();
	}

	private refuse(read: string): never {
		const { size } = this.document;
		const reason = `it had ${size} bytes when it was opened, and ${read} when it was read`;
		this.failure = { kind: 'document', reason };
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
