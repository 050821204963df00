import type { HttpResponse } from './runtime';
import type { Secrets } from './secrets';
import { isObject, MAX_LENGTH, parseJson, toOneLine, toText } from './text';

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

const TRANSFERS: readonly RequestName[] = ['fetchSource', 'store', 'download'];

/** Calls with the API key (interface 4). Transfers go to storage or to the user's URL. */
export const API_CALLS = REQUESTS.filter((request) => !TRANSFERS.includes(request));

/** Calls about one job, by its ID. */
export const JOB_CALLS: readonly RequestName[] = ['getJob', 'getResult'];

/** An answer with a status other than success. */
export interface StatusFailure {
	kind: 'status';
	statusCode: number;
	/** `error.type` of the service's body (interface 2.5), or the `Code` of S3's XML. */
	type?: string;
	/**
	 * `error.message` of the service's body. An answer with this and a `type` is the service's own, not that of a proxy.
	 */
	message?: string;
	requestId?: string;
	/** The `Retry-After` header as it came; never shown. */
	retryAfter?: string;
	/** Storage says that the presigned address has expired. */
	isExpired?: true;
	/** Origin that a redirect of the service points to. */
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
	  }
	| StatusFailure
	/** A successful status whose body is not what the interface describes. */
	| {
			kind: 'unreadable';
			reason: string;
			/** Another required field of the answer is right, so the service itself has sent it. */
			isOfService?: true;
	  }
	/** The answer names an address that the client does not call. A retry would return it again. */
	| { kind: 'address'; field: string; reason: string }
	/** The service has given one upload or job to two documents: one of them would get the other's tagged PDF. */
	| { kind: 'mixup'; reason: string }
	/** A file beyond the size limit. */
	| { kind: 'oversize'; reason: string }
	/** The document could not be read, or its size is not the announced one. No server is at fault. */
	| {
			kind: 'document';
			reason: string;
			/** The binary store does not have it. */
			isMissing?: true;
	  };

/**
 * Outcome of one try of a request. A failure has a `server` if the server that failed is not the service. It has a
 * `request` if a request that the try has to make first has failed: a download asks the service for an address.
 */
export type Answer<T> =
	{ ok: true; value: T } | { ok: false; failure: Failure; server?: string; request?: RequestName };

export function fail(failure: Failure): Answer<never> {
	return { ok: false, failure };
}

/** The outcome of a try whose answer is not what the interface describes. */
export function createUnreadable(reason: string): Answer<never> {
	return fail({ kind: 'unreadable', reason });
}

/** Any 2xx: the interface (4.3) does not say whether a repeated submission returns 202 again. */
export function isSuccess({ statusCode }: { statusCode: number }): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/**
 * Turns an answer of the service with a status other than success into a failure (interface 2.5, 7).
 *
 * @param secrets which the answer may repeat
 */
export function createStatusFailure(
	{ statusCode, headers, body }: HttpResponse,
	secrets: Secrets,
): StatusFailure {
	const parsed = parseJson(body);
	const error = isObject(parsed) && isObject(parsed.error) ? parsed.error : {};
	const clean = (value: unknown, longest: number = MAX_LENGTH.word) => {
		const text = toText(value);
		return text === undefined ? undefined : secrets.redact(text, longest);
	};
	return {
		kind: 'status',
		statusCode,
		type: clean(error.type),
		message: clean(error.message, MAX_LENGTH.message),
		requestId: clean(error.request_id),
		retryAfter: toText(headers['retry-after']),
		redirectTo: clean(readOrigin(headers.location)),
	};
}

/** Codes of S3 and Azure that errors may name. Any other text of storage may repeat a secret of the request. */
const STORAGE_CODE =
	/<Code>(AccessDenied|AuthenticationFailed|BlobNotFound|EntityTooLarge|EntityTooSmall|ExpiredRequest|ExpiredToken|InternalError|InvalidAccessKeyId|InvalidPolicyDocument|InvalidRequest|MalformedPOSTRequest|NoSuchBucket|NoSuchKey|RequestExpired|RequestTimeTooSkewed|RequestTimeout|ServiceUnavailable|SignatureDoesNotMatch|SlowDown)<\/Code>/;

/**
 * How storage says that a presigned address has expired, in a code or in a sentence: `ExpiredToken` (S3, Google Cloud
 * Storage), "Request has expired" (MinIO), "Date is too old" (Garage), or the claim `exp` (Supabase).
 */
const EXPIRED = /expired|too old|\bexp\b/i;

/**
 * The same for an answer of storage, or of a source's server. These know presigned addresses, forms and passwords, so
 * only a known code and `Retry-After` are kept of what they have written.
 */
export function createStorageFailure({ statusCode, headers, body }: HttpResponse): StatusFailure {
	const type = STORAGE_CODE.exec(body)?.[1];
	const retryAfter = toText(headers['retry-after']);
	const failure = { kind: 'status', statusCode, type, retryAfter } as const;
	return EXPIRED.test(body) ? { ...failure, isExpired: true } : failure;
}

/** Turns an exception of an HTTP client into a failure, with the code of Node or axios. */
export function createNetworkFailure(error: unknown): Failure {
	const { code, httpCode } = (error ?? {}) as Record<string, unknown>;
	// n8n's HTTP client reports a status (`httpCode`) in place of a code if the answer is truncated.
	const truncated = /^\d{3}$/.test(String(httpCode));
	const named = truncated ? 'TRUNCATED' : (toText(code) ?? toText(httpCode) ?? 'UNKNOWN');
	return { kind: 'network', code: named };
}

/** Codes of requests that were never sent: no connection was made. */
const UNSENT_CODES = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|SSRF_BLOCKED)$/;

/**
 * Whether a failed request may have taken effect. It has not if it was never sent, or if the server has refused it. A
 * 408 is no refusal: it says that the request came too slowly, but not how much of it the server accepted. A 409 is
 * one: the request conflicts with an earlier one, and only the earlier one may have taken effect.
 */
export function mayHaveTakenEffect(failure: Failure): boolean {
	if (failure.kind === 'network') return !UNSENT_CODES.test(failure.code);
	if (failure.kind === 'status') return failure.statusCode >= 500 || failure.statusCode === 408;
	return failure.kind === 'unreadable';
}

/**
 * The server of an address, for messages; never its path or query, which may be presigned.
 *
 * @param secrets that the service may have put into the address
 */
export function readHost(url: string, secrets?: Secrets): string {
	if (!URL.canParse(url)) return 'the address';
	const { host } = new URL(url);
	return secrets ? secrets.redact(host, MAX_LENGTH.word) : toOneLine(host, MAX_LENGTH.word);
}

function readOrigin(address: unknown): string | undefined {
	return typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : undefined;
}
