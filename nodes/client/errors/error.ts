import type { ErrorCode } from './codes';
import type { Failure, RequestName } from './failure';

/** What is known when something goes wrong; texts are made of it, and nothing in it is secret. */
export interface ErrorFacts {
	/** The request that stayed without success … */
	request?: RequestName;
	/** … at this server (host name and port) … */
	server?: string;
	/** … why … */
	failure?: Failure;
	/** … and how often it was tried. */
	tries?: number;
	/** Milliseconds after which the service wants to be asked again. */
	retryAfterMs?: number;
	/** What a tagged PDF lacks that its document has. */
	lost?: readonly string[];
	/** How the document is called. */
	fileName?: string;
	jobId?: string;
	/** The service has shown that this job exists, so it is paid for. */
	jobExists?: boolean;
	/** State of the job as last seen. */
	jobStatus?: string;
	/** Credits that the job has cost, as far as the service has said. */
	creditsUsed?: number;
	/** How long the job was waited for. */
	waitedMs?: number;
	/** Key of a submission whose outcome is not known, or that is refused. */
	idempotencyKey?: string;
	/** An earlier run has used the key for another document. */
	isEarlier?: boolean;
	/** Whether a submission may have taken effect although no answer said so. */
	unanswered?: boolean;
	/** Whether every later run submits the document under the same key until it is given out. */
	keyLasts?: boolean;
	/** How many jobs of the document have failed one after the other. */
	attempts?: number;
	/** Credits that the document needs, that there are for it, and the limit that they are held to. */
	credits?: { needed: number; left: number; limit: number };
}

/** Everything that goes wrong in `client/` leaves it as one of these; who shows it finds the words. */
export class TagPdfError extends Error {
	override readonly name = 'TagPdfError';

	constructor(
		readonly code: ErrorCode,
		readonly facts: ErrorFacts = {},
		options: { cause?: unknown } = {},
	) {
		super(facts.request === undefined ? code : `${code} (${facts.request})`, options);
	}

	/** A copy that names the document: items that share a job share its error, not their names. */
	naming(fileName: string): TagPdfError {
		return new TagPdfError(this.code, { ...this.facts, fileName }, { cause: this.cause });
	}
}

/** Reason of the abort signal that ends a run after one of its documents has failed. */
export const HALTED = 'halted';

/** @throws TagPdfError when the signal is aborted: see {@link stopError} */
export function throwIfStopped(signal: AbortSignal | undefined, facts: ErrorFacts = {}): void {
	if (signal?.aborted === true) throw stopError(signal, facts);
}

/**
 * What an aborted signal ends with: `STOPPED` by the user's Stop, `NOT_STARTED` because another
 * document halted the run.
 */
export function stopError({ reason }: AbortSignal, facts: ErrorFacts = {}): TagPdfError {
	return new TagPdfError(reason === HALTED ? 'NOT_STARTED' : 'STOPPED', facts);
}
