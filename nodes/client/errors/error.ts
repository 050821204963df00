import type { ErrorCode } from './codes';
import type { CommonFacts, FactsOf, RequestFacts } from './facts';

/** Every error of `client/`. `n8n/errors` has the words for it. */
export class TagPdfError<Code extends ErrorCode = ErrorCode> extends Error {
	override readonly name = 'TagPdfError';

	constructor(
		readonly code: Code,
		readonly facts: FactsOf<Code>,
		options: { cause?: unknown } = {},
	) {
		super(code, options);
		const { request } = this.blamed;
		if (request !== undefined) this.message = `${code} (${request})`;
	}

	/** The request to blame, if there is one. */
	get blamed(): Partial<RequestFacts> {
		return this.facts as Partial<RequestFacts>;
	}

	/** A copy with more facts: items that share a job share its error, not their file names. */
	withFacts(facts: CommonFacts): TagPdfError<Code> {
		return new TagPdfError(this.code, { ...this.facts, ...facts }, { cause: this.cause });
	}
}

/** Reason of the abort signal that ends a run after one of its documents has failed. */
export const HALTED = 'halted';

/** @throws TagPdfError when the signal is aborted: see {@link stopError} */
export function throwIfStopped(signal: AbortSignal | undefined, facts: CommonFacts = {}): void {
	if (signal?.aborted === true) throw stopError(signal, facts);
}

/**
 * The error of an aborted signal: `STOPPED` by the user's Stop, `NOT_STARTED` because another document
 * halted the run.
 */
export function stopError({ reason }: AbortSignal, facts: CommonFacts = {}): TagPdfError {
	return new TagPdfError(reason === HALTED ? 'NOT_STARTED' : 'STOPPED', facts);
}
