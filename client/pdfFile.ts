import { type Chunks, readChunks } from './chunks';
import { TagPdfError, throwIfStopped } from './errors';
import type { Failure } from './failure';
import { onAbort, rejectOnAbort, runUnderWatch, type Watch } from './http';
import type { ByteStream, Runtime } from './runtime';
import { cutAtPath, MAX_LENGTH, toOneLine } from './text';

/** A PDF that can be read as often as an upload needs. */
export interface PdfFile {
	fileName: string;
	/** Bytes. */
	size: number;
	/** The whole content: a stream if a store returns one, else one buffer. */
	open(): Promise<Buffer | ByteStream>;
}

/**
 * Reads documents under a watch: a store on a network may hang.
 *
 * @param read may open a document several times, each time at its start
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function readPdfFile<T>(
	runtime: Runtime,
	signal: AbortSignal | undefined,
	read: (open: (document: PdfFile) => Chunks) => Promise<T>,
): Promise<T> {
	const getBounds = () => ({ silenceMs: runtime.limits.transfer.stallMs });
	return await runUnderWatch(runtime, signal, getBounds, async (watch) => {
		watch.blamed = SILENT_STORE;
		const work = read((document) => readDocument(document, watch));
		let cause: unknown;
		try {
			return await rejectOnAbort(watch.signal, work, () => {});
		} catch (error) {
			cause = error;
		}
		throwIfStopped(signal);
		const { failure = explainUnreadable(cause) } = watch;
		throw new TagPdfError('DOCUMENT_UNREADABLE', { failure }, { cause });
	});
}

/**
 * Yields the bytes of a document. The document is opened when its first chunk is asked for, and closed when the watch's
 * signal is aborted. If it cannot be read, the watch ends with that failure.
 */
export async function* readDocument(document: PdfFile, watch: Watch): Chunks {
	const { blamed, signal } = watch;
	watch.blamed = SILENT_STORE;
	const source = openChunks(document, signal);
	for await (const chunk of readChunks(source, watch, explainUnreadable)) {
		watch.blamed = blamed;
		watch.record(0);
		yield chunk;
		watch.blamed = SILENT_STORE;
	}
	watch.blamed = blamed;
}

const SILENT_STORE = { kind: 'document', reason: 'its store stopped sending data' } as const;

/** What n8n's stores (disk, database and S3) say of a file that they do not have. */
const MISSING = /\bENOENT\b|\bnot found\b|NoSuchKey|does not exist/i;

function explainUnreadable(cause: unknown): Failure {
	const said = cause instanceof Error ? cause.message : String(cause);
	// The text may have the file's ID, which any JSON may name.
	const reason = `it cannot be read (${toOneLine(cutAtPath(said), MAX_LENGTH.message)})`;
	const failure = { kind: 'document', reason } as const;
	return MISSING.test(said) ? { ...failure, isMissing: true } : failure;
}

/**
 * Bytes of a document that are read from its store at a time, and the largest chunk: what is done with one chunk happens
 * in one turn of Node's event loop.
 */
export const CHUNK_BYTES = 256 * 1024;

/** The chunks of a document. A document in memory is cut, and so is the single chunk that n8n's database returns. */
async function* openChunks(document: PdfFile, signal: AbortSignal): Chunks {
	const close = (content: Buffer | ByteStream) => {
		if (!Buffer.isBuffer(content)) content.destroy();
	};
	const content = await rejectOnAbort(signal, document.open(), close);
	onAbort(signal, () => close(content));
	// A late error must not end Node.
	const parts = Buffer.isBuffer(content) ? [content] : content.on('error', () => {});
	for await (const part of parts) {
		for (let at = 0; at < part.length; at += CHUNK_BYTES) {
			signal.throwIfAborted();
			yield part.subarray(at, at + CHUNK_BYTES);
		}
	}
}
