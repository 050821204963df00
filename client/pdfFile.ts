import { TagPdfError, throwIfStopped } from './errors';
import { createNetworkFailure, type Failure, type Redact } from './failure';
import { rejectOnAbort, runUnderWatch, type Watch } from './http';
import type { ByteStream, HttpResponse, Runtime } from './runtime';
import { readContentType } from './service';

/** A PDF that can be read as often as an upload needs. */
export interface PdfFile {
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

export interface DocumentStart {
	document: PdfFile;
	/** At least {@link PDF_HEADER_BYTES} bytes, if it has them. */
	start: Buffer;
}

/**
 * Opens a document and reads its start, under a watch: a store on a network may hang.
 *
 * @param find finds the document; its store may have to look up the size
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function readPdfStart(
	runtime: Runtime,
	signal: AbortSignal | undefined,
	find: () => Promise<PdfFile>,
): Promise<DocumentStart> {
	return await readUnderWatch(runtime, signal, async (watch) => {
		const document = await find();
		return { document, start: await readStart(document, watch) };
	});
}

/**
 * Runs `read`, which may open the document several times, each time at its start, under a watch: a store
 * may hang. Each chunk is valid until the next one is requested.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function readPdfFile<T>(
	runtime: Runtime,
	document: PdfFile,
	signal: AbortSignal | undefined,
	read: (open: () => Promise<AsyncIterable<Buffer>>) => Promise<T>,
): Promise<T> {
	return await readUnderWatch(runtime, signal, async (watch) => {
		const { chunkBytes } = runtime.limits.transfer;
		return await read(async () =>
			watchChunks(await openUnderWatch(document, watch, chunkBytes), watch),
		);
	});
}

async function readUnderWatch<T>(
	runtime: Runtime,
	signal: AbortSignal | undefined,
	work: (watch: Watch) => Promise<T>,
): Promise<T> {
	const bounds = { getMaxSilenceMs: () => runtime.limits.transfer.stallMs };
	return await runUnderWatch(runtime, signal, bounds, async (watch) => {
		return await rejectOnAbort(watch.signal, work(watch), () => {}).catch((cause: unknown) => {
			throwIfStopped(signal);
			const { reason } = watch.getFailure() ? SILENT_STORE_FAILURE : createReadFailure(cause);
			const failure = { kind: 'document', reason } as const;
			throw new TagPdfError('DOCUMENT_UNREADABLE', { failure }, { cause });
		});
	});
}

async function openUnderWatch(document: PdfFile, { signal }: Watch, chunkBytes?: number) {
	const content = await document.open(chunkBytes);
	signal.addEventListener('abort', () => closeContent(content), { once: true });
	if (signal.aborted) closeContent(content);
	return content;
}

async function* watchChunks(
	content: Awaited<ReturnType<PdfFile['open']>>,
	watch: Watch,
): AsyncGenerator<Buffer, void> {
	const isStream = !Buffer.isBuffer(content);
	for await (const chunk of isStream ? content : splitIntoChunks(content)) {
		watch.signal.throwIfAborted();
		watch.keepAlive();
		yield chunk;
		// Chunks of a document in memory are the document itself, and must not be freed.
		if (isStream && !freeChunk(chunk)) provokeMinorCollection(chunk.length);
	}
}

async function readStart(document: PdfFile, watch: Watch): Promise<Buffer> {
	let start = Buffer.alloc(0);
	if (document.size === 0) return start;
	const content = await openUnderWatch(document, watch);
	if (Buffer.isBuffer(content)) return content.subarray(0, PDF_HEADER_BYTES);
	for await (const chunk of content) {
		start = Buffer.concat([start, chunk]);
		if (start.length >= PDF_HEADER_BYTES) break;
	}
	return start;
}

export function closeContent(content: Buffer | ByteStream): void {
	if (!Buffer.isBuffer(content)) content.destroy();
}

/** Chunk size for a document in memory, in bytes. */
const SLICE_BYTES = 64 * 1024;

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

export const TRUNCATION_FAILURE: Failure = { kind: 'network', code: 'TRUNCATED' };

/** Bytes at the start of a file that may hold its header (PDF 1.7, Annex H.3). */
export const PDF_HEADER_BYTES = 1024;

/** Whether a file that starts with these bytes (at least {@link PDF_HEADER_BYTES}, or all) is a PDF. */
export function startsLikePdf(start: Uint8Array): boolean {
	return Buffer.from(start.subarray(0, PDF_HEADER_BYTES)).includes('%PDF-');
}

/** Bytes at the end of a file that may hold its last mark: servers and mail programs append to files. */
export const PDF_END_BYTES = 16 * 1024;

/**
 * Whether a file that ends with these bytes (at least {@link PDF_END_BYTES}, or all) is a complete PDF: no
 * object begins after the last end-of-file mark. A truncated file with several marks, such as an updated or
 * linearized one, has such an object.
 */
export function endsLikePdf(end: Uint8Array): boolean {
	const text = Buffer.from(end.subarray(-PDF_END_BYTES)).toString('latin1');
	const mark = text.lastIndexOf('%%EOF');
	return mark >= 0 && !/\d \d+ obj\b/.test(text.slice(mark));
}

/**
 * Appends a chunk to the kept end of a file, and drops chunks that {@link endsLikePdf} no longer needs.
 * Chunks are not copied: copies would add half as much garbage for n8n to collect.
 */
export function keepEnd(chunks: Buffer[], next: Buffer): void {
	chunks.push(next);
	let length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
	while (chunks[0] && length - chunks[0].length >= PDF_END_BYTES) {
		length -= chunks[0].length;
		chunks.shift();
	}
}

/** Passes the chunks of a PDF through, and stops a file that is not a complete PDF. */
export class PdfCheck {
	failure?: Failure;
	/** Bytes so far. */
	received = 0;
	private broken?: Failure;
	/** Whether it waits for the connection, and not for the reader. */
	private waiting = true;

