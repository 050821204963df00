import {
	API_CALLS,
	type Failure,
	JOB_CALLS,
	type RequestName,
	type StatusFailure,
} from './failure';

/**
 * Stable names of errors, so that workflows can branch on them. `docs/errors.md` says when each one occurs,
 * what it costs and what to do. `nodes/shared/errorTexts.ts` has the texts for users.
 */
export const ERROR_CODES = [
	'INVALID_INPUT',
	'NOT_A_PDF',
	'SOURCE_UNAVAILABLE',
	'DOCUMENT_UNREADABLE',
	'UNAUTHORIZED',
	'NOT_ENOUGH_CREDITS',
	'OVER_BUDGET',
	'PAGES_UNKNOWN',
	'ALREADY_TAGGED',
	'INVALID_REQUEST',
	'NOT_FOUND',
	'CONFLICT',
	'NOT_COMPLETED',
	'TOO_LARGE',
	'RATE_LIMITED',
	'UNREACHABLE',
	'UNEXPECTED_ANSWER',
	'JOB_FAILED',
	'FAILED_REPEATEDLY',
	'WAIT_TIMEOUT',
	'NOT_SAVED',
	'STOPPED',
	'NOT_STARTED',
	'UNFORESEEN',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Codes of failed requests. */
export type RequestCode = Extract<
	ErrorCode,
	| 'NOT_A_PDF'
	| 'SOURCE_UNAVAILABLE'
	| 'DOCUMENT_UNREADABLE'
	| 'UNAUTHORIZED'
	| 'NOT_ENOUGH_CREDITS'
	| 'INVALID_REQUEST'
	| 'NOT_FOUND'
	| 'CONFLICT'
	| 'NOT_COMPLETED'
	| 'TOO_LARGE'
	| 'RATE_LIMITED'
	| 'UNREACHABLE'
	| 'UNEXPECTED_ANSWER'
>;

export function chooseCode(request: RequestName, failure: Failure): RequestCode {
	const { kind } = failure;
	if (kind === 'document') return 'DOCUMENT_UNREADABLE';
	if (kind === 'oversize') return 'TOO_LARGE';
	if (request === 'fetchSource') return kind === 'unreadable' ? 'NOT_A_PDF' : 'SOURCE_UNAVAILABLE';
	if (kind === 'status') return chooseCodeByStatus(request, failure);
	return kind === 'network' ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER';
}

/** Statuses with a specific meaning (interface 7), and the requests for which they have it. */
const STATUS_MEANINGS: Array<
	[status: number, requests: readonly RequestName[], code: RequestCode]
> = [
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

function chooseCodeByStatus(
	request: RequestName,
	{ statusCode, type }: StatusFailure,
): RequestCode {
	const meaning = STATUS_MEANINGS.find(
		([status, requests]) => status === statusCode && requests.includes(request),
	);
	if (meaning) return meaning[2];
	if (request === 'store' && type === 'EntityTooLarge') return 'TOO_LARGE';
	if (request === 'download' && type === 'NoSuchKey') return 'NOT_FOUND';
	return statusCode >= 500 ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER';
}

/** Facts about the item of an error. Texts are made of facts, and none of them is secret. */
export interface CommonFacts {
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
}

/** A failed request. */
export interface RequestFacts {
	request: RequestName;
	/** Host name and port. */
	server: string;
	failure: Failure;
	tries: number;
	/** Delay that the service requires before a retry, in milliseconds. */
	retryAfterMs?: number;
}

/** Credits that the document needs, that are left for it, and the limit. */
interface CreditFacts {
	credits: { needed: number; left: number; limit: number };
}

/** Codes of errors that can occur without a request. */
type LocalCode = 'NOT_A_PDF' | 'DOCUMENT_UNREADABLE' | 'NOT_COMPLETED' | 'RATE_LIMITED';

/** Facts by code. All other codes have only the common facts. */
type OwnFacts = Record<Exclude<RequestCode, LocalCode>, RequestFacts> &
	Record<LocalCode, Partial<RequestFacts>> &
	Record<'OVER_BUDGET', CreditFacts> & {
		/** Why the pages cannot be counted. */
		PAGES_UNKNOWN: { reason: string };
		/** Jobs of the document that have failed or are gone. */
		FAILED_REPEATEDLY: { attempts: number };
		WAIT_TIMEOUT: { waitedMs: number };
	};

export type FactsOf<Code extends ErrorCode> = CommonFacts &
	(Code extends keyof OwnFacts ? OwnFacts[Code] : unknown);

/** A code, and the facts that belong to it. */
export type CodeWithFacts = { [Code in ErrorCode]: [code: Code, facts: FactsOf<Code>] }[ErrorCode];

/** Every error of `client/`. Its texts are in `nodes/shared/errorTexts.ts`. */
export class TagPdfError extends Error {
	override readonly name = 'TagPdfError';
	readonly code: ErrorCode;
	readonly facts: FactsOf<ErrorCode>;

	constructor(...[code, facts, options]: [...CodeWithFacts, options?: { cause?: unknown }]) {
		super(code, options);
		this.code = code;
		this.facts = facts;
		const { request } = this.requestFacts;
		if (request !== undefined) this.message = `${code} (${request})`;
	}

	/** The request to blame, if there is one. */
	get requestFacts(): Partial<RequestFacts> {
		const facts: CommonFacts & Partial<RequestFacts> = this.facts;
		return facts;
	}

	/** A copy with more facts: items that share a job share its error, not their file names. */
	addFacts(facts: CommonFacts): TagPdfError {
		// TypeScript does not know that code and facts belong together.
		const own = [this.code, { ...this.facts, ...facts }] as CodeWithFacts;
		return new TagPdfError(...own, { cause: this.cause });
	}
}

/** Reason of the abort signal that ends a run after one of its documents has failed. */
export const HALT_REASON = 'halted';

/** @throws TagPdfError when the signal is aborted: see {@link createStopError} */
export function throwIfStopped(signal: AbortSignal | undefined, facts: CommonFacts = {}): void {
	if (signal?.aborted === true) throw createStopError(signal, facts);
}

/**
 * The error of an aborted signal: `STOPPED` by the user's Stop, `NOT_STARTED` because another document
 * halted the run.
 */
export function createStopError({ reason }: AbortSignal, facts: CommonFacts = {}): TagPdfError {
	return new TagPdfError(reason === HALT_REASON ? 'NOT_STARTED' : 'STOPPED', facts);
}

/** Whether the service no longer has a job that it accepted, or its result. */
export function isGone(error: unknown): boolean {
	return error instanceof TagPdfError && showsGone(error.requestFacts);
}

/**
 * Whether a failure shows that a job or its result is gone. Only the service's own answer (interface 2.5,
 * 4.4, 4.5) or storage's `NoSuchKey` shows it: a proxy may return 404 for anything.
 */
export function showsGone({ failure, request }: Partial<RequestFacts>): boolean {
	if (failure?.kind !== 'status' || ![404, 410].includes(failure.statusCode)) return false;
	if (request === 'download') return failure.type === 'NoSuchKey';
	return (request === 'getJob' || request === 'getResult') && failure.isOfService === true;
}
