import { describeError, toTagPdfError } from '../../../nodes/shared/nodeError';
import { InputError } from '../../../nodes/shared/inputError';
import type { ErrorCode } from '../../../client/errors';

interface Told {
	code: ErrorCode;
	message: string;
	description: string;
}

/** Code and text of the error that a call throws or rejects with; input errors do not mention charges. */
export async function errorOf(call: () => unknown): Promise<Told> {
	try {
		await call();
	} catch (error) {
		const known = toTagPdfError(error);
		if (!(known instanceof InputError)) return { code: known.code, ...describeError(known) };
		const { fix, message, more } = known.words;
		const description = [fix, more].filter(Boolean).join(' ');
		return { code: known.code, message, description };
	}
	throw new Error('It went well');
}
