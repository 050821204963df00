import { API_CALLS, JOB_CALLS, type Failure, type RequestName } from '../errors';

/** How the client reacts to a failure. */
export type Remedy =
	/** The same again after a pause. */
	| 'retry'
	/** Hold every request of this API key until the rate window resets. */
	| 'waitForWindow'
	/** The service may need more time: ask again for a limited time. */
	| 'askAgain'
	/** The presigned address has expired: get a new one, once. */
	| 'renew'
	| 'none';

/** Codes of transient failures. All others (TLS, blocked addresses) are permanent. */
const TRANSIENT_CODES =
	/^(ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_NETWORK|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+|STALLED|TOO_SLOW|TRUNCATED)$/;

const PRESIGNED_REQUESTS: readonly RequestName[] = ['store', 'download'];

/**
 * The retry table. Every request may be repeated safely: GET changes nothing, an upload is free,
 * a document is stored under a fresh presigned POST, and a submission carries its
 * `Idempotency-Key` ("a repeat with the same key never charges twice", interface 4.3).
 *
 * | failure                                      | request          | remedy        |
 * |----------------------------------------------|------------------|---------------|
 * | transient network failure                    | all              | retry         |
 * | answer with an unexpected body               | fetchSource      | none          |
 * | answer with an unexpected body               | all others       | retry         |
 * | document that cannot be read                 | all              | none          |
 * | unsafe address in an answer                  | all              | none          |
 * | file beyond the user's size limit            | all              | none          |
 * | 408, 5xx except 501                          | all              | retry         |
 * | 429                                          | API calls        | waitForWindow |
 * | 429                                          | all others       | retry         |
 * | 400 RequestTimeout (S3)                      | store, download  | retry         |
 * | 403                                          | store, download  | renew         |
 * | 404                                          | download         | renew         |
 * | 409                                          | submitJob        | askAgain      |
 * | 409 (asked only after the job is completed)  | getResult        | retry         |
 * | 404, for a job that is known to exist        | getJob/getResult | askAgain      |
 * | 400, 401, 402, 403, 404, 3xx, other          | all others       | none          |
 *
 * @param jobExists whether the service has confirmed that the request's job exists
 */
export function chooseRemedy(request: RequestName, failure: Failure, jobExists = false): Remedy {
	if (failure.kind === 'network') return TRANSIENT_CODES.test(failure.code) ? 'retry' : 'none';
	if (failure.kind === 'unreadable') return request === 'fetchSource' ? 'none' : 'retry';
	if (failure.kind !== 'status') return 'none';

	const { statusCode, type } = failure;
	const presigned = PRESIGNED_REQUESTS.includes(request);
	if (statusCode === 408 || (statusCode >= 500 && statusCode !== 501)) return 'retry';
	if (statusCode === 429) return API_CALLS.includes(request) ? 'waitForWindow' : 'retry';
	if (statusCode === 403 && presigned) return 'renew';
	if (statusCode === 404 && request === 'download') return 'renew';
	if (statusCode === 400 && presigned && type === 'RequestTimeout') return 'retry';
	if (statusCode === 409 && request === 'submitJob') return 'askAgain';
	if (statusCode === 409 && request === 'getResult') return 'retry';
	if (statusCode === 404 && JOB_CALLS.includes(request) && jobExists) return 'askAgain';
	return 'none';
}

/**
 * Whether a transfer returned unusable data. Each of these tries takes its full time, and a partial
 * download remains in the store, so their number is always limited.
 */
export function wasUseless(request: RequestName, failure: Failure): boolean {
	if (request === 'store') return failure.kind === 'unreadable';
	if (request !== 'download') return false;
	if (failure.kind === 'unreadable') return true;
	return failure.kind === 'network' && (failure.kept === true || failure.code === 'TRUNCATED');
}

/** Codes of requests that were never sent: no connection was made. */
const UNSENT_CODES = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|SSRF_BLOCKED)$/;

/**
 * Whether a failed request may have taken effect. Only a refusal proves that it has not. A 408 says that the
 * request came too slowly, but not how much of it the server accepted.
 */
export function mayHaveTakenEffect(failure: Failure): boolean {
	switch (failure.kind) {
		case 'network':
			return !UNSENT_CODES.test(failure.code);
		case 'status':
			return failure.statusCode >= 500 || [408, 409].includes(failure.statusCode);
		case 'unreadable':
			return true;
		case 'address':
		case 'document':
		case 'oversize':
			return false;
	}
}
