import type { Submitted } from '../../client/submission';
import type { Text } from '../../n8n/errors';

/** What exists or may exist, and how its document is called. */
interface NamedSubmission extends Submitted {
	fileName?: string;
}

/** How a run ended whose jobs go on. */
interface Ending {
	/** The item that failed; its own job is in the text already. */
	failedSlot: string;
	submitted: readonly NamedSubmission[];
	/** How many items the run has. */
	items: number;
	/** By Stop: n8n offers no retry of such an execution. */
	stopped: boolean;
}

/** Jobs that a message names; the others are in the output of a retry. */
const NAMED = 5;

/**
 * The words of an error that ends a run: first what is paid for and how to get it, then how to mend
 * what failed, then some of the jobs.
 */
export function withJobs({ message, description }: Text, ending: Ending): Text {
	const { failedSlot, submitted } = ending;
	const own = submitted.find(({ slot }) => slot === failedSlot);
	const others = submitted.some(({ record }) => record !== own?.record);
	const sentences = others
		? [sumOf(ending), wayOn('them', submitted, ending), description, listOf(ending)]
		: [description, own?.record.jobId === undefined ? '' : wayOn('it', [own], ending)];
	return { message, description: sentences.filter((sentence) => sentence !== '').join(' ') };
}

/** E.g. `8 of 20 documents are tagged and paid for, 3 are paid for and still being tagged.` */
function sumOf({ submitted, items }: Ending): string {
	const states = submitted.filter(isLeft).map(({ record }) => doing(record));
	const counted = DOINGS.map((state) => [states.filter((each) => each === state).length, state]);
	const parts = counted.filter(([count]) => count !== 0);
	const sums = parts.map(([count, state], index) => {
		const of = index === 0 ? ` of ${items} documents` : '';
		return `${count}${of} ${count === 1 ? 'is' : 'are'} ${state}`;
	});
	return sums.length === 0 ? '' : `${sums.join(', ')}.`;
}

const TAGGED = 'tagged and paid for';
const UNDER_WAY = 'paid for and still being tagged';
const UNANSWERED = 'submitted without an answer, so perhaps paid for';
const DOINGS = [TAGGED, UNDER_WAY, UNANSWERED];

function doing({ jobId, status }: Submitted['record']): string {
	if (jobId === undefined) return UNANSWERED;
	return status === 'completed' ? TAGGED : UNDER_WAY;
}

/** How to get what is paid for without paying again, and where in n8n that is. */
function wayOn(what: string, submitted: readonly NamedSubmission[], { stopped }: Ending): string {
	const left = submitted.filter(isLeft);
	// A service that refuses another run's submission, in place of giving it the job, charges nothing either.
	const isKept = left.every(({ record }) => record.journaled !== undefined);
	const ways = [
		...(stopped ? [] : ['choose Executions → this execution → Retry']),
		...(isKept ? ['run the workflow again'] : []),
	];
	if (left.length === 0 || ways.length === 0) return '';
	return `To get ${what} without paying again, ${ways.join(', or ')}.`;
}

function listOf({ failedSlot, submitted }: Ending): string {
	const left = submitted.filter((each) => isLeft(each) && each.slot !== failedSlot);
	if (left.length === 0) return '';
	const named = left.slice(0, NAMED).map((each) => `${nameOf(each)} ${jobOf(each)}`);
	const more = left.length > NAMED ? [`and ${left.length - NAMED} more`] : [];
	return `The jobs: ${[...named, ...more].join('; ')}. Job → Wait and Job → Download fetch each by its ID.`;
}

/** A line for the log for each of them: n8n shows nothing of a run that was stopped. */
export function stoppedLines(submitted: readonly NamedSubmission[]): string[] {
	return submitted.map((each) => {
		const wayOn =
			each.record.jobId === undefined
				? `it may be paid for: ${wayBack(each)} does not pay for it twice`
				: 'it is paid for: Job → Wait and Job → Download fetch it by its ID';
		return `Stopped at ${nameOf(each)}: ${stateOf(each)}; ${wayOn}`;
	});
}

function wayBack({ record }: Submitted): string {
	return record.journaled === undefined
		? 'Document → Tag with this key as Own Key'
		: 'running the workflow again';
}

function nameOf({ fileName, slot }: NamedSubmission): string {
	return fileName === undefined ? `item ${slot}` : `"${fileName}"`;
}

function stateOf(each: Submitted): string {
	return each.record.jobId === undefined ? jobOf(each) : `job ${jobOf(each)}`;
}

function jobOf({ record: { jobId, key, status } }: Submitted): string {
	return jobId === undefined
		? `submitted under the key ${key}, but the answer did not arrive`
		: `${jobId} (${status ?? 'submitted'})`;
}

/** Whether there is, or may be, something to get. */
function isLeft({ record }: Submitted): boolean {
	return record.status !== 'failed';
}
