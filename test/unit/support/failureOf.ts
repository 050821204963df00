import { type Facts, TagPdfError } from '../../../client/errors';

/** Returns the error that the client's work ends with; any other thrown value fails the test. */
export async function failureOf(work: Promise<unknown>): Promise<TagPdfError> {
	try {
		await work;
	} catch (error) {
		if (error instanceof TagPdfError) return error;
		throw error;
	}
	throw new Error('It came through');
}

/** Facts of a failed request. */
export function requestFacts(facts: Facts = {}): Facts {
	return {
		request: 'getJob',
		server: 'api.example.com',
		failure: { kind: 'network', code: 'ECONNRESET' },
		tries: 1,
		...facts,
	};
}
