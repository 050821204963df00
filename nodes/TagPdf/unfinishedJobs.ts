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
	const own = submitted.find(({ slot }) => slot === failedSlot)?.record;
	const sentences = description === '' ? [] : [description];
	if (submitted.some(({ record }) => record !== own)) {
		const jobs = inOrder(submitted).map((each) => `item ${each.slot}: ${stateOf(each)}`);
		const wayOn = stopped
			? ''
			: 'A retry of this execution takes up those that have not failed without paying again; ';
		sentences.push(
			`Jobs of this run: ${jobs.join('; ')}. ${wayOn}Job → Wait and Job → Download fetch each by its ID.`,
		);
	} else if (own?.jobId !== undefined && own.status !== 'failed' && !stopped) {
		sentences.push('A retry of this execution takes the job up without paying again.');
	}
	return { message, description: sentences.join(' ') };
}

/** A line for the log for each of them: n8n shows nothing of a run that was stopped. */
export function stoppedLines(submitted: readonly Submitted[]): string[] {
	return inOrder(submitted).map((each) => {
		const wayOn =
			each.record.jobId === undefined
				? 'it may be paid for: Document → Tag with this Custom Key takes it up without paying again'
				: 'it is paid for: Job → Wait and Job → Download fetch it by its ID';
		return `Stopped at item ${each.slot}: ${stateOf(each)}; ${wayOn}`;
	});
}

function inOrder(submitted: readonly Submitted[]): Submitted[] {
	return submitted.toSorted((a, b) => Number(a.slot) - Number(b.slot));
}

function stateOf({ idempotencyKey, record: { jobId, status } }: Submitted): string {
	return jobId === undefined
		? `submitted under the key ${idempotencyKey}, but the answer did not arrive`
		: `job ${jobId} (${status ?? 'submitted'})`;
}
