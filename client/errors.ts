import { API_CALLS, type Failure, JOB_CALLS, type RequestName } from './failure';

/**
 * Stable names of errors, so that workflows can branch on them. `docs/errors.md` says when each one occurs,
 * what it costs and what to do. `nodes/shared/errorTexts.ts` has the texts for users.
 */
export type ErrorCode =
	| 'INVALID_INPUT'
	| 'NOT_A_PDF'
	| 'SOURCE_UNAVAILABLE'
	| 'DOCUMENT_UNREADABLE'
	| 'UNAUTHORIZED'
	| 'NOT_ENOUGH_CREDITS'
	| 'OVER_BUDGET'
	| 'PAGES_UNKNOWN'
	| 'PASSWORD_NEEDED'
	| 'ALREADY_TAGGED'
	| 'INVALID_REQUEST'
	| 'NOT_FOUND'
	| 'CONFLICT'
	| 'NOT_COMPLETED'
	| 'TOO_LARGE'
	| 'RATE_LIMITED'
	| 'UNREACHABLE'
	| 'UNEXPECTED_ANSWER'
	| 'JOB_FAILED'
	| 'FAILED_REPEATEDLY'
	| 'WAIT_TIMEOUT'
	| 'NOT_SAVED'
	| 'STOPPED'
	| 'NOT_STARTED'
	| 'UNFORESEEN';

export function chooseCode(request: RequestName, failure: Failure): ErrorCode {
	const { kind } = failure;
	if (kind === 'document') return 'DOCUMENT_UNREADABLE';
	if (kind === 'oversize') return 'TOO_LARGE';
	if (request === 'fetchSource') return kind === 'unreadable' ? 'NOT_A_PDF' : 'SOURCE_UNAVAILABLE';
	if (kind !== 'status') return kind === 'network' ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER';
	const { statusCode, type } = failure;
	const meaning = STATUS_MEANINGS.find(
		([status, requests]) => status === statusCode && requests.includes(request),
	);
	if (meaning) return meaning[2];
	if (request === 'store' && type === 'EntityTooLarge') return 'TOO_LARGE';
	if (request === 'download' && type === 'NoSuchKey') return 'NOT_FOUND';
	return statusCode >= 500 ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER';
}

/** Statuses with a specific meaning (interface 7), and the requests for which they have it. */
const STATUS_MEANINGS: Array<[status: number, requests: readonly RequestName[], code: ErrorCode]> =
	[
		[413, ['createUpload', 'store', 'submitJob'], 'TOO_LARGE'],
		[401, API_CALLS, 'UNAUTHORIZED'],
		[429, API_CALLS, 'RATE_LIMITED'],
		[402, API_CALLS, 'NOT_ENOUGH_CREDITS'],
		[404, JOB_CALLS, 'NOT_FOUND'],
		[410, JOB_CALLS, 'NOT_FOUND'],
		[409, ['submitJob'], 'CONFLICT'],
		[409, ['getResult'], 'NOT_COMPLETED'],
		[400, ['submitJob'], 'INVALID_REQUEST'],
	];

/** Facts of an error; its code decides which. Texts are made of facts, and none of them is secret. */
export interface Facts {
	/** Name of the document. */
	fileName?: string;
	jobId?: string;
	/** The service has shown that this job exists, so it is paid for. */
	jobExists?: boolean;
	/** State of the job as last seen. */
	jobStatus?: string;
	/** Credits that the job has cost, as far as the service has said. */
	creditsUsed?: number;
	/** Whether a submission may have made a job although no answer said so. */
	jobMayExist?: boolean;
	/** Idempotency key of a submission whose outcome is not known. */
	idempotencyKey?: string;
	/** The job belongs to its execution (New Job per Execution): another one would pay again. */
	isOfExecution?: boolean;
	/** The request that failed, and how. */
	request?: RequestName;
	failure?: Failure;
	/** Its host name and port. */
	server?: string;
	tries?: number;
	/** Delay that the service requires before a retry, in milliseconds. */
	retryAfterMs?: number;
	/** Credits that the document needs, that are left for it, and the limit (`OVER_BUDGET`). */
	credits?: { needed: number; left: number; limit: number };
	/** Why the pages cannot be counted (`PAGES_UNKNOWN`). */
	reason?: string;
	/** Jobs of the document that have failed (`JOB_FAILED`) or are gone, too (`FAILED_REPEATEDLY`). */
	attempts?: number;
	/** How long the node has waited for the job (`WAIT_TIMEOUT`). */
	waitedMs?: number;
}

/** Every error of `client/`. Its texts are in `nodes/shared/errorTexts.ts`. */
export class TagPdfError extends Error {
	override readonly name = 'TagPdfError';

	constructor(
		readonly code: ErrorCode,
		readonly facts: Facts,
		options?: { cause?: unknown },
	) {
		super(facts.request === undefined ? code : `${code} (${facts.request})`, options);
	}

	/** A copy with more facts: items that share a job share its error, not their file names. */
	addFacts(facts: Facts): TagPdfError {
		return new TagPdfError(this.code, { ...this.facts, ...facts }, { cause: this.cause });
	}
}

/** Reason of the abort signal that ends a run after one of its documents has failed. */
export const HALT_REASON = 'halted';

/** @throws TagPdfError `STOPPED` by the user's Stop, or `NOT_STARTED` because another document halted the run */
export function throwIfStopped(signal: AbortSignal | undefined, facts: Facts = {}): void {
	if (signal?.aborted !== true) return;
	throw new TagPdfError(signal.reason === HALT_REASON ? 'NOT_STARTED' : 'STOPPED', facts);
}

/** Whether the service no longer has a job that it accepted, or its result. */
export function isGone(error: unknown): boolean {
	return error instanceof TagPdfError && showsGone(error.facts);
}

/**
 * Whether a failure shows that a job or its result is gone. Only the service's own answer (interface 2.5,
 * 4.4, 4.5) or storage's `NoSuchKey` shows it: a proxy may return 404 for anything.
 */
export function showsGone({ failure, request = 'fetchSource' }: Facts): boolean {
	if (failure?.kind !== 'status' || ![404, 410].includes(failure.statusCode)) return false;
	const { message, type } = failure;
	if (request === 'download') return type === 'NoSuchKey';
	return JOB_CALLS.includes(request) && type !== undefined && message !== undefined;
}
