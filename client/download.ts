import { TagPdfError } from './errors';
import {
	type Answer,
	createNetworkFailure,
	createRedact,
	createStatusFailure,
	fail,
	type Failure,
	isSuccess,
	listAddressSecrets,
	readHost,
	type Redact,
} from './failure';
import { readText, transferInSlot, type Watch } from './http';
import {
	createStream,
	endsLikePdf,
	PDF_END_BYTES,
	PDF_HEADER_BYTES,
	readChunks,
	startsLikePdf,
} from './pdfFile';
import { repeat, type Repetition } from './retry';
import type { ByteStream, HttpResponse, Runtime } from './runtime';
import { type CallOptions, checkAddress, readContentType, type Service } from './service';

/**
 * Streams a document from the user's URL to `save`, following redirects. The file never sits in memory here,
 * whatever its announced length.
 *
 * @throws TagPdfError `SOURCE_UNAVAILABLE`, `NOT_A_PDF`, `TOO_LARGE`; `NOT_SAVED` if `save` itself fails
 */
export async function fetchSource<Saved>(
	runtime: Runtime,
	url: string,
	destination: Destination<Saved>,
	signal: AbortSignal | undefined,
): Promise<Saved> {
	const download = async () => await fetchPdf(runtime, url, destination, signal);
	const getServer = () => readHost(url, runtime.secrets);
	return await repeatDownload(runtime, { request: 'fetchSource', signal, getServer }, download);
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
	destination: Destination<Saved>,
	{ signal, retryUntil }: Pick<CallOptions, 'signal' | 'retryUntil'>,
): Promise<Saved> {
	let url = '';
	let askedAt = 0;
	const requestUrl = async () => {
		askedAt = runtime.now();
		url = (await service.getResult(jobId, { signal, retryUntil })).result_url;
	};
	const download = async () => {
		// Before the transfer takes a slot: the result URL may need many retries.
		await requestUrl();
		return await runtime.slots.transfers.run(async () => {
			if (runtime.now() - askedAt > runtime.limits.transfer.freshUrlMs) await requestUrl();
			return await fetchPdf(runtime, url, destination, signal);
		}, true);
	};
	const job = { jobId, jobExists: true };
	const getServer = () => readHost(url, runtime.secrets);
	const { hasAnswered } = service;
	const common = { signal, retryUntil, getServer, hasAnswered };
	const repetition = { ...common, request: 'download', job } as const;
	return await repeatDownload(runtime, repetition, download);
}

async function repeatDownload<Saved>(
	runtime: Runtime,
	repetition: Repetition,
	download: () => Promise<Answer<Saved>>,
): Promise<Saved> {
	return await repeat(runtime, repetition, download).catch((error: unknown) => {
		if (error instanceof TagPdfError) throw error;
		throw new TagPdfError('NOT_SAVED', { ...repetition.job }, { cause: error });
	});
}

export interface Destination<Saved> {
	/** Must reject when the stream fails. */
	save: (content: ByteStream) => Promise<Saved>;
	/** Bytes. */
	maxBytes: number;
}

/**
 * Streams a PDF from an address to `save` once a slot is free, under a watch that aborts stalled and slow
 * downloads. A file that is too large, incomplete or not a PDF is a failure. Nothing is saved unless the file
 * begins like a PDF.
 *
 * @throws errors of `save` itself, such as a full disk
 */
export async function fetchPdf<Saved>(
	runtime: Runtime,
	url: string,
	{ save, maxBytes }: Destination<Saved>,
	signal: AbortSignal | undefined,
): Promise<Answer<Saved>> {
	const { stallMs, slowestDownload } = runtime.limits.transfer;
	let check: PdfCheck | undefined;
	const bounds = {
		getMaxSilenceMs: () => stallMs,
		getMaxTotalMs: () => 2 * stallMs + (check?.received ?? 0) / slowestDownload,
	};
	const download = async (watch: Watch): Promise<Answer<Saved>> => {
		const addresses = [url];
		const redact: Redact = (text, longest) => {
			const secrets = addresses.flatMap((address) => listAddressSecrets(address));
			return createRedact([...runtime.secrets, ...secrets])(text, longest);
		};
		const opened = await openDownload(runtime, addresses, redact, watch);
		if (!opened.ok) return opened;
		check = new PdfCheck(opened.value, maxBytes, redact, watch);
		return await savePdf(check, save, watch);
	};
	return await transferInSlot(runtime, signal, bounds, download);
}

async function savePdf<Saved>(
	check: PdfCheck,
	save: Destination<Saved>['save'],
	watch: Watch,
): Promise<Answer<Saved>> {
	let content: ByteStream | undefined;
	const saveContent = async (): Promise<Answer<Saved>> => {
		const start = await check.readStart();
		content = createStream(check.passOn(start));
		return { ok: true, value: await save(content) };
	};
	const toAnswer = (error: unknown): Answer<Saved> => {
		const ended = watch.signal.aborted ? createNetworkFailure(error) : undefined;
		const failure = watch.failure ?? check.failure ?? ended;
		if (!failure) throw error;
		return fail(content && failure.kind === 'network' ? { ...failure, kept: true } : failure);
	};
	try {
		return await saveContent().catch(toAnswer);
	} finally {
		content?.destroy();
		check.body.destroy();
	}
}

/** Passes the chunks of a PDF on, and stops a file that is not a complete PDF. */
class PdfCheck {
	readonly body: ByteStream;
	/** Why the download failed; undefined if it was only given up. */
	failure?: Failure;
	/** Bytes so far. */
	received = 0;
	private readonly chunks: AsyncGenerator<Buffer, void>;

