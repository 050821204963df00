import { createHash, randomBytes, type Hash } from 'crypto';
import { isSuccess, networkFault, readFault, readStored, type Answer } from './answers';
import { hostOf } from './baseUrl';
import type { Upload } from './contract';
import type { ByteStream, Host } from './host';
import { limits } from './limits';
import { frameMultipart } from './multipart';
import { piped } from './piped';
import { repeat } from './repeat';
import type { Service } from './service';
import { STALLED } from './transfer';
import { underWatch, type Watch } from './watchdog';

/** A PDF that can be read as often as an upload needs. */
export interface PdfDocument {
	fileName: string;
	/** Bytes. */
	size: number;
	/** The whole content: a stream where n8n's binary store gives one, else one buffer. */
	open(): Promise<Buffer | ByteStream>;
}

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
 * @throws TagPdfError when storage stays out of reach or does not take the document
 */
export async function uploadDocument(
	host: Host,
	service: Service,
	document: PdfDocument,
	signal: AbortSignal | undefined,
): Promise<StoredDocument> {
	let upload: Upload | undefined;
	const target = () => hostOf(upload?.upload_url ?? '');
	return await repeat(host, { step: 'store', signal, target }, async () => {
		const fresh = await service.createUpload(document.fileName, { signal });
		upload = fresh;
		const content = await document.open();
		// A buffer goes out at once and shows no sign of life on the way.
		const stallMs = Buffer.isBuffer(content) ? longestUploadMs(document.size) : limits.stallMs;
		return await underWatch(host, signal, stallMs, async (watch) => {
			return await store(host, fresh, document, content, watch);
		});
	});
}

async function store(
	host: Host,
	upload: Upload,
	document: PdfDocument,
	content: Buffer | ByteStream,
	watch: Watch,
): Promise<Answer<StoredDocument>> {
	const digest = createHash('sha256');
	const boundary = `tag-pdf-${randomBytes(18).toString('hex')}`;
	const { head, tail, contentType } = frameMultipart(upload.fields, document.fileName, boundary);
	const body = Buffer.isBuffer(content)
		? Buffer.concat([head, hashed(content, digest), tail])
		: piped(content, (chunks) =>
				framed(chunks, { head, tail, size: document.size, digest, watch }),
			);
	try {
		const response = await host.post({
			method: 'POST',
			url: upload.upload_url,
			headers: {
				'Content-Type': contentType,
				'Content-Length': String(head.length + document.size + tail.length),
			},
			body,
			timeoutMs: longestUploadMs(document.size),
			signal: watch.signal,
		});
		return isSuccess(response)
			? readStored(response, { uploadKey: upload.key, digest: digest.digest('hex') })
			: { ok: false, fault: readFault(response, host.now()) };
	} catch (error) {
		return { ok: false, fault: watch.stalled() ? STALLED : networkFault(error) };
	} finally {
		// The HTTP client leaves a body that it did not finish open.
		if (!Buffer.isBuffer(content)) content.destroy();
		if (!Buffer.isBuffer(body)) body.destroy();
	}
}

async function* framed(
	source: AsyncIterable<Buffer>,
	frame: { head: Buffer; tail: Buffer; size: number; digest: Hash; watch: Watch },
): AsyncGenerator<Buffer> {
	let sent = 0;
	yield frame.head;
	for await (const chunk of source) {
		frame.watch.alive();
		frame.digest.update(chunk);
		sent += chunk.length;
		yield chunk;
	}
	if (sent !== frame.size) throw new Error(`The document has ${sent} bytes, not ${frame.size}`);
	yield frame.tail;
}

function hashed(content: Buffer, digest: Hash): Buffer {
	digest.update(content);
	return content;
}

/** The time it takes at 20 kB/s, on top of a stall. */
function longestUploadMs(size: number): number {
	return limits.stallMs + size / 20;
}