	/**
	 * @param maxBytes of the largest file that passes
	 * @param onChunk called for every chunk
	 */
	constructor(
		private readonly headers: HttpResponse['headers'],
		private readonly maxBytes: number,
		private readonly onChunk: () => void,
		private readonly redact: Redact,
	) {
		if (Number(headers['content-length']) > maxBytes) this.failure = this.createOversizeFailure();
	}

	/** Records why the connection broke, unless the reader closed it. */
	recordBreak(error: unknown): void {
		this.broken ??= createNetworkFailure(error);
		if (this.waiting) this.failure ??= this.broken;
	}

	/** Yields nothing until the file is known to begin like a PDF. */
	async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		let start = Buffer.alloc(0);
		const end: Buffer[] = [];
		for await (const chunk of chunks) {
			this.onChunk();
			provokeMinorCollection(chunk.length);
			this.received += chunk.length;
			if (this.received > this.maxBytes) this.refuse(this.createOversizeFailure());
			keepEnd(end, chunk);
			if (this.received - chunk.length >= PDF_HEADER_BYTES) {
				yield* this.handOver(chunk);
				continue;
			}
			start = Buffer.concat([start, chunk]);
			if (start.length < PDF_HEADER_BYTES) continue;
			this.expectPdf(start);
			yield* this.handOver(start);
		}
		if (this.received < PDF_HEADER_BYTES) {
			this.expectPdf(start);
			yield* this.handOver(start);
		}
		// Content-Length is not checked: it may be the compressed length, or wrong.
		if (!endsLikePdf(Buffer.concat(end))) this.refuse(TRUNCATION_FAILURE);
	}

	private *handOver(chunk: Buffer): Generator<Buffer> {
		this.waiting = false;
		yield chunk;
		this.waiting = true;
		this.failure = this.broken;
	}

	private expectPdf(start: Buffer): void {
		if (startsLikePdf(start)) return;
		this.refuse({
			kind: 'unreadable',
			reason: `the download is not a PDF (${readContentType(this.headers, this.redact)})`,
		});
	}

	private createOversizeFailure(): Failure {
		const megabytes = Math.round(this.maxBytes / 1024 ** 2).toLocaleString('en');
		return { kind: 'oversize', reason: `it is larger than ${megabytes} MB` };
	}

	private refuse(failure: Failure): never {
		this.failure ??= failure;
		throw new Error('The download was refused');
	}
}

/**
 * Frees the chunks of streams in time. V8 13.6 to 14.7 (Node.js 24 to 26) look for unused chunks among young
 * objects too late, and go through all of n8n's heap after each 64 MB (nodejs/node#61967, nodejs/node#63863).
 * `docs/decisions.md` has the figures. Delete this file with the last Node.js version that needs it.
 */
const FIRST_NODE = 24;
const LAST_NODE = 26;

/** Node.js has this since version 21; its types here are older. */
declare const navigator: { userAgent: string } | undefined;

/** Whether V8 needs help; looked up once, because chunks are many. */
const NEEDS_HELP = (() => {
	if (typeof navigator === 'undefined') return false;
	const version = Number(/^Node\.js\/(\d+)/.exec(navigator.userAgent)?.[1]);
	return version >= FIRST_NODE && version <= LAST_NODE;
})();

/** 1 kB: small enough not to grow V8's young generation. */
const FILLER: readonly unknown[] = new Array<unknown>(128);
const FILLER_BYTES = 8 * FILLER.length;
/** Young objects per byte of chunks; less is not enough for chunks from the network. */
const FILLER_PER_BYTE = 4;
let missingBytes = 0;
let lastCopy = FILLER;

/**
 * Makes V8 collect young objects soon, which takes a millisecond and frees chunks that are no longer used.
 * Call it for each chunk of an upload or download: sockets and stores may still use the chunk.
 * The filler is copied: V8 may learn to make new arrays among its old objects (pretenuring).
 *
 * @returns the last copy; otherwise V8 would optimize its creation away
 */
export function provokeMinorCollection(chunkBytes: number): readonly unknown[] {
	if (!NEEDS_HELP) return lastCopy;
	missingBytes += FILLER_PER_BYTE * chunkBytes;
	for (; missingBytes >= FILLER_BYTES; missingBytes -= FILLER_BYTES) lastCopy = FILLER.slice();
	return lastCopy;
}

interface TransferableBuffer {
	byteLength: number;
	/** Since Node.js 21. */
	transfer?: (byteLength: number) => unknown;
}

/**
 * Frees the memory of a chunk that nobody uses any more, if the chunk fills its buffer.
 *
 * @returns whether the memory is free
 */
export function freeChunk(chunk: Uint8Array): boolean {
	const buffer: TransferableBuffer = chunk.buffer;
	if (buffer.byteLength !== chunk.byteLength || !buffer.transfer) return false;
	buffer.transfer(0);
	return true;
}
