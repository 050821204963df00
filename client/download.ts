import { ofJob, TagPdfError } from './errors';
import {
	type Answer,
	createNetworkFailure,
	createStorageFailure,
	fail,
	type Failure,
	isSuccess,
} from './failure';
import { decodeText, looksLikeHtml, toText, WEB_PAGE } from './text';
import { readText, rejectOnAbort, transferInSlot, type Watch } from './http';
import { endsLikePdf, PDF_END_BYTES, readStart, startsLikePdf } from './pdfMarks';
import { type Chunks, createStream, readChunks } from './chunks';
import { repeat } from './retry';
import type { ByteStream, HttpResponse, Runtime } from './runtime';
import { type CallOptions, type Service } from './service';
import { checkAddress } from './address';

/**
 * Saves a document, and rejects if the stream fails.
 *
 * @param announcedName file name that the server gives to the document; not checked, so it may be any text
 */
export type Save<Saved> = (content: ByteStream, announcedName?: string) => Promise<Saved>;

/**
 * Whether all of a download has come.
 *
 * @param end its last bytes, at least {@link PDF_END_BYTES}, or all
 * @param bytes its size
 */
type IsComplete = (
	end: Buffer,
	response: Pick<HttpResponse<ByteStream>, 'headers'>,
	bytes: number,
) => boolean;

/** Content-Length is not checked for a tagged PDF: it may be the compressed length, or wrong. */
const hasEndMark: IsComplete = (end) => endsLikePdf(end);

/**
 * Whether a file from the user's URL is complete. It has an end-of-file mark, or else its announced length, or it came
 * in chunks (RFC 9112, 6.3): then the HTTP client reports an error if the last chunk is missing.
 */
const isWhole: IsComplete = (end, { headers }, bytes) =>
	hasEndMark(end, { headers }, bytes) ||
	// Some servers answer with a part of the file although nobody asked for one.
	(headers['content-range'] === undefined &&
		(Number(headers['content-length']) === bytes ||
			/\bchunked\b/i.test(String(headers['transfer-encoding']))));

/**
 * Streams a document from the user's URL to `save`, following redirects. The client never holds the whole file in
 * memory, whatever length is announced.
 *
 * @throws TagPdfError `SOURCE_UNAVAILABLE`, `NOT_A_PDF`, `TOO_LARGE`; `NOT_SAVED` if `save` itself fails; `STOPPED` or
 * `NOT_STARTED`
 */
export async function fetchSource<Saved>(
	runtime: Runtime,
	url: string,
	save: Save<Saved>,
	signal: AbortSignal | undefined,
): Promise<Saved> {
	const download = async () => await fetchPdf(runtime, url, save, signal, isWhole);
	return await repeat(runtime, { request: 'fetchSource', signal }, download);
}

/**
 * Fetches the tagged PDF of a completed job (interface 4.5). Every try requests a new result URL, because
 * URLs are short-lived (2.4). Incomplete or stalled downloads, and files that are not PDFs, are retried.
 *
 * @throws TagPdfError that names the job; `NOT_SAVED` if `save` itself fails
 */
export async function fetchResult<Saved>(
	runtime: Runtime,
	service: Service,
	jobId: string,
	save: Save<Saved>,
	options: Pick<CallOptions, 'signal' | 'retryUntil' | 'missingTries'>,
): Promise<Saved> {
	const { signal, retryUntil, missingTries } = options;
	const job = ofJob(jobId);
	const tryOnce = async (): Promise<Answer<Saved>> => {
		const found = await findResult(service, jobId, { signal, retryUntil });
		return found.ok ? await fetchPdf(runtime, found.value, save, signal) : found;
	};
	const repetition = { request: 'download', signal, retryUntil, missingTries, job } as const;
	// The pauses between two tries hold no slot: others can be transferred meanwhile.
	const download = async () => await runtime.slots.transfers(tryOnce);
	try {
		return await repeat(runtime, repetition, download);
	} catch (error) {
		throw error instanceof TagPdfError ? error.addFacts(job) : error;
	}
}

/**
 * Asks for the address of a tagged PDF. If the result is not found (404), it is not asked for again here: that is a
 * failure of the whole try, which the caller repeats. Every other error is thrown.
 */
