import type { Operation } from '../operation';
import { maxDocumentsAtOnce } from '../options';
import { getCompletedJob, jobIdProperty } from './findJob';

/** The service's Result (interface 2.4) and its time of expiry, for systems that download by URL. */
export const getDownloadLink: Operation = {
	name: 'Get Download Link',
	action: 'Get download link for tagged PDF',
	description: 'Get a short-lived link to a tagged PDF that works without signing in; free',
	toolDescription:
		'Get a short-lived link to the tagged PDF of a completed job by its id. Free. Returns result_url and expires_at as JSON; anyone who has the link can read the document.',
	parameters: [jobIdProperty],
	options: [maxDocumentsAtOnce],
	execute: async (task) => {
		const { service, signal } = task.connection;
		const { id } = await getCompletedJob(task);
		const asked = Date.now();
		const result = await service.getResult(id, { signal });
		// Counted from before the request, so that the time of expiry is never too late.
		return { json: { ...result, expires_at: toIsoTime(asked, result.expires_in) } };
	},
};

/** @returns null if `seconds` is not a number, or the date is out of range */
function toIsoTime(from: number, seconds: unknown): string | null {
	if (typeof seconds !== 'number') return null;
	const time = new Date(from + seconds * 1000);
	return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
