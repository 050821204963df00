import { TagPdfError } from '../client/errors';
import type { Progress, Submission } from '../client/progress';

/** An error that ends a run, with every job of the run and how to get at its result. */
export function withJobs(
	error: TagPdfError,
	submitted: ReturnType<Progress['submitted']>,
): TagPdfError {
	if (submitted.length === 0) return error;
	const jobs = submitted.map(
		({ itemIndex, submission }) => `item ${itemIndex}: ${stateOf(submission)}`,
	);
	const description = `${error.description} Jobs of this run: ${jobs.join('; ')}. Nothing is lost: a retry of this execution takes them up without paying again, and Job → Wait and Job → Download fetch each by its ID.`;
	return new TagPdfError({ code: error.code, message: error.message, description }, error);
}

function stateOf({ jobId, status }: Submission): string {
	return jobId === undefined
		? 'submitted, but the answer did not arrive'
		: `job ${jobId} (${status ?? 'submitted'})`;
}
