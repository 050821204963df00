import type { IDataObject } from 'n8n-workflow';

import { hasLastingKey, type Submission } from '../../client/submission';
import type { OtherDocuments } from '../../n8n/errors';

/** A document whose job exists or may exist, and its file name. */
interface NamedSubmission extends Submission {
	fileName?: string;
}

/** The end of a run whose jobs continue. */
interface Ending {
	/** The item that failed; its error already names its job. Undefined if the run could not start. */
	failedSlot?: string;
	submitted: readonly NamedSubmission[];
	/** How many items the run has. */
	items: number;
	/** Ended by Stop: n8n offers no Retry of a stopped execution. */
	isStopped: boolean;
}

/** Says which other documents are paid for, and how to get all that are paid for. */
export function describeOtherDocuments(ending: Ending): OtherDocuments {
	const own = ending.submitted.find(({ slot }) => slot === ending.failedSlot)?.record;
	const others = ending.submitted.filter(
		({ record }) => record !== own && mayHaveResult({ record }),
	);
	const left = ending.submitted.filter(mayHaveResult);
	const isSure = others.every(({ record }) => record.jobId !== undefined);
	const way = describeWayToJobs(left, ending);
	const isAll = ending.failedSlot === undefined;
	return {
		paid: isAll ? countPaid(others.length, ending.items) : countOthers(others.length, ending),
		isSure,
		isOne: others.length === 1,
		isAll,
		hadJobs: ending.submitted.some(({ record }) => record !== own),
		way,
	};
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

function countPaid(count: number, items: number): string {
	if (count === 0) return '';
	return items === 1 ? 'The PDF' : `${count} of ${items} PDFs`;
}

function countOthers(count: number, { items }: Ending): string {
	if (count === 0) return '';
	return items === 2 ? 'The other PDF' : `${count} of ${items - 1} other PDFs`;
}

/** How to get the paid jobs without paying twice. */
function describeWayToJobs(left: readonly NamedSubmission[], { isStopped }: Ending): string {
	const isKept = left.every(({ record }) => hasLastingKey(record));
	if (isKept) return 'run again';
	return isStopped ? 'use Job → Download' : 'choose Retry in the Executions tab';
}

/** One log line for each submission: n8n shows no error of a stopped run. */
export function listStopped(submitted: readonly NamedSubmission[]): string[] {
	return submitted.map((each) => {
		const { jobId, key, status } = each.record;
		const name = each.fileName === undefined ? `item ${each.slot}` : `"${each.fileName}"`;
		if (jobId !== undefined) {
			return `Stopped at ${name}: job ${jobId} (${status ?? 'submitted'}) is paid for: Job → Wait and Job → Download fetch it by its ID`;
		}
		const way = hasLastingKey(each.record)
			? 'run the workflow again'
			: 'use Document → Tag with this key as Own Key';
		return `Stopped at ${name}: submitted under the key ${key}, without an answer, so it may be paid for. To avoid paying twice, ${way}`;
	});
}

/** Whether there is, or may be, a result to get. */
function mayHaveResult({ record }: Pick<Submission, 'record'>): boolean {
	return record.state !== 'failed';
}
