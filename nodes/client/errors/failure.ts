import type { HttpResponse } from '../runtime';
import { cleanOutsideText, MAX_LENGTH, toOneLine, type Redact } from './outside';

/**
 * Names of requests in retries, texts and logs. `fetchSource` downloads a document from the user's URL.
 * The others follow the service's flow (interface 1).
 */
export const REQUESTS = [
	'fetchSource',
	'getAccount',
	'createUpload',
	'store',
	'submitJob',
	'getJob',
	'getResult',
	'download',
] as const;

export type RequestName = (typeof REQUESTS)[number];

/** Calls with the API key (interface 4). All other requests go to storage or to the user's URL. */
export const API_CALLS: readonly RequestName[] = [
	'getAccount',
	'createUpload',
	'submitJob',
	'getJob',
	'getResult',
];

/** Calls for a job that exists. */
export const JOB_CALLS: readonly RequestName[] = ['getJob', 'getResult'];

/** An answer with a status other than success. */
export interface StatusFailure {
	kind: 'status';
	statusCode: number;
	/** The body is an error of the service (interface 2.5), not of a proxy in front of it. */
	isOfService?: true;
	/** `error.type` of the body (interface 2.5), or the `Code` of S3's XML. */
	type?: string;
	/** `error.message` of the body. */
	message?: string;
	requestId?: string;
	/** The `Retry-After` header as it came. */
	retryAfter?: string;
	/** Origin that a redirect points to. */
	redirectTo?: string;
}

/** Why a request did not return what the interface promises. */
export type Failure =
	/** No answer: a system or HTTP client code such as `ECONNRESET`. */
	| {
			kind: 'network';
			code: string;
			/** Part of the file was saved and remains in the store. */
			kept?: true;
			cause?: unknown;
	  }
	| StatusFailure
	/** A successful status whose body is not what the interface describes. */
	| { kind: 'unreadable'; reason: string }
	/** The answer names an address that the client does not call. A retry would return it again. */
	| { kind: 'address'; field: string; reason: string }
	/** A file beyond the user's size limit. */
	| { kind: 'oversize'; reason: string }
	/** The document could not be read, or its size is not the announced one. No server is at fault. */
	| { kind: 'document'; reason: string; cause?: unknown };

/** Outcome of one try of a request. */
export type Answer<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/** The outcome of a try whose answer is not what the interface describes. */
export function createUnreadable(reason: string): Answer<never> {
	return { ok: false, failure: { kind: 'unreadable', reason } };
}

/** Any 2xx: the interface (4.3) does not say whether a repeated submission returns 202 again. */
export function isSuccess({ statusCode }: { statusCode: number }): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/**
 * Turns an answer with a status other than success into a failure (interface 2.5, 7).
 *
 * @param redact removes the request's secrets, which an answer may repeat
 */
export function createStatusFailure(
	{ statusCode, headers, body }: HttpResponse,
	redact: Redact,
): StatusFailure {
	const parsed = parseJson(body);
	const error = isObject(parsed) && isObject(parsed.error) ? parsed.error : {};
	const { location } = headers;
	return {
		kind: 'status',
		statusCode,
		...(toText(error.type) && toText(error.message) ? { isOfService: true } : {}),
		type: readWord(toText(error.type) ?? /<Code>(\w+)<\/Code>/.exec(body)?.[1], redact),
		message: cleanOutsideText(error.message, redact, MAX_LENGTH.message),
		requestId: cleanOutsideText(error.request_id, redact, MAX_LENGTH.word),
		retryAfter: cleanOutsideText(headers['retry-after'], redact, MAX_LENGTH.word),
		redirectTo: cleanOutsideText(readOrigin(location), redact, MAX_LENGTH.word),
	};
}

/** Turns an exception of an HTTP client into a failure, with the code of Node or axios. */
export function createNetworkFailure(error: unknown): Failure {
	const { code, httpCode } = (error ?? {}) as Record<string, unknown>;
	// The client reports a status instead of a code if the answer is truncated.
	const truncated = /^\d{3}$/.test(String(httpCode));
	const named = truncated ? 'TRUNCATED' : (toText(code) ?? toText(httpCode) ?? 'UNKNOWN');
	return { kind: 'network', code: named, cause: copyWithoutRequest(error) };
}

/** Copies an HTTP client's exception without the request, whose headers and address may be secret. */
function copyWithoutRequest(error: unknown): unknown {
	if (!(error instanceof Error)) return undefined;
	const { message, name, stack } = error;
	return Object.assign(new Error(message), { name, stack });
}

/**
 * Some proxies and frameworks put a byte order mark before JSON.
 *
 * @returns undefined if the text is not JSON
 */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\ufeff/, ''));
	} catch {
		return undefined;
	}
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The server of an address, for messages; never its path or query, which may be presigned. */
export function readHost(url: string): string {
	return URL.canParse(url) ? toOneLine(new URL(url).host, MAX_LENGTH.word) : 'the address';
}

/** A code of up to 60 characters; undefined if it is longer or holds a secret. */
function readWord(code: string | undefined, redact: Redact): string | undefined {
	return code !== undefined && /^[\w.-]{1,60}$/.test(redact(code)) ? code : undefined;
}

function readOrigin(address: unknown): string | undefined {
	return typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : undefined;
}

function toText(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
