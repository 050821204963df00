import type { SubmissionRecord, SubmissionRecords } from '../client/submission';
import type { Text } from '../n8n/errors';

/**
 * The words of an error that ends a run, with every job of the run and how to get at its result.
 *
 * @param failedSlot the item that failed; its own job is in the text already
 */
export function withJobs(
	{ message, description }: Text,
	failedSlot: string,
	submitted: ReturnType<SubmissionRecords['submitted']>,
): Text {
	const own = submitted.find(({ slot }) => slot === failedSlot)?.record;
	const sentences = description === '' ? [] : [description];
	if (submitted.some(({ record }) => record !== own)) {
		const jobs = submitted
			.toSorted((a, b) => Number(a.slot) - Number(b.slot))
			.map(({ slot, record }) => `item ${slot}: ${stateOf(record)}`);
		sentences.push(
			`Jobs of this run: ${jobs.join('; ')}. A retry of this execution takes up those that have not failed without paying again; Job → Wait and Job → Download fetch each by its ID.`,
		);
	} else if (own?.jobId !== undefined && own.status !== 'failed') {
		sentences.push('A retry of this execution takes the job up without paying again.');
	}
	return { message, description: sentences.join(' ') };
}

function stateOf({ jobId, status }: SubmissionRecord): string {
	return jobId === undefined
		? 'submitted, but the answer did not arrive'
		: `job ${jobId} (${status ?? 'submitted'})`;
}
