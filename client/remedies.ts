import { API_CALLS, type Failure, JOB_CALLS, type RequestName, REQUESTS } from './failure';

/** Which failures are worth another try, and what kind of try. */

/** How the client reacts to a failure. */
export type Remedy =
	/** Send the request again after a pause, for a limited time. */
	| 'retry'
	/** Hold every request of this API key until the rate window resets. */
	| 'waitForWindow'
	/** Send it again, for a limited number of tries: more time or another presigned address may help. */
	| 'askAgain'
	| 'none';

/** Codes of transient failures, damaged compression included. All others (TLS, blocked addresses) are permanent. */
const TRANSIENT_CODES =
	/^(ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_NETWORK|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+|Z_\w+|ERR__ERROR_\w+|ZSTD_\w+|STALLED|TOO_SLOW|TRUNCATED)$/;

/** Requests of which each try gets a new presigned address. */
const PRESIGNED_REQUESTS: readonly RequestName[] = ['store', 'download'];

/**
 * The retry table for statuses; the first row that fits counts, and all other statuses are final. Every request may
 * be repeated safely: GET changes nothing, an upload is free, a document is stored under a fresh presigned POST, and
 * a submission carries its `Idempotency-Key` ("a repeat with the same key never charges twice", interface 4.3).
 */
const STATUS_REMEDIES: Array<
	[fits: (statusCode: number) => boolean, requests: readonly RequestName[], remedy: Remedy]
> = [
	[(code) => code === 408 || (code >= 500 && code !== 501), REQUESTS, 'retry'],
	[(code) => code === 429, API_CALLS, 'waitForWindow'],
	[(code) => code === 429, REQUESTS, 'retry'],
	[(code) => code === 403, PRESIGNED_REQUESTS, 'askAgain'],
	// S3 answers 307 as long as not all of its servers know a new bucket.
	[(code) => code === 307, ['store'], 'askAgain'],
	[(code) => code === 404, ['download'], 'askAgain'],
	[(code) => code === 409, ['submitJob'], 'askAgain'],
	// The result is requested only when the job is completed, so the service will soon know that it is.
	[(code) => code === 409, ['getResult'], 'retry'],
];

/** @param mayAppear the request's job exists, or its job or upload may have been made just now */
export function chooseRemedy(request: RequestName, failure: Failure, mayAppear = false): Remedy {
	const isPresigned = PRESIGNED_REQUESTS.includes(request);
	if (failure.kind === 'network') {
		// Such a download may have taken its full time and left a part of the file in n8n's store, so its tries are limited
		// in number.
		const wasUseless = failure.kept === true || failure.code === 'TRUNCATED';
		if (wasUseless && request === 'download') return 'askAgain';
		return TRANSIENT_CODES.test(failure.code) ? 'retry' : 'none';
	}
	if (failure.kind === 'unreadable' && request !== 'fetchSource')
		return isPresigned ? 'askAgain' : 'retry';
	if (failure.kind !== 'status') return 'none';

	const { statusCode, type = '' } = failure;
	if (statusCode === 400 && type === 'RequestTimeout' && isPresigned) return 'retry';
	// Most storage refuses an expired address with 403, which is in the table: S3, MinIO and R2 with AccessDenied, Azure
	// with AuthenticationFailed.
	if ([400, 401].includes(statusCode) && failure.isExpired && isPresigned) return 'askAgain';
	if (statusCode === 404 && JOB_CALLS.includes(request) && mayAppear) return 'askAgain';
	// The service may not see the upload yet: storage may need some seconds to show it.
	if ([400, 404].includes(statusCode) && request === 'submitJob' && mayAppear) return 'askAgain';
	const fits = ([isStatus, requests]: (typeof STATUS_REMEDIES)[number]) =>
		isStatus(statusCode) && requests.includes(request);
	return STATUS_REMEDIES.find(fits)?.[2] ?? 'none';
}
