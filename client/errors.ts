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
	| 'OVER_CREDIT_LIMIT'
	| 'PAGES_UNKNOWN'
	| 'PASSWORD_NEEDED'
	| 'ALREADY_TAGGED'
	| 'INVALID_REQUEST'
	| 'NOT_FOUND_YET'
	| 'JOB_NOT_FOUND'
	| 'RESULT_GONE'
	| 'CONFLICT'
	| 'NOT_COMPLETED'
	| 'TOO_LARGE'
	| 'RATE_LIMITED'
	| 'UNREACHABLE'
	| 'UNEXPECTED_ANSWER'
	| 'JOB_FAILED'
	| 'WAIT_TIMEOUT'
	| 'NOT_SAVED'
	| 'STOPPED'
	| 'NOT_STARTED'
	| 'INTERNAL_ERROR';

/** @param jobExists whether the service has confirmed that the request's job exists */
export function chooseCode(request: RequestName, failure: Failure, jobExists = false): ErrorCode {
	const { kind } = failure;
	if (kind === 'document') return 'DOCUMENT_UNREADABLE';
	if (kind === 'oversize') return 'TOO_LARGE';
	if (request === 'fetchSource') return kind === 'unreadable' ? 'NOT_A_PDF' : 'SOURCE_UNAVAILABLE';
	if (kind !== 'status') return kind === 'network' ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER';
	const { message, statusCode, type = '' } = failure;
	// A proxy may return any status. Only the service's own words (interface 2.5) are about the job.
	const isOwn = type !== '' && message !== undefined;
	if ([404, 410].includes(statusCode) && JOB_CALLS.includes(request) && jobExists) {
		if (!isOwn) return 'UNREACHABLE';
		return request === 'getJob' ? 'JOB_NOT_FOUND' : 'RESULT_GONE';
	}
	if (statusCode === 409 && request === 'submitJob' && !isOwn) return 'UNREACHABLE';
	const meaning = STATUS_MEANINGS.find(
		([status, requests]) => status === statusCode && requests.includes(request),
	);
	if (meaning) return meaning[2];
	if (request === 'store' && type === 'EntityTooLarge') return 'TOO_LARGE';
	const isMissing = [404, 410].includes(statusCode) && MISSING_OBJECT_CODES.includes(type);
	if (request === 'download' && isMissing) return 'RESULT_GONE';
	return statusCode >= 500 ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER';
}

/**
 * Codes with which storage says that it does not have an object: `NoSuchKey` in S3 and Google Cloud Storage,
 * `BlobNotFound` in Azure.
 */
const MISSING_OBJECT_CODES = ['NoSuchKey', 'BlobNotFound'];

/** Statuses with a specific meaning (interface 7), and the requests for which they have it. */
const STATUS_MEANINGS: Array<[status: number, requests: readonly RequestName[], code: ErrorCode]> =
	[
		[413, ['createUpload', 'store', 'submitJob'], 'TOO_LARGE'],
		[401, API_CALLS, 'UNAUTHORIZED'],
		[429, API_CALLS, 'RATE_LIMITED'],
		[402, API_CALLS, 'NOT_ENOUGH_CREDITS'],
		[404, JOB_CALLS, 'JOB_NOT_FOUND'],
		[410, JOB_CALLS, 'JOB_NOT_FOUND'],
		[409, ['submitJob'], 'CONFLICT'],
		[409, ['getResult'], 'NOT_COMPLETED'],
		[400, ['submitJob'], 'INVALID_REQUEST'],
	];

/**
 * What is known about an error. Which facts it has depends on its code. Texts for users are made of them, so none is a
 * secret.
 */
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
	/** Idempotency key under which a job may exist that is not known. */
	idempotencyKey?: string;
	/** The job belongs to its execution (New Job per Execution): another execution would pay again. */
	isOfExecution?: boolean;
	/** The request that failed, and how. */
	request?: RequestName;
	failure?: Failure;
	/** Host name and port that the request was for. */
	server?: string;
	tries?: number;
	/** Delay that the service requires before a retry, in milliseconds. */
	retryAfterMs?: number;
	/** Credits that the document needs, that are left for it, and the limit (`OVER_CREDIT_LIMIT`). */
	credits?: { needed: number; left: number; limit: number };
	/** Why the pages cannot be counted (`PAGES_UNKNOWN`). */
	reason?: string;
	/** Which job of the document the error is about, from 1, and how many jobs the document may have. */
	jobNumber?: number;
	maxJobs?: number;
	/**
	 * Other jobs of the document that this execution paid for, or may have paid for. `credits` is their sum, absent if one
	 * is not known. `isSure` says that the execution paid for all of them, and that no charge can change.
	 */
	otherJobs?: { count: number; credits?: number; isSure: boolean };
	/** Whether an earlier execution has paid for the job; null if the service's times do not tell. */
	paidBefore?: boolean | null;
	/**
	 * Time (epoch ms) from which the job or result that the service does not find counts as gone; absent if the service's
	 * times do not tell.
	 */
	goneAt?: number;
	/** The job or its result counts as gone. */
	isGone?: boolean;
	/** How long the node has waited for the job (`WAIT_TIMEOUT`). */
	waitedMs?: number;
	/** Whether the job, which has not ended, is more than a day old (`WAIT_TIMEOUT`); false if the times do not tell. */
	isStuck?: boolean;
}

/** Facts of a job that the service has confirmed. */
export function ofJob(jobId: string): { jobId: string; jobExists: true } {
	return { jobId, jobExists: true };
}

/** The error that `client/` throws, except for mistakes in its code. Its texts are in `nodes/shared/errorTexts.ts`. */
export class TagPdfError extends Error {
	override readonly name = 'TagPdfError';

	constructor(
		readonly code: ErrorCode,
		readonly facts: Facts,
		options?: { cause?: unknown },
	) {
		super(facts.request === undefined ? code : `${code} (${facts.request})`, options);
	}

	/**
	 * A copy with more facts. The error itself does not change: items that share a job share it, but not their file names.
	 */
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

/**
 * The service has given one upload or one job to two documents: one of them would get the tagged PDF of the other.
 *
 * @param request the request that the service answered in this way; absent if the answer to another document has shown
 * it, because either request may have been the one then
 * @param jobId the job that was given twice; absent if it was an upload
 */
export function createMixupError(
	request?: 'createUpload' | 'submitJob',
	jobId?: string,
): TagPdfError {
	const what = { createUpload: 'upload', submitJob: `job ${jobId}` };
	const failure = {
		kind: 'mixup',
		reason: `it gave its ${request ? what[request] : 'upload or job'} to another document, too`,
	} as const;
	const jobMayExist = request === 'submitJob';
	return new TagPdfError('UNEXPECTED_ANSWER', { request, failure, tries: 1, jobMayExist });
}
