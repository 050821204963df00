import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { TagPdfError } from '../../client/errors';
import { hasLastingKey, type DocumentRecords, type Submission } from '../../client/submission';
import { toNodeError, type OtherDocuments } from '../../n8n/errors';
import { isStopped } from '../delivery';
import type { ItemFacts } from './itemFacts';

/**
 * Error of a run, with its jobs. n8n does not show it after Stop, so the log gets the jobs then.
 *
 * @param index the item that halted the run; undefined if the run could not start
 */
export function createRunError(
	context: IExecuteFunctions,
	{ facts, records }: { facts: ItemFacts; records: DocumentRecords },
	error: TagPdfError,
	index?: number,
): ReturnType<typeof toNodeError> {
	const stopped = isStopped(context);
	const submitted = records
		.listSubmissions()
		.map((each) => ({ ...each, fileName: facts.findFileName(Number(each.slot)) }));
	if (stopped) {
		for (const line of listStopped(submitted)) context.logger.warn(`Tag PDF: ${line}`);
	}
	const others = describeOtherDocuments({
		failedSlot: index === undefined ? undefined : String(index),
		submitted,
		items: context.getInputData().length,
		isStopped: stopped,
	});
	const nodeError = toNodeError(context.getNode(), error, index ?? 0, others);
	if (submitted.length > 0) {
		const data = nodeError.context.data as IDataObject;
		nodeError.context.data = { ...data, jobs: listJobs(submitted) };
	}
	return nodeError;
}

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
	const { failedSlot, items, submitted } = ending;
	const own = submitted.find(({ slot }) => slot === failedSlot)?.record;
	// A failed job has no result.
	const left = submitted.filter(({ record }) => record.state !== 'failed');
	const others = left.filter(({ record }) => record !== own);
	const isAll = failedSlot === undefined;
	return {
		paid: isAll
			? countPdfs(others.length, items, 'PDF')
			: countPdfs(others.length, items - 1, 'other PDF'),
		isSure: others.every(({ record }) => record.jobId !== undefined),
		isOne: others.length === 1,
		isAll,
		hadJobs: submitted.some(({ record }) => record !== own),
		way: describeWayToJobs(left, ending.isStopped),
	};
}

function countPdfs(count: number, total: number, noun: string): string {
	if (count === 0) return '';
	return total === 1 ? `The ${noun}` : `${count} of ${total} ${noun}s`;
}

/** How to get the paid jobs without paying twice. */
function describeWayToJobs(left: readonly NamedSubmission[], stopped: boolean): string {
	if (left.every(({ record }) => hasLastingKey(record))) return 'run again';
	return stopped ? 'use Job → Download' : 'choose Retry in the Executions tab';
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
