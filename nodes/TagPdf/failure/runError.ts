import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { TagPdfError } from '../../client/errors';
import type { DocumentRecords } from '../../client/submission';
import { toNodeError } from '../../n8n/errors';
import { isStopped } from '../delivery';
import type { ItemFacts } from './itemFacts';
import { describeOtherDocuments, listJobs, listStopped } from './unfinishedJobs';

interface RunRecords {
	records: DocumentRecords;
	facts: ItemFacts;
}

/**
 * Error of a run, with its jobs. n8n does not show it after Stop, so the log gets the jobs then.
 *
 * @param index the item that halted the run; undefined if the run could not start
 */
export function createRunError(
	context: IExecuteFunctions,
	{ facts, records }: RunRecords,
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
