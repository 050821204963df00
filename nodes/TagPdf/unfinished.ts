import { TagPdfError } from '../client/errors';
import type { Progress, Submission } from '../client/progress';

/**
 * An error that ends a run, with every job of the run and how to get at its result.
 *
 * @param itemIndex the item that failed; its own job is in the error already
 */
export function withJobs(
	error: TagPdfError,
	itemIndex: number,
	submitted: ReturnType<Progress['submitted']>,
): TagPdfError {
	const known = submitted.filter(({ submission }) => submission.refused !== true);
	const own = known.find((entry) => entry.itemIndex === itemIndex)?.submission;
	const description = [error.description];
	if (known.some((entry) => entry.submission !== own)) {
		const jobs = known.map((entry) => `item ${entry.itemIndex}: ${stateOf(entry.submission)}`);
		description.push(
			`Jobs of this run: ${jobs.join('; ')}. A retry of this execution takes up those that have not failed without paying again; Job → Wait and Job → Download fetch each by its ID.`,
		);
	} else if (own?.jobId !== undefined && own.status !== 'failed') {
		description.push('A retry of this execution takes the job up without paying again.');
	}
	return new TagPdfError(
		{ code: error.code, message: error.message, description: description.join(' ') },
		error,
	);
}

function stateOf({ jobId, status }: Submission): string {
	return jobId === undefined
		? 'submitted, but the answer did not arrive'
		: `job ${jobId} (${status ?? 'submitted'})`;
}
