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