	/** @param maxBytes of the largest file that passes */
	constructor(
		private readonly response: HttpResponse<ByteStream>,
		private readonly maxBytes: number,
		private readonly redact: Redact,
		private readonly watch: Watch,
	) {
		this.body = response.body.on('error', () => {});
		this.chunks = this.receive();
	}

	/** @returns at least {@link PDF_HEADER_BYTES} bytes, if the file has them */
	async readStart(): Promise<Buffer> {
		const { headers } = this.response;
		this.refuseOversize(Number(headers['content-length']));
		let start = Buffer.alloc(0);
		while (start.length < PDF_HEADER_BYTES) {
			const next = await this.chunks.next();
			if (next.done === true) break;
			start = Buffer.concat([start, next.value]);
		}
		if (startsLikePdf(start)) return start;
		const reason = `the download is not a PDF (${readContentType(headers, this.redact)})`;
		return this.refuse({ kind: 'unreadable', reason });
	}

	/** The whole file; an error at its end if it is not complete. */
	async *passOn(start: Buffer): AsyncGenerator<Buffer> {
		let end = start;
		yield start;
		for await (const chunk of this.chunks) {
			// Large chunks are not copied: copies would add much garbage for n8n to collect.
			const isLarge = chunk.length >= PDF_END_BYTES;
			end = isLarge ? chunk : Buffer.concat([end.subarray(-PDF_END_BYTES), chunk]);
			yield chunk;
		}
		// Content-Length is not checked: it may be the compressed length, or wrong.
		if (!endsLikePdf(end)) this.refuse(TRUNCATION_FAILURE);
	}

	private async *receive(): AsyncGenerator<Buffer, void> {
		const recordBreak = (error: unknown) => {
			this.failure = createNetworkFailure(error);
		};
		for await (const chunk of readChunks(this.body, recordBreak)) {
			this.watch.keepAlive();
			this.received += chunk.length;
			this.refuseOversize(this.received);
			yield chunk;
		}
	}

	private refuseOversize(bytes: number): void {
		if (!(bytes > this.maxBytes)) return;
		const megabytes = Math.round(this.maxBytes / 1024 ** 2).toLocaleString('en');
		this.refuse({ kind: 'oversize', reason: `it is larger than ${megabytes} MB` });
	}

	private refuse(failure: Failure): never {
		this.failure = failure;
		throw new Error('The download was refused');
	}
}

/** A file of which a part is missing. */
const TRUNCATION_FAILURE: Failure = { kind: 'network', code: 'TRUNCATED' };

/** Status of a partial answer, which the client never requests (RFC 9110, 15.3.7). */
const PARTIAL_STATUS = 206;
/** Bytes; enough to contain S3's error code. */
const MAX_REFUSAL_BYTES = 4_000;

/** Redirects that are followed. */
const MAX_REDIRECTS = 10;

/** @param addresses gets the addresses of redirects: they may be presigned, too */
async function openDownload(
	runtime: Runtime,
	addresses: string[],
	redact: Redact,
	watch: Watch,
): Promise<Answer<HttpResponse<ByteStream>>> {
	const { signal } = watch;
	const timeoutMs = runtime.limits.transfer.stallMs;
	try {
		for (;;) {
			const url = addresses.at(-1) ?? '';
			const response = await runtime.callWithoutKey({ method: 'GET', url, timeoutMs, signal });
			if (isSuccess(response) && response.statusCode !== PARTIAL_STATUS)
				return { ok: true, value: response };
			const next = readRedirect(url, response);
			if (next === undefined || addresses.length > MAX_REDIRECTS)
				return fail(await readRefusal(response, redact, watch));
			response.body.destroy();
			const refused = checkAddress('its redirect', next, url);
			if (refused) return fail(refused);
			addresses.push(next);
		}
	} catch (error) {
		return fail(watch.failure ?? createNetworkFailure(error));
	}
}

/** @returns undefined if the answer is no redirect with an address */
function readRedirect(url: string, { headers, statusCode }: HttpResponse<ByteStream>) {
	const { location } = headers;
	const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
	if (!isRedirect || typeof location !== 'string' || !URL.canParse(location, url)) return undefined;
	return new URL(location, url).href;
}

async function readRefusal(
	response: HttpResponse<ByteStream>,
	redact: Redact,
	watch: Watch,
): Promise<Failure> {
	if (response.statusCode === PARTIAL_STATUS) {
		response.body.destroy();
		return TRUNCATION_FAILURE;
	}
	const { text } = await readText(response.body, MAX_REFUSAL_BYTES, watch);
	return createStatusFailure({ ...response, body: text }, redact);
}

/** Longest file name kept, in UTF-16 units; longer ones lose their middle, never their extension. */
const MAX_NAME_LENGTH = 200;
const FALLBACK_NAME = 'document.pdf';
/** Control characters, and marks that change the order in which a name is displayed. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\p{Cs}]/gu;

/**
 * A name that is safe as a form field, a header value and a path segment: the last segment only, without
 * control characters. Letters of every script are kept.
 */
export function toSafeFileName(name: unknown): string {
	if (typeof name !== 'string') return FALLBACK_NAME;
	const visible = name.replace(INVISIBLE_CHARACTERS, '');
	const lastSeparator = Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\'));
	const lastSegment = visible.slice(lastSeparator + 1).trim();
	if (/^\.*$/.test(lastSegment)) return FALLBACK_NAME;
	const extension = /\.[^.]{1,10}$/.exec(lastSegment)?.[0] ?? '';
	return joinFileName(lastSegment.slice(0, lastSegment.length - extension.length), extension);
}

/** A safe name that keeps its ending, however long its stem is. */
export function joinFileName(stem: string, ending: string): string {
	// The cut may split a character in two.
	return stem.slice(0, MAX_NAME_LENGTH - ending.length).replace(INVISIBLE_CHARACTERS, '') + ending;
}
