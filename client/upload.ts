import { createHash, type Hash, randomBytes } from 'crypto';

import { readRedirect } from './download';
import { type Answer, createStorageFailure, createUnreadable, fail, isSuccess } from './failure';
import { sendRequest, transferInSlot, type Watch } from './http';
import { type PdfFile, readDocument } from './pdfFile';
import { createStream } from './chunks';
import { repeat } from './retry';
import type { HttpResponse, Runtime } from './runtime';
import { type Service, type Upload } from './service';
import { looksLikeHtml, WEB_PAGE } from './text';

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
 * @param claim throws if the upload belongs to another document
 * @throws TagPdfError if storage stays unreachable or rejects the document, or if the document cannot be
 * read
 */
export async function uploadDocument(
	runtime: Runtime,
	service: Service,
	document: PdfFile,
	claim: (uploadKey: string) => void,
	signal: AbortSignal | undefined,
): Promise<StoredDocument> {
	return await repeat(runtime, { request: 'store', signal }, async () => {
		const upload = await service.createUpload(document.fileName, { signal });
		claim(upload.key);
		return await store(runtime, upload, document, signal);
	});
}

/**
 * Sends the document once. Bytes that the socket has accepted may still wait in the kernel's buffer, and a slow
 * connection seems silent until the buffer is empty. So the longest silence grows with the bytes sent.
 */
async function store(
	runtime: Runtime,
	upload: Upload,
	document: PdfFile,
	signal: AbortSignal | undefined,
): Promise<Answer<StoredDocument>> {
	const { maxAnswerBytes, stallMs, slowestUpload, buffered } = runtime.limits.transfer;
	const timeoutMs = 2 * stallMs + document.size / slowestUpload;
	const getBounds = (sent: number) => ({
		silenceMs: stallMs + Math.min(sent, buffered) / slowestUpload,
		totalMs: timeoutMs,
	});
	const transfer = async (watch: Watch): Promise<Answer<StoredDocument>> => {
		const frame = frameMultipart(upload.fields, document.fileName);
		const length = frame.head.length + document.size + frame.tail.length;
		const hash = createHash('sha256');
		const request = {
			method: 'POST',
			url: upload.upload_url,
			headers: { 'Content-Type': frame.contentType, 'Content-Length': String(length) },
			body: createStream(streamBody(hash, frame, document, watch)),
			timeoutMs,
			signal: watch.signal,
		} as const;
		const post = async () => await runtime.callWithoutKey(request);
		const answer = await sendRequest(watch, maxAnswerBytes, post);
		if (watch.failure?.kind === 'document') return fail(watch.failure);
		if (!answer.ok) return answer;
		const isRedirected = isRedirectOnSuccess(upload, answer.value);
		if (!isSuccess(answer.value) && !isRedirected) return fail(createStorageFailure(answer.value));
		// Storage answers an upload with nothing or with XML (S3), never with a web page.
		if (looksLikeHtml(answer.value.body) && !isRedirected) return createUnreadable(WEB_PAGE);
		if (watch.bytes !== length)
			return createUnreadable('it came before the whole document was sent');
		return { ok: true, value: { uploadKey: upload.key, digest: hash.digest('hex') } };
	};
	return await transferInSlot(runtime, upload.upload_url, signal, getBounds, transfer);
}

/**
 * Whether storage redirects to the address that the form names for a success. S3's POST Object calls the field
 * `success_action_redirect`, and `redirect` in its older form.
 */
function isRedirectOnSuccess(
	{ fields: { success_action_redirect: next, redirect: older }, upload_url: url }: Upload,
	answer: HttpResponse,
): boolean {
	const to = readRedirect(url, answer) ?? '';
	const wanted = [next, older].flatMap((address) =>
		address !== undefined && URL.canParse(address) ? new URL(address).href : [],
	);
	return answer.statusCode === 303 && wanted.some((address) => to.startsWith(address));
}

/**
 * The body of a presigned POST. Data in memory is sent as a stream, too, because only a stream shows how much
 * was sent. An answer before the last byte does not prove that storage has the document.
 */
async function* streamBody(
	hash: Hash,
	{ head, tail }: ReturnType<typeof frameMultipart>,
	document: PdfFile,
	watch: Watch,
): AsyncGenerator<Buffer> {
	const { size } = document;
	let read = 0;
	const refuse = (found: number | string): never => {
		const reason = `it had ${size} bytes when it was opened, and ${found} when it was read`;
		watch.end({ kind: 'document', reason });
		throw new Error(reason);
	};
	yield head;
	watch.record(head.length);
	for await (const chunk of readDocument(document, watch)) {
		read += chunk.length;
		// Nothing is sent beyond the announced length: storage may answer at that point.
		if (read > size) refuse('more');
		hash.update(chunk);
		yield chunk;
		watch.record(chunk.length);
	}
	if (read < size) refuse(read);
	yield tail;
	watch.record(tail.length);
}

/** The bytes around the file in a multipart/form-data body (RFC 7578). S3 ignores fields after the file. */
function frameMultipart(fields: Record<string, string>, fileName: string) {
	const boundary = `tag-pdf-${randomBytes(18).toString('hex')}`;
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
