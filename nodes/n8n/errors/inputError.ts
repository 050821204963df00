import { TagPdfError, type CommonFacts } from '../../client/errors';

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
