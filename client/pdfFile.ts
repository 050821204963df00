import { Hash } from 'crypto';

import { TagPdfError, throwIfStopped } from './errors';
import { onAbort, rejectOnAbort, runUnderWatch, type Watch } from './http';
import type { ByteStream, Runtime } from './runtime';

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
	return await readUnderWatch(runtime, signal, async (open) => {
		const document = await find();
		if (document.size === 0) return { document, start: Buffer.alloc(0) };
		const chunks = await open(document);
		const start = await readStart(chunks);
		await chunks.return();
		return { document, start };
	});
}

/**
 * Runs `read`, which may open the document several times, each time at its start, under a watch: a store
 * may hang.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function readPdfFile<T>(
	runtime: Runtime,
	document: PdfFile,
	signal: AbortSignal | undefined,
	read: (open: () => Promise<AsyncIterable<Buffer>>) => Promise<T>,
): Promise<T> {
	return await readUnderWatch(runtime, signal, async (open) => {
		return await read(async () => await open(document, runtime.limits.transfer.chunkBytes));
	});
}

type Chunks = AsyncGenerator<Buffer, void, void>;

async function readUnderWatch<T>(
	runtime: Runtime,
	signal: AbortSignal | undefined,
	work: (open: (document: PdfFile, chunkBytes?: number) => Promise<Chunks>) => Promise<T>,
): Promise<T> {
	const bounds = { getMaxSilenceMs: () => runtime.limits.transfer.stallMs };
	return await runUnderWatch(runtime, signal, bounds, async (watch) => {
		const open = async (document: PdfFile, chunkBytes?: number) => {
			const content = await openContent(document, watch.signal, chunkBytes);
			onAbort(watch.signal, () => closeContent(content));
			return watchChunks(content, watch);
		};
		return await rejectOnAbort(watch.signal, work(open), () => {}).catch((cause: unknown) => {
			throwIfStopped(signal);
			const failure = explainUnreadable(cause, watch);
			throw new TagPdfError('DOCUMENT_UNREADABLE', { failure }, { cause });
		});
	});
}

async function* watchChunks(content: Buffer | ByteStream, watch: Watch): Chunks {
	for await (const chunk of readChunks(content)) {
		watch.signal.throwIfAborted();
		watch.record(chunk.length);
		yield chunk;
	}
}

/** Reads at least {@link PDF_HEADER_BYTES} bytes, if there are as many. The rest stays in `chunks`. */
export async function readStart(chunks: Chunks): Promise<Buffer> {
	let start = Buffer.alloc(0);
	while (start.length < PDF_HEADER_BYTES) {
		const next = await chunks.next();
		if (next.done === true) break;
		start = Buffer.concat([start, next.value]);
	}
	return start;
}

/** Opens a document. What opens after the abort is closed. */
export async function openContent(
	document: PdfFile,
	signal: AbortSignal,
	chunkBytes?: number,
): Promise<Buffer | ByteStream> {
	const content = await rejectOnAbort(signal, document.open(chunkBytes), closeContent);
	// An error before the first read must not end Node.
	if (!Buffer.isBuffer(content)) content.on('error', () => {});
	return content;
}

export function closeContent(content: Buffer | ByteStream): void {
	if (!Buffer.isBuffer(content)) content.destroy();
}

/** Why the document's store returned no document, or only part of it. */
export function explainUnreadable(cause: unknown, { failure }: Partial<Watch> = {}) {
	const said = cause instanceof Error ? cause.message : String(cause);
	const reason = failure ? 'its store stopped sending data' : `it cannot be read (${said})`;
	return { kind: 'document', reason } as const;
}

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

/** Chunk size for a document in memory, in bytes. */
const SLICE_BYTES = 64 * 1024;

/**
 * The bytes of a document or a download in chunks that each take little time.
 *
 * @param onBreak is called if the source breaks while a chunk is awaited. A source for which nobody waits
 * breaks because it was given up
 */
export async function* readChunks(
	source: Buffer | ByteStream,
	onBreak: (error: unknown) => void = () => {},
): Chunks {
	if (Buffer.isBuffer(source)) {
		for (let at = 0; at < source.length; at += SLICE_BYTES)
			yield source.subarray(at, at + SLICE_BYTES);
		return;
	}
	const chunks = source[Symbol.asyncIterator]();
	try {
		for (;;) {
			const next: IteratorResult<Buffer, unknown> = await chunks.next().catch((error: unknown) => {
				onBreak(error);
				throw error;
			});
			if (next.done === true) return;
			provokeMinorCollection(next.value.length);
			yield next.value;
		}
	} finally {
		source.destroy();
	}
}

/**
 * A stream of these chunks, with back-pressure. n8n does not let verified nodes import `stream`
 * (docs/releasing.md), but `crypto.Hash` extends `stream.Transform` and so has `Readable.from`.
 *
 * Errors reach the reader. The listener keeps errors before the first or after the last read from ending Node.
 */
export function createStream(chunks: AsyncIterable<Buffer>): ByteStream {
	return Hash.from(chunks).on('error', () => {});
}

/** Available since Node.js 21; the installed typings are older. */
declare const navigator: { userAgent: string } | undefined;

/**
 * Whether V8 needs help to free chunks in time. V8 13.6 to 14.7 (Node.js 24 to 26) look for unused chunks among
 * young objects too late, and go through all of n8n's heap after each 64 MB (nodejs/node#61967,
 * nodejs/node#63863). `docs/decisions.md` has the figures.
 */
const NEEDS_HELP = /^Node\.js\/2[456]\b/.test(
	typeof navigator === 'undefined' ? '' : navigator.userAgent,
);

/** Young objects per byte of chunks; less is not enough for chunks from the network. */
const FILLER_PER_BYTE = 4;
/** 1 kB: small enough not to grow V8's young generation. */
const FILLER_BYTES = 1024;
let filler: readonly unknown[] = new Array<unknown>(FILLER_BYTES / 8);

/**
 * Makes V8 collect young objects soon, which takes a millisecond and frees chunks that are no longer used.
 * The filler is copied: V8 may learn to make new arrays among its old objects (pretenuring).
 *
 * @returns the last copy, only so that V8 cannot optimize the copying away
 */
export function provokeMinorCollection(chunkBytes: number): readonly unknown[] {
	const count = NEEDS_HELP ? (FILLER_PER_BYTE * chunkBytes) / FILLER_BYTES : 0;
	for (let copies = 0; copies < count; copies += 1) filler = filler.slice();
	return filler;
}
