import type { Submitted } from '../client/submission';
import type { Text } from '../n8n/errors';

/** How a run ended whose jobs go on. */
interface Ending {
	/** The item that failed; its own job is in the text already. */
	failedSlot: string;
	/** What exists or may exist. */
	submitted: readonly Submitted[];
	/** By Stop: n8n offers no retry of such an execution. */
	stopped: boolean;
}

/** The words of an error that ends a run, with every job of the run and how to get at its result. */
export function withJobs(
	{ message, description }: Text,
	{ failedSlot, submitted, stopped }: Ending,
): Text {
	const own = submitted.find(({ slot }) => slot === failedSlot);
	const sentences = description === '' ? [] : [description];
	if (submitted.some(({ record }) => record !== own?.record)) {
		const jobs = submitted.map((each) => `item ${each.slot}: ${stateOf(each)}`);
		sentences.push(`Jobs of this run: ${jobs.join('; ')}.`);
		if (!stopped) sentences.push(retryThat('takes up those that have not failed'));
		sentences.push(...againOf(submitted));
		sentences.push('Job → Wait and Job → Download fetch each by its ID.');
	} else if (own?.record.jobId !== undefined && own.record.status !== 'failed') {
		if (!stopped) sentences.push(retryThat('takes the job up'));
		sentences.push(...againOf([own]));
	}
	return { message, description: sentences.join(' ') };
}

const RUN_AGAIN = 'Running the workflow again does not pay twice for what has not failed.';

function retryThat(does: string): string {
	return `A retry of this execution ${does} without paying again.`;
}

/** A service that refuses another run's submission, in place of giving it the job, charges nothing either. */
function againOf(submitted: readonly Submitted[]): string[] {
	const isKept = submitted.every(({ record }) => record.journaled !== undefined);
	return isKept ? [RUN_AGAIN] : [];
}

/** A line for the log for each of them: n8n shows nothing of a run that was stopped. */
export function stoppedLines(submitted: readonly Submitted[]): string[] {
	return submitted.map((each) => {
		const wayOn =
			each.record.jobId === undefined
				? `it may be paid for: ${wayBack(each)} does not pay for it twice`
				: 'it is paid for: Job → Wait and Job → Download fetch it by its ID';
		return `Stopped at item ${each.slot}: ${stateOf(each)}; ${wayOn}`;
	});
}

function wayBack({ record }: Submitted): string {
	return record.journaled === undefined
		? 'Document → Tag with this Custom Key'
		: 'running the workflow again';
}

function stateOf({ idempotencyKey, record: { jobId, status } }: Submitted): string {
	return jobId === undefined
		? `submitted under the key ${idempotencyKey}, but the answer did not arrive`
		: `job ${jobId} (${status ?? 'submitted'})`;
}
