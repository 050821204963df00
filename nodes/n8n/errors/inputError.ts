import { TagPdfError, type ErrorFacts } from '../../client/errors';

/** A message and what to do, as n8n shows them. */
export interface Text {
	/** What happened. */
	message: string;
	/** How to get on. */
	description: string;
}

/** What a parameter, a credential or an item gives cannot be used; the text says which and why. */
export class InputError extends TagPdfError {
	constructor(
		readonly text: Text,
		override readonly code: 'INVALID_INPUT' | 'NOT_A_PDF' = 'INVALID_INPUT',
		{ facts, cause }: { facts?: ErrorFacts; cause?: unknown } = {},
	) {
		super(code, facts, { cause });
	}

	override naming(fileName: string): InputError {
		const { text, code, facts, cause } = this;
		return new InputError(text, code, { facts: { ...facts, fileName }, cause });
	}
}
