import { ExpressionError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { type CommonFacts, TagPdfError } from '../../client/errors';

/** A message and what to do, as n8n shows them. */
export interface Text {
	/** Says what happened to which file. */
	message: string;
	/** A short sentence that says what to do. `describe` adds before it whether money was charged. */
	description: string;
	/** More advice, shown only if no paid document needs the room. */
	more?: string;
}

/** A parameter, a credential or an item has an unusable value; the text says which and why. */
export class InputError extends TagPdfError {
	constructor(
		readonly text: Text,
		override readonly code: 'INVALID_INPUT' | 'NOT_A_PDF' = 'INVALID_INPUT',
		{ facts = {}, cause }: { facts?: CommonFacts; cause?: unknown } = {},
	) {
		super(code, facts, { cause });
	}

	override addFacts(more: CommonFacts): InputError {
		const { text, code, facts, cause } = this;
		return new InputError(text, code, { facts: { ...facts, ...more }, cause });
	}
}

/**
 * Converts any rejection into an error of the client. n8n's own errors about a parameter or a credential
 * keep their texts. An unexpected error says so and asks for a report.
 *
 * @param known facts of the item: its document's name, and the job that an earlier try paid for
 */
export function toTagPdfError(error: unknown, known: CommonFacts = {}): TagPdfError {
	const own = asTagPdfError(error);
	const { fileName = own.facts.fileName } = known;
	const named = fileName === undefined ? {} : { fileName };
	const facts = { ...own.facts };
	// A refusal of this try says nothing about an earlier try.
	if (facts.jobMayExist === false && known.jobMayExist === true) delete facts.jobMayExist;
	return own.addFacts({ ...known, ...facts, ...named });
}

function asTagPdfError(error: unknown): TagPdfError {
	if (error instanceof TagPdfError) return error;
	if (
		error instanceof ExpressionError ||
		error instanceof NodeOperationError ||
		error instanceof NodeApiError
	) {
		const { message, description } = error;
		const text = { message, description: typeof description === 'string' ? description : '' };
		return new InputError(text, 'INVALID_INPUT', { cause: error });
	}
	return new TagPdfError('UNFORESEEN', {}, { cause: error });
}
