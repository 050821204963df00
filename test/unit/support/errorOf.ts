import type { Text } from '../../../nodes/n8n/errors';
import { describeError, InputError, toTagPdfError } from '../../../nodes/n8n/errors';
import type { ErrorCode } from '../../../nodes/client/errors';

/** Code and text of the error that a call throws or rejects with; input errors do not mention charges. */
export async function errorOf(call: () => unknown): Promise<Text & { code: ErrorCode }> {
	try {
		await call();
	} catch (error) {
		const known = toTagPdfError(error);
		const text = known instanceof InputError ? known.text : describeError(known);
		return { code: known.code, ...text };
	}
	throw new Error('It went well');
}
