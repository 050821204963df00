import { createHash, randomBytes } from 'crypto';

import type { Failure } from '../errors';
import type { ByteStream } from '../runtime';
import { frameMultipart } from './multipart';
import { provokeMinorCollection } from './chunkMemory';
import { streamFrom } from './stream';

/** Chunk size for a document in memory, in bytes. */
const SLICE_BYTES = 64 * 1024;

/** A PDF that can be read as often as an upload needs. */
export interface PdfDocument {
	fileName: string;
	/** Bytes. */
	size: number;
	/**
	 * The whole content: a stream if a store returns one, else one buffer.
	 *
	 * @param chunkBytes preferred chunk size; not every store supports it
	 */
	open(chunkBytes?: number): Promise<Buffer | ByteStream>;
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
		this.content = streamFrom(this.streamBody());
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

export function closeContent(content: Buffer | ByteStream): void {
	if (!Buffer.isBuffer(content)) content.destroy();
}

/** The bytes of a document in chunks that each take little time. */
export async function* splitIntoChunks(source: Buffer | ByteStream): AsyncGenerator<Buffer, void> {
	if (!Buffer.isBuffer(source)) {
		for await (const chunk of source) {
			provokeMinorCollection(chunk.length);
			yield chunk;
		}
		return;
	}
	for (let at = 0; at < source.length; at += SLICE_BYTES)
		yield source.subarray(at, at + SLICE_BYTES);
}

/** Failure if the document's store stops returning data. */
export const SILENT_STORE_FAILURE: Failure & { reason: string } = {
	kind: 'document',
	reason: 'its store stopped sending data',
};

/** Failure if the document's store returns no document, or only part of it. */
export function createReadFailure(cause: unknown): Failure & { reason: string } {
	const said = cause instanceof Error ? cause.message : String(cause);
	return { kind: 'document', reason: `it cannot be read (${said})`, cause };
}
