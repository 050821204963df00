import type { ErrorCode, RequestCode } from './codes';
import type { Failure, RequestName } from './failure';

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
	unanswered?: boolean;
	/** Key of a submission whose outcome is not known, or that is refused. */
	idempotencyKey?: string;
	/** Whether later runs submit the document under the same key until it is delivered. */
	keyLasts?: boolean;
	/** Avoid Paying Twice allows the document no other job under its key. */
	isOnlyJob?: boolean;
	/** A manual Retry: n8n may have lost what the execution paid for before a crash. */
	isRetry?: boolean;
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
	Record<'CREDITS_BELOW_LIMIT' | 'OVER_BUDGET', CreditFacts> & {
		KEY_ALREADY_USED: { idempotencyKey: string };
		/** Why the pages cannot be counted. */
		PAGES_UNKNOWN: { reason: string };
		/** Consecutive failed jobs of the document. */
		FAILED_REPEATEDLY: { attempts: number };
		WAIT_TIMEOUT: { waitedMs: number };
		/** Fields of the report in which the tagged PDF is worse than its document. */
		RESULT_WORSE: { lost: readonly string[] };
	};

export type FactsOf<Code extends ErrorCode> = CommonFacts &
	(Code extends keyof OwnFacts ? OwnFacts[Code] : unknown);

/** A code, and the facts that belong to it. */
export type CodeWithFacts = { [Code in ErrorCode]: [code: Code, facts: FactsOf<Code>] }[ErrorCode];

/** Every error of `client/`. Its texts are in `n8n/errors`. */
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
