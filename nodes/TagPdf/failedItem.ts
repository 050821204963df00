import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Facts, TagPdfError } from '../../client/errors';
import { type Entry, listKeys } from '../../client/ledger';
import { toJobFacts } from '../../client/wait';
import type { RunFacts, Unit } from './operation';
import { listKeptFiles } from './output';
import { nameField } from './source';
import { toSafeFileName } from '../shared/fileName';
import {
	omitUnknown,
	type OtherDocuments,
	toErrorJson,
	toNodeError,
	toTagPdfError,
} from '../shared/nodeError';

/** The unit's rejection as an error that names its document and its job. */
function toUnitError({ ledger }: RunFacts, unit: Unit, reason: unknown): TagPdfError {
	const fileName = findFileName(unit);
	const entry = ledger.findSubmission(unit.itemKey);
	const { job } = unit.state;
	const found = entry ? describeEntry(entry) : job && toJobFacts(job);
	return toTagPdfError(reason, { fileName, ...found });
}

function describeEntry(entry: Entry): Facts {
	const { credits, isOfExecution, jobId, key, status } = entry;
	if (jobId === undefined) return { isOfExecution, jobMayExist: true, idempotencyKey: key };
	const attempts = listKeys(entry).filter((each) => each.status === 'failed').length;
	const job = { jobId, jobExists: true, jobStatus: status, creditsUsed: credits };
	return { isOfExecution, attempts, ...job };
}

function findFileName({ source, state }: Unit): string | undefined {
	const name: unknown = source?.fileName ?? state.job?.filename;
	return typeof name === 'string' && name !== '' ? toSafeFileName(name) : undefined;
}

/**
 * The output item of a unit that failed under Continue On Fail: file name, job, credits, error, and the
 * item's files, so that the workflow can file the original.
 */
export function createFailedItem(facts: RunFacts, unit: Unit, reason: unknown): INodeExecutionData {
	const { context } = facts;
	const error = toUnitError(facts, unit, reason);
	const failure = toErrorJson(error);
	const { creditsUsed, fileName, jobId, jobStatus } = error.facts;
	const known = { filename: fileName, id: jobId, status: jobStatus, credits_used: creditsUsed };
	const json = { ...omitUnknown(known), ...nameField(unit.source), ...failure };
	const files = listKeptFiles(context, unit);
	const item = {
		json,
		pairedItem: { item: unit.index },
		...(Object.keys(files).length === 0 ? {} : { binary: files }),
	};
	return context.getNode().onError === 'continueErrorOutput'
		? routeToErrorOutput(item, failure)
		: item;
}

/**
 * n8n sends an item to the error output if the item has an `error`, or if its JSON has only an `error`. In the
 * first case n8n replaces the JSON, but not if its copy of the item lacks `error`. So `error` is not enumerable.
 */
function routeToErrorOutput(item: INodeExecutionData, { error }: IDataObject): INodeExecutionData {
	// If n8n does not copy the item, it puts this `message` in place of the error in the JSON.
	const value = { message: error };
	return Object.defineProperty(item, 'error', { value, enumerable: false, writable: true });
}

/** What is known about a document whose job exists or may exist. */
interface Submission extends Entry {
	unit: Unit;
}

/** The error of the unit that halted the run, with the run's jobs. n8n does not show it after Stop. */
export function createRunError(facts: RunFacts, reason: unknown, failed: Unit) {
	const { context, ledger, units } = facts;
	const submitted = units.flatMap((unit): Submission[] => {
		const entry = ledger.findSubmission(unit.itemKey);
		return entry ? [{ ...entry, unit }] : [];
	});
	const error = toUnitError(facts, failed, reason);
	const others = describeOtherDocuments(submitted, units.length - 1, failed);
	const nodeError = toNodeError(context.getNode(), error, failed.index, others);
	const jobs = { jobs: submitted.map(describeJob) };
	if (submitted.length > 0) Object.assign(nodeError.context.data as IDataObject, jobs);
	return nodeError;
}

/** Says which other documents are paid for, and how to get all that are paid for. */
function describeOtherDocuments(
	submitted: readonly Submission[],
	count: number,
	failed: Unit,
): OtherDocuments {
	const own = submitted.find(({ unit }) => unit === failed);
	// A failed job has no result.
	const left = submitted.filter(({ status }) => status !== 'failed');
	const others = left.filter(({ id }) => id !== own?.id);
	const paid = count === 1 ? 'The other PDF' : `${others.length} of ${count} other PDFs`;
	return {
		paid: others.length === 0 ? '' : paid,
		isSure: others.every(({ jobId }) => jobId !== undefined),
		isOne: others.length === 1,
		haveFailed: submitted.some(({ id, status }) => id !== own?.id && status === 'failed'),
		// A job of its execution needs that execution.
		way: left.some(({ isOfExecution }) => isOfExecution) ? 'retry this execution' : 'run again',
	};
}

/** A job of a run that has failed, for n8n's Error details. */
function describeJob({ jobId, key, status, unit }: Submission): IDataObject {
	const job =
		jobId === undefined
			? { idempotency_key: key, status: 'not answered' }
			: { job_id: jobId, status: status ?? 'submitted' };
	return omitUnknown({ item: unit.index, file: findFileName(unit), ...job });
}
