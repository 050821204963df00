import { Hash } from 'crypto';

import { TagPdfError, throwIfStopped } from './errors';
import type { Failure } from './failure';
import { onAbort, rejectOnAbort, runUnderWatch, type Watch } from './http';
import type { ByteStream, Runtime } from './runtime';

/** A PDF that can be read as often as an upload needs. */
export interface PdfFile {
	fileName: string;
	/** Bytes. */
	size: number;
	/** The whole content: a stream if a store returns one, else one buffer. */
	open(): Promise<Buffer | ByteStream>;
}

export type Chunks = AsyncGenerator<Buffer, void, void>;

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
		return await rejectOnAbort(watch.signal, work, () => {}).catch((cause: unknown) => {
			throwIfStopped(signal);
			const { failure = explainUnreadable(cause) } = watch;
			throw new TagPdfError('DOCUMENT_UNREADABLE', { failure }, { cause });
		});
	});
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

/**
 * The bytes of a document, which is opened with the first chunk and closed with the watch. A document that cannot be
 * read ends the watch.
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

/** What n8n's stores say of a file that they do not have: disk, database and S3. */
const MISSING = /\bENOENT\b|\bnot found\b|NoSuchKey|does not exist/i;

function explainUnreadable(cause: unknown): Failure {
	const said = cause instanceof Error ? cause.message : String(cause);
	const failure = { kind: 'document', reason: `it cannot be read (${said})` } as const;
	return MISSING.test(said) ? { ...failure, isMissing: true } : failure;
}

/** Chunk size for a document in memory, in bytes. */
const SLICE_BYTES = 64 * 1024;

async function* openChunks(document: PdfFile, signal: AbortSignal): Chunks {
	const close = (content: Buffer | ByteStream) => {
		if (!Buffer.isBuffer(content)) content.destroy();
	};
	const content = await rejectOnAbort(signal, document.open(), close);
	onAbort(signal, () => close(content));
	if (!Buffer.isBuffer(content)) {
		// A late error must not end Node.
		yield* content.on('error', () => {});
		return;
	}
	for (let at = 0; at < content.length; at += SLICE_BYTES) {
		signal.throwIfAborted();
		yield content.subarray(at, at + SLICE_BYTES);
	}
}

/**
 * The chunks of a source. If it breaks while a chunk is awaited, that ends the watch. A source for which nobody
 * waits breaks because it was given up.
 */
export async function* readChunks(
	source: AsyncIterable<Buffer>,
	watch: Watch,
	explain: (error: unknown) => Failure,
): Chunks {
	const chunks = source[Symbol.asyncIterator]();
	for (;;) {
		const next: IteratorResult<Buffer, unknown> = await chunks.next().catch((error: unknown) => {
			watch.end(explain(error));
			throw error;
		});
		if (next.done === true) return;
		provokeMinorCollection(next.value.length);
		yield next.value;
	}
}

/** Bytes at the start of a file that may hold its header (PDF 1.7, Annex H.3). */
export const PDF_HEADER_BYTES = 1024;

/** Whether a file that starts with these bytes (at least {@link PDF_HEADER_BYTES}, or all) is a PDF. */
export function startsLikePdf(start: Uint8Array): boolean {
	const header = Buffer.from(start.subarray(0, PDF_HEADER_BYTES));
	return header.includes('%PDF-') && findContainer(header) === undefined;
}

/** Marks of files that may have a whole PDF in them, near their start, and where each mark may stand. */
const CONTAINERS = [
	{ name: 'an archive', mark: Buffer.from('PK\x03\x04'), from: 0, to: 4 },
	{ name: 'an archive', mark: Buffer.from('ustar'), from: 257, to: 262 },
	// A CMS message of the type signed data (RFC 5652, 5.1), such as a `.p7m` file.
	{
		name: 'a signed envelope',
		mark: Buffer.from('06092a864886f70d010702', 'hex'),
		from: 0,
		to: 32,
	},
];

/** What a file that starts with these bytes is, if a PDF may be in it. */
export function findContainer(start: Uint8Array): string | undefined {
	const bytes = Buffer.from(start.subarray(0, PDF_HEADER_BYTES));
	return CONTAINERS.find(({ from, mark, to }) => bytes.subarray(from, to).includes(mark))?.name;
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
