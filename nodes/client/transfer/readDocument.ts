import { createHash } from 'crypto';

import { TagPdfError, throwIfStopped, type Failure } from '../errors';
import { rejectOnAbort, runUnderWatch, type Watch } from '../exchange';
import type { ByteStream, Runtime } from '../runtime';
import { freeChunk, provokeMinorCollection } from './chunkMemory';
import { PDF_HEADER_BYTES } from './pdfCheck';

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

export interface DocumentStart {
	document: PdfDocument;
	/** At least {@link PDF_HEADER_BYTES} bytes, if it has them. */
	start: Buffer;
}

/**
 * Opens a document and reads its start, under a watch: a store on a network may hang.
 *
 * @param find finds the document; its store may have to look up the size
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function readDocumentStart(
	runtime: Runtime,
	signal: AbortSignal | undefined,
	find: () => Promise<PdfDocument>,
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
export async function readDocument<T>(
	runtime: Runtime,
	document: PdfDocument,
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

/**
 * The SHA-256 of a document, hex.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function hashDocument(
	runtime: Runtime,
	document: PdfDocument,
	signal: AbortSignal | undefined,
): Promise<string> {
	return await readDocument(runtime, document, signal, async (open) => {
		const hash = createHash('sha256');
		for await (const chunk of await open()) hash.update(chunk);
		return hash.digest('hex');
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

async function openUnderWatch(document: PdfDocument, { signal }: Watch, chunkBytes?: number) {
	const content = await document.open(chunkBytes);
	signal.addEventListener('abort', () => closeContent(content), { once: true });
	if (signal.aborted) closeContent(content);
	return content;
}

async function* watchChunks(
	content: Awaited<ReturnType<PdfDocument['open']>>,
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

async function readStart(document: PdfDocument, watch: Watch): Promise<Buffer> {
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
