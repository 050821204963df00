import type { IDataObject } from 'n8n-workflow';

import type { Submitted } from '../../client/submission';
import type { Text } from '../../n8n/errors';

/** A document whose job exists or may exist, and its file name. */
interface NamedSubmission extends Submitted {
	fileName?: string;
}

/** How a run ended whose jobs continue. */
interface Ending {
	/** The item that failed; its own job is in the text already. */
	failedSlot: string;
	submitted: readonly NamedSubmission[];
	/** How many items the run has. */
	items: number;
	/** Ended by Stop: n8n offers no Retry of such an execution. */
	isStopped: boolean;
	/** Whether a Retry gets past the item that failed. */
	isRetryUseful: boolean;
}

/** Adds to the error of a run how many other documents are paid for, and how to get them. */
export function withJobs({ message, description }: Text, ending: Ending): Text {
	const own = ending.submitted.find(({ slot }) => slot === ending.failedSlot)?.record;
	const others = ending.submitted.filter(({ record }) => record !== own && isUseful({ record }));
	const paid = others.filter(({ record }) => record.jobId !== undefined);
	const left = ending.submitted.filter(isUseful);
	const sentences = [
		description,
		countPaid(paid.length, ending.items - 1),
		countUnanswered(others.length - paid.length),
		...(left.length === 0 || (others.length === 0 && own?.jobId === undefined)
			? []
			: [wayToJobs(left, paid.length, ending)]),
	];
	return { message, description: sentences.filter((sentence) => sentence !== '').join(' ') };
}

/** The jobs of a run that has failed, for n8n's Error details. */
export function listJobs(submitted: readonly NamedSubmission[]): IDataObject[] {
	return submitted.map(({ fileName, slot, record: { jobId, key, status } }) => ({
		item: Number(slot),
		...(fileName === undefined ? {} : { file: fileName }),
		...(jobId === undefined
			? { idempotency_key: key, status: 'not answered' }
			: { job_id: jobId, status: status ?? 'submitted' }),
	}));
}

function countPaid(count: number, others: number): string {
	if (count === 0) return '';
	const of = others === 1 ? 'The other document' : `${count} of the other ${others} documents`;
	return `${of} ${count === 1 ? 'is' : 'are'} paid for.`;
}

function countUnanswered(count: number): string {
	if (count === 0) return '';
	return `${count === 1 ? '1 document was' : `${count} documents were`} sent without an answer and may be paid for.`;
}

/** How to get what is paid for. */
function wayToJobs(
	left: readonly NamedSubmission[],
	paid: number,
	{ isRetryUseful, isStopped }: Ending,
): string {
	if (!isRetryUseful) {
		return paid === 0 ? '' : 'Their job IDs are in Error details: Job → Download fetches each one.';
	}
	const isKept = left.every(({ record }) => record.journaled !== undefined);
	const ways = [
		...(isStopped ? [] : ['choose Retry in the Executions tab']),
		...(isKept ? ['run the workflow again'] : []),
	];
	if (ways.length === 0) return '';
	const them = new Set(left.map(({ record }) => record)).size === 1 ? 'it' : 'them';
	const way = ways.join(' or ');
	return `${way.charAt(0).toUpperCase()}${way.slice(1)}: you do not pay for ${them} twice.`;
}

/** A line for the log for each of them: n8n shows no error of a run that was stopped. */
export function listStopped(submitted: readonly NamedSubmission[]): string[] {
	return submitted.map((each) => {
		const { jobId, journaled, key, status } = each.record;
		const name = each.fileName === undefined ? `item ${each.slot}` : `"${each.fileName}"`;
		if (jobId !== undefined) {
			return `Stopped at ${name}: job ${jobId} (${status ?? 'submitted'}) is paid for: Job → Wait and Job → Download fetch it by its ID`;
		}
		const way =
			journaled === undefined
				? 'use Document → Tag with this key as Own Key'
				: 'run the workflow again';
		return `Stopped at ${name}: submitted under the key ${key}, without an answer, so it may be paid for; to not pay twice, ${way}`;
	});
}

/** Whether there is, or may be, something to get. */
function isUseful({ record }: Pick<Submitted, 'record'>): boolean {
	return record.state !== 'failed';
}
