import { createHash, randomBytes } from 'crypto';

import type { Failure } from '../errors';
import type { ByteStream } from '../runtime';
import { closeContent, createReadFailure, splitIntoChunks, type PdfDocument } from './readDocument';
import { createStream } from './stream';

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
		private readonly document: PdfDocument,
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
