import { createHash, randomBytes } from 'crypto';

import type { Failure } from '../errors';
import type { ByteStream } from '../runtime';
import { frameMultipart } from './multipart';
import { collectSoon, streamFrom } from './stream';

/** Bytes of a document in memory that are handed over at a time. */
const SLICE = 64 * 1024;

/** A PDF that can be read as often as an upload needs. */
export interface PdfDocument {
	fileName: string;
	/** Bytes. */
	size: number;
	/**
	 * The whole content: a stream where a store gives one, else one buffer.
	 *
	 * @param chunkBytes how much comes at a time, where a store takes such a wish
	 */
	open(chunkBytes?: number): Promise<Buffer | ByteStream>;
}

/** The body of one presigned POST, with the document in it. */
export class UploadBody {
	readonly contentType: string;
	/** Bytes of the whole body. */
	readonly length: number;
	/**
	 * What to send, once. A stream also of what is in memory: only a stream tells how far it has
	 * gone out, and an answer that comes before all of it means nothing.
	 */
	readonly content: ByteStream;
	/** Why the document could not be read to its end. */
	failure?: Failure;
	/** Bytes that the HTTP client has taken. */
	sent = 0;
	/** Whether the HTTP client waits for the document. */
	starved = false;
	private readonly hash = createHash('sha256');
	private readonly frame: { head: Buffer; tail: Buffer };
	private done = false;
	private broken?: Failure;

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
		if (!Buffer.isBuffer(source)) {
			source.on('error', (cause) => {
				this.broken ??= cannotBeRead(cause);
				if (this.starved) this.failure ??= this.broken;
			});
		}
		this.content = streamFrom(this.whole());
	}

	/** SHA-256 of the document, hex; undefined until the last byte of the body has been taken. */
	digest(): string | undefined {
		return this.done ? this.hash.copy().digest('hex') : undefined;
	}

	/** Closes what the HTTP client leaves open of a body that it did not finish. */
	close(): void {
		close(this.source);
		close(this.content);
	}

	private async *whole(): AsyncGenerator<Buffer> {
		const { head, tail } = this.frame;
		yield* this.taken(head);
		let read = 0;
		this.starve();
		for await (const chunk of chunksOf(this.source)) {
			read += chunk.length;
			// Nothing beyond the announced length goes out: storage may answer at that point.
			if (read > this.document.size) this.refuse('more');
			this.hash.update(chunk);
			this.starved = false;
			yield* this.taken(chunk);
			this.starve();
		}
		this.starved = false;
		if (read < this.document.size) this.refuse(String(read));
		yield* this.taken(tail);
		this.done = true;
	}

	/** What broke while nobody waited for it counts from here on: an abandoned stream breaks, too. */
	private starve(): void {
		this.starved = true;
		this.failure = this.broken;
	}

	private *taken(chunk: Buffer): Generator<Buffer> {
		yield chunk;
		this.sent += chunk.length;
		this.alive();
	}

	private refuse(read: string): never {
		const { size } = this.document;
		const reason = `it had ${size} bytes when it was opened, and ${read} when it was read`;
		this.failure ??= { kind: 'document', reason };
		throw new Error(reason);
	}
}

export function close(content: Buffer | ByteStream): void {
	if (!Buffer.isBuffer(content)) content.destroy();
}

/** The bytes of a document in pieces that none has to wait long for. */
export async function* chunksOf(source: Buffer | ByteStream): AsyncGenerator<Buffer, void> {
	if (!Buffer.isBuffer(source)) {
		for await (const chunk of source) {
			collectSoon(chunk.length);
			yield chunk;
		}
		return;
	}
	for (let at = 0; at < source.length; at += SLICE) yield source.subarray(at, at + SLICE);
}

/** The failure of a document that its store keeps silent about … */
export const GIVES_NOTHING: Failure & { reason: string } = {
	kind: 'document',
	reason: 'its store gives nothing more',
};

/** … and of one that its store does not give, or not to its end. */
export function cannotBeRead(cause: unknown): Failure & { reason: string } {
	const said = cause instanceof Error ? cause.message : String(cause);
	return { kind: 'document', reason: `it cannot be read (${said})`, cause };
}
