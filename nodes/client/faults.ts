/**
 * The steps of the service's flow (interface 1), as retries, texts and logs name them; before it,
 * a document may come from a URL of the user's.
 */
export const STEPS = [
	'fetchSource',
	'getAccount',
	'createUpload',
	'store',
	'submitJob',
	'getJob',
	'getResult',
	'download',
] as const;

export type Step = (typeof STEPS)[number];

/** Why a request did not give what the interface promises. */
export type Fault =
	/** No answer: a system or HTTP client code such as `ECONNRESET`. */
	| { kind: 'network'; code: string }
	/** An answer with another status than the step's success. */
	| {
			kind: 'status';
			statusCode: number;
			/** `error.type` of the body (interface 2.5), or the `Code` of S3's XML. */
			type?: string;
			/** `error.message` of the body. */
			message?: string;
			requestId?: string;
			/** From the `Retry-After` header. */
			retryAfterMs?: number;
			/** Origin that a redirect points to. */
			redirectTo?: string;
	  }
	/** A successful status whose body is not what the interface describes. */
	| { kind: 'unreadable'; reason: string };

/** What can be done about a fault. */
export type Remedy =
	/** The same again after a pause. */
	| 'retry'
	/** Hold every request of this API key until the rate window resets. */
	| 'waitForWindow'
	/** An earlier submission may still be at work: ask again for a bounded time. */
	| 'askAgain'
	/** The presigned address has expired: get a new one, once. */
	| 'renew'
	| 'none';

/** Codes of faults that may pass by themselves. All else (TLS, blocked addresses) does not. */
const PASSING =
	/^(ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_NETWORK|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+|STALLED|TRUNCATED)$/;

const PRESIGNED: readonly Step[] = ['store', 'download'];
const API_CALLS: readonly Step[] = [
	'getAccount',
	'createUpload',
	'submitJob',
	'getJob',
	'getResult',
];

/**
 * The retry table. Every step may be repeated safely: GET changes nothing, an upload is free,
 * a document is stored under a fresh presigned POST, and a submission carries its
 * `Idempotency-Key` ("a repeat with the same key never charges twice", interface 4.3).
 *
 * | fault                                        | step             | remedy        |
 * |----------------------------------------------|------------------|---------------|
 * | network fault that may pass                  | all              | retry         |
 * | answer that is not what the step gives       | fetchSource      | none          |
 * | answer that is not what the step gives       | all others       | retry         |
 * | 408, 5xx except 501                          | all              | retry         |
 * | 429                                          | API calls        | waitForWindow |
 * | 429                                          | all others       | retry         |
 * | 400 RequestTimeout (S3)                      | store, download  | retry         |
 * | 403                                          | store, download  | renew         |
 * | 409                                          | submitJob        | askAgain      |
 * | 409 (asked only after the job is completed)  | getResult        | retry         |
 * | 400, 401, 402, 403, 404, 3xx, other          | all others       | none          |
 */
export function remedyFor(step: Step, fault: Fault): Remedy {
	if (fault.kind === 'network') return PASSING.test(fault.code) ? 'retry' : 'none';
	if (fault.kind === 'unreadable') return step === 'fetchSource' ? 'none' : 'retry';

	const { statusCode, type } = fault;
	const presigned = PRESIGNED.includes(step);
	if (statusCode === 408 || (statusCode >= 500 && statusCode !== 501)) return 'retry';
	if (statusCode === 429) return API_CALLS.includes(step) ? 'waitForWindow' : 'retry';
	if (statusCode === 403 && presigned) return 'renew';
	if (statusCode === 400 && presigned && type === 'RequestTimeout') return 'retry';
	if (statusCode === 409 && step === 'submitJob') return 'askAgain';
	if (statusCode === 409 && step === 'getResult') return 'retry';
	return 'none';
}