async function findResult(
	service: Service,
	jobId: string,
	options: Pick<CallOptions, 'signal' | 'retryUntil'>,
): Promise<Answer<string>> {
	let error: unknown;
	try {
		const { result_url: value } = await service.getResult(jobId, { ...options, missingTries: 1 });
		return { ok: true, value };
	} catch (thrown) {
		error = thrown;
	}
	const { failure, request } = error instanceof TagPdfError ? error.facts : {};
	const isMissing = failure?.kind === 'status' && failure.statusCode === 404;
	if (!isMissing) throw error;
	return { ok: false, failure, request };
}

/**
 * Streams a PDF from an address to `save` once a slot is free, under a watch that aborts stalled and slow
 * downloads. A file that is too large, incomplete or not a PDF is a failure. Nothing is saved unless the file
 * begins like a PDF.
 *
 * @throws TagPdfError `NOT_SAVED` if `save` itself fails, as on a full disk
 */
export async function fetchPdf<Saved>(
	runtime: Runtime,
	url: string,
	save: Save<Saved>,
	signal: AbortSignal | undefined,
	isComplete = hasEndMark,
): Promise<Answer<Saved>> {
	const { maxFileBytes, stallMs, slowestDownload } = runtime.limits.transfer;
	const getBounds = (received: number) => ({
		silenceMs: stallMs,
		totalMs: 2 * stallMs + received / slowestDownload,
	});
	return await transferInSlot(runtime, url, signal, getBounds, async (watch) => {
		const opened = await openDownload(runtime, url, watch);
		// The signal also ends a save that hangs. The watch does not: a store may take long to finish a file.
		const saveUntilStop: Save<Saved> = async (...document) =>
			await (signal ? rejectOnAbort(signal, save(...document), () => {}) : save(...document));
		if (!opened.ok) return opened;
		return await savePdf(opened.value, saveUntilStop, maxFileBytes, watch, isComplete);
	});
}

async function savePdf<Saved>(
	response: HttpResponse<ByteStream>,
	save: Save<Saved>,
	maxBytes: number,
	watch: Watch,
	isComplete: IsComplete,
): Promise<Answer<Saved>> {
	const { body, headers } = response;
	body.on('error', () => {});
	let content: ByteStream | undefined;
	let cause: unknown;
	let isEnded = false;
	try {
		checkSize(Number(headers['content-length']), maxBytes, watch);
		const chunks = receive(body, maxBytes, watch);
		const start = await readStart(chunks);
		if (!startsLikePdf(start)) {
			const reason = looksLikeHtml(start.toString()) ? WEB_PAGE : 'the download is not a PDF';
			refuse({ kind: 'unreadable', reason }, watch);
		}
		const isAll = (end: Buffer) => isComplete(end, response, watch.bytes);
		content = createStream(passOn(start, chunks, watch, isAll));
		const name = readAnnouncedName(headers['content-disposition']);
		return { ok: true, value: await save(content, name) };
	} catch (error) {
		cause = error;
		isEnded = watch.signal.aborted;
	} finally {
		content?.destroy();
		body.destroy();
	}
	if (!isEnded) throw new TagPdfError('NOT_SAVED', {}, { cause });
	const { failure = createNetworkFailure(cause) } = watch;
	return fail(content && failure.kind === 'network' ? { ...failure, kept: true } : failure);
}

async function* receive(body: ByteStream, maxBytes: number, watch: Watch): Chunks {
	for await (const chunk of readChunks(body, watch, createNetworkFailure)) {
		watch.record(chunk.length);
		checkSize(watch.bytes, maxBytes, watch);
		yield chunk;
	}
}

/** Yields the whole file, and throws at its end if the file is not complete. */
async function* passOn(
	start: Buffer,
	rest: Chunks,
	watch: Watch,
	isAll: (end: Buffer) => boolean,
): Chunks {
	let end = start;
	yield start;
	for await (const chunk of rest) {
		// Large chunks are not copied: copies would add much garbage for n8n to collect.
		const isLarge = chunk.length >= PDF_END_BYTES;
		end = isLarge ? chunk : Buffer.concat([end.subarray(-PDF_END_BYTES), chunk]);
		yield chunk;
	}
	if (!isAll(end)) refuse({ kind: 'network', code: 'TRUNCATED' }, watch);
}

