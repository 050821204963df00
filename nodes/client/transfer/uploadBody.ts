import { createHash, randomBytes } from 'crypto';

import type { Failure } from '../errors';
import type { ByteStream } from '../runtime';
import { frameMultipart } from './multipart';
import { piped } from './stream';

/** A PDF that can be read as often as an upload needs. */
export interface PdfDocument {
	fileName: string;
	/** Bytes. */
	size: number;
	/** The whole content: a stream where a store gives one, else one buffer. */
	open(): Promise<Buffer | ByteStream>;
}

/** The body of one presigned POST, with the document in it. */
export class UploadBody {
	readonly contentType: string;
	/** Bytes of the whole body. */
	readonly length: number;
	/** What to send, once. */
	readonly content: Buffer | ByteStream;
	/** Why the document could not be read to its end. */
	failure?: Failure;
	private readonly hash = createHash('sha256');
	private readonly frame: { head: Buffer; tail: Buffer };

	/** @param alive called for every chunk that is taken */
	constructor(
		fields: Record<string, string>,
		private readonly document: PdfDocument,
		private readonly source: Buffer | ByteStream,
		private readonly alive: () => void,
	) {
		const boundary = `tag-pdf-${randomBytes(18).toString('hex')}`;
		const { head, tail, contentType } = frameMultipart(fields, document.fileName, boundary);
		this.frame = { head, tail };
		this.contentType = contentType;
		this.length = head.length + document.size + tail.length;
		if (Buffer.isBuffer(source)) {
			this.hash.update(source);
			this.content = Buffer.concat([head, source, tail]);
		} else {
			source.on('error', (cause) => {
				this.failure ??= cannotBeRead(cause);
			});
			this.content = piped(source, (chunks) => this.framed(chunks));
		}
	}

	/** SHA-256 of the document, hex; once, after all of it has been sent. */
	digest(): string {
		return this.hash.digest('hex');
	}

	/** Closes what the HTTP client leaves open of a body that it did not finish. */
	close(): void {
		for (const content of [this.source, this.content]) {
			if (!Buffer.isBuffer(content)) content.destroy();
		}
	}

	private async *framed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		const { size } = this.document;
		yield this.frame.head;
		let sent = 0;
		for await (const chunk of chunks) {
			this.alive();
			this.hash.update(chunk);
			sent += chunk.length;
			yield chunk;
		}
		if (sent !== size) {
			const reason = `it had ${size} bytes when it was opened, and ${sent} when it was read`;
			this.failure = { kind: 'document', reason };
			throw new Error(reason);
		}
		yield this.frame.tail;
	}
}

/** The failure of a document that its store does not give, or not to its end. */
export function cannotBeRead(cause: unknown): Failure {
	const said = cause instanceof Error ? cause.message : String(cause);
	return { kind: 'document', reason: `it cannot be read (${said})`, cause };
}
