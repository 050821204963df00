import type { ErrorCode } from './codes';
import type { CommonFacts, FactsOf, RequestFacts } from './facts';

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