function checkSize(bytes: number, maxBytes: number, watch: Watch): void {
	if (!(bytes > maxBytes)) return;
	const megabytes = Math.round(maxBytes / 1024 ** 2).toLocaleString('en');
	refuse({ kind: 'oversize', reason: `it is larger than ${megabytes} MB` }, watch);
}

function refuse(failure: Failure, watch: Watch): never {
	watch.end(failure);
	throw new Error('The download was refused');
}

const MAX_REDIRECTS = 10;

async function openDownload(
	runtime: Runtime,
	from: string,
	watch: Watch,
): Promise<Answer<HttpResponse<ByteStream>>> {
	const { signal } = watch;
	const { maxAnswerBytes, stallMs: timeoutMs } = runtime.limits.transfer;
	let url = from;
	try {
		for (let redirects = 0; ; redirects += 1) {
			const response = await runtime.callWithoutKey({ method: 'GET', url, timeoutMs, signal });
			if (isPart(response)) {
				response.body.destroy();
				return fail({ kind: 'network', code: 'TRUNCATED' });
			}
			if (isSuccess(response)) return { ok: true, value: response };
			const next = readRedirect(url, response);
			if (next === undefined || redirects === MAX_REDIRECTS) {
				const { text } = await readText(response.body, maxAnswerBytes, watch);
				return fail(createStorageFailure({ ...response, body: text }));
			}
			response.body.destroy();
			const refused = checkAddress('its redirect', next, url);
			if (refused) return fail(refused);
			url = next;
		}
	} catch (error) {
		return fail(watch.failure ?? createNetworkFailure(error));
	}
}

/**
 * Whether an answer has only a part of the document. The client asks for no part, and a part may end like a whole PDF,
 * so `IsComplete` would not notice.
 */
function isPart({ headers, statusCode }: HttpResponse<ByteStream>): boolean {
	return statusCode === 206 || /^\s*multipart\/byteranges/i.test(String(headers['content-type']));
}

/** @returns the address that a redirect names; undefined without a redirect status, or without a valid `Location` */
export function readRedirect(
	url: string,
	{ headers, statusCode }: Pick<HttpResponse<unknown>, 'headers' | 'statusCode'>,
): string | undefined {
	const { location } = headers;
	const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
	if (!isRedirect || typeof location !== 'string' || !URL.canParse(location, url)) return undefined;
	return new URL(location, url).href;
}

/**
 * A parameter of `Content-Disposition`: a quoted text with escapes, or a token (RFC 6266, 4.1). Servers also send tokens
 * with spaces or in single quotes, and quoted texts without an end.
 */
const PARAMETER =
	/(?:^|;)\s*(filename\*?)\s*=\s*(?:"((?:\\.|[^"\\])*)(?:"|$)|'([^';"]*)'\s*(?=;|$)|([^;"]+))/gi;

/** The file name in a `Content-Disposition` header (RFC 6266); `filename*` is preferred. Undefined if there is none. */
function readAnnouncedName(header: unknown): string | undefined {
	const names: Record<string, string | undefined> = {};
	const text = typeof header === 'string' ? header : '';
	for (const [, parameter = '', quoted, inner, token = ''] of text.matchAll(PARAMETER))
		names[parameter.toLowerCase()] ??= quoted?.replace(/\\(["\\])/g, '$1') ?? inner ?? token;
	const extended = decodeExtended(names['filename*']) ?? decodeExtended(names.filename);
	return toText(extended ?? decodeUtf8(names.filename));
}

/**
 * Decodes a value that names its character set, such as `UTF-8''a%20b` (RFC 8187, 3.2).
 *
 * @returns undefined if the value has another form, or a character set that Node.js does not know
 */
function decodeExtended(value = ''): string | undefined {
	const [, charset = '', text = ''] = /^([\w-]+)'[^']*'(.+)$/.exec(value) ?? [];
	const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	if (bytes === '') return undefined;
	if (/^utf-?8$/i.test(charset)) return decodeUtf8(bytes);
	return decodeText(Buffer.from(bytes, 'latin1'), charset);
}

/**
 * Decodes a header value as UTF-8, which many servers send: Node.js gives each byte as a character. A value that is not
 * UTF-8 stays as it is.
 */
function decodeUtf8(bytes?: string): string | undefined {
	if (bytes === undefined) return undefined;
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
	} catch {
		return bytes;
	}
}
