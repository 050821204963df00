import { createHash } from 'crypto';

import { TagPdfError, throwIfStopped } from '../errors';
import { rejectOnAbort, runUnderWatch, type Watch } from '../exchange';
import type { Runtime } from '../runtime';
import { PDF_HEADER_BYTES } from './pdfCheck';
import { freeChunk, provokeMinorCollection } from './chunkMemory';
import {
	createReadFailure,
	splitIntoChunks,
	closeContent,
	SILENT_STORE_FAILURE,
	type PdfDocument,
} from './uploadBody';

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

/** Opens a document at its start. Each chunk is valid until the next one is requested. */
export type OpenDocument = () => Promise<AsyncIterable<Buffer>>;

/**
 * Runs `read`, which may open the document several times, under a watch: a store may hang.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function readDocument<T>(
	runtime: Runtime,
	document: PdfDocument,
	signal: AbortSignal | undefined,
	read: (open: OpenDocument) => Promise<T>,
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
	const start: Buffer[] = [];
	if (document.size === 0) return Buffer.alloc(0);
	const content = await openUnderWatch(document, watch);
	if (Buffer.isBuffer(content)) return content.subarray(0, PDF_HEADER_BYTES);
	let length = 0;
	for await (const chunk of content) {
		start.push(chunk);
		length += chunk.length;
		if (length >= PDF_HEADER_BYTES) break;
	}
	return Buffer.concat(start);
}
