import { TagPdfError } from '../../../nodes/client/errors';

/** The error that some work of the client's ends with; anything else it throws fails the test. */
export async function failureOf(work: Promise<unknown>): Promise<TagPdfError> {
	try {
		await work;
	} catch (error) {
		if (error instanceof TagPdfError) return error;
		throw error;
	}
	throw new Error('It came through');
}
