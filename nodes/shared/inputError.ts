import { type Facts, TagPdfError } from '../../client/errors';
import type { Words } from './errorTexts';

/** A parameter, a credential or an item has an unusable value; the words say which and why. */
export class InputError extends TagPdfError {
	constructor(
		readonly words: Words,
		override readonly code: 'INVALID_INPUT' | 'NOT_A_PDF' = 'INVALID_INPUT',
		{ facts = {}, cause }: { facts?: Facts; cause?: unknown } = {},
	) {
		super(code, facts, { cause });
	}

	override addFacts(more: Facts): InputError {
		const { words, code, facts, cause } = this;
		return new InputError(words, code, { facts: { ...facts, ...more }, cause });
	}
}
