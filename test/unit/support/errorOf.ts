import type { Text } from '../../../nodes/n8n/errors';
import { describe as describeError, toTagPdfError } from '../../../nodes/n8n/errors';
import type { ErrorCode } from '../../../nodes/client/errors';

/** What a call throws, or its promise rejects with, as the user gets it: code and words. */
export async function errorOf(call: () => unknown): Promise<Text & { code: ErrorCode }> {
	try {
		await call();
	} catch (error) {
		const known = toTagPdfError(error);
		return { code: known.code, ...describeError(known) };
	}
	throw new Error('It went well');
}
