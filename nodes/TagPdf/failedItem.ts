import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { type Facts, TagPdfError } from '../../client/errors';
import { getJobNumber, type KnownDocument, listJobs, type NamedStage } from '../../client/ledger';
import { hasEnded, toJobFacts } from '../../client/service';
import type { RunFacts, Unit } from './operation';
import { collectOwnFiles, findOutputField } from './output';
import { nameField } from './source';
import { toSafeFileName } from '../shared/fileName';
import type { OtherDocuments } from '../shared/moneyTexts';
import { omitUnknown, toErrorJson, toNodeError, toTagPdfError } from '../shared/nodeError';

/** Converts the reason of a unit's failure into an error that names the unit's document and job. */
function toUnitError({ ledger }: RunFacts, unit: Unit, reason: unknown): TagPdfError {
	const fileName = findFileName(unit);
	const document = ledger.findSubmission(unit.unitKey);
	const { job } = unit.state;
	const about = reason instanceof TagPdfError ? reason.facts.jobNumber : undefined;
	const replaced = ledger.listReplaced(unit.unitKey);
	const found = document
		? describeDocument(document, replaced, about)
		: { ...(job && toJobFacts(job)), otherJobs: describeOtherJobs([], replaced) };
	return toTagPdfError(reason, { fileName, ...found });
}

/**
 * What the ledger knows about a document, for an error about it.
 *
 * @param replaced what the unit's URL gave before, in this execution
 * @param about number of the job that the error is about; by default, the document's last job. They differ if the
 * service refused to make a further job: the error is about that job, and the ledger's last job is the one before it.
 */
function describeDocument(
	document: KnownDocument,
	replaced: readonly KnownDocument[],
	about = getJobNumber(document),
): Facts {
	const { isOfExecution, stage } = document;
	const jobs = listJobs(document);
	const job = jobs[about - 1];
	const otherJobs = describeOtherJobs(
		jobs.filter((each) => each !== job),
		replaced,
	);
	const known = { isOfExecution, jobNumber: about, otherJobs };
	if (job) {
		const { credits, jobId, paidBefore, status } = job;
		return {
			...known,
			jobId,
			jobExists: true,
			jobStatus: status,
			creditsUsed: credits,
			paidBefore,
		};
	}
	if (stage.name === 'named' || !stage.isInDoubt) return known;
	return { ...known, jobMayExist: true, idempotencyKey: stage.idempotencyKey };
}

/**
 * Sums up those of the jobs that this execution paid for, or may have paid for. Without `credits`, the cost of at least
 * one of them is not known.
 *
 * @param jobs of the same document
 * @param replaced what the unit's URL gave before, in this execution: all their jobs count
 * @returns undefined if earlier executions paid for all of them
 */
function describeOtherJobs(
	jobs: readonly NamedStage[],
	replaced: readonly KnownDocument[],
): Facts['otherJobs'] {
	const own = [...jobs, ...replaced.flatMap(listJobs)].filter(
		({ paidBefore }) => paidBefore !== true,
	);
	const unanswered = replaced.filter(({ stage }) => stage.name !== 'named' && stage.isInDoubt);
	const count = own.length + unanswered.length;
	if (count === 0) return undefined;
	const isAnswered = unanswered.length === 0;
	const credits = own.map((job) => job.credits ?? NaN).reduce((sum, each) => sum + each, 0);
	return {
		count,
		credits: Number.isNaN(credits) || !isAnswered ? undefined : credits,
		// What a job has cost is certain only when it has ended: a service may count page by page.
		isSure:
			isAnswered &&
			own.every((job) => job.paidBefore === false && job.credits !== undefined && hasEnded(job)),
	};
}

function findFileName({ source, state }: Unit): string | undefined {
	const name: unknown = source?.fileName ?? state.job?.filename;
	return typeof name === 'string' && name !== '' ? toSafeFileName(name) : undefined;
}

/**
 * The output item of a unit that failed under Continue On Fail. Its JSON has the error, and the file name, job and
 * credits if they are known. It has the files of the input item, so that the workflow can put the original elsewhere.
 * In operations that return a tagged PDF, the original, if it is at hand, is also in the field of the tagged PDF: some
 * n8n nodes read the name of the binary field from the first item, and use it for all items.
 */
export function createFailedItem(facts: RunFacts, unit: Unit, reason: unknown): INodeExecutionData {
	const { context } = facts;
	const error = toUnitError(facts, unit, reason);
	const failure = toErrorJson(error);
	const { creditsUsed, fileName, jobId, jobStatus } = error.facts;
	const known = { filename: fileName, id: jobId, status: jobStatus, credits_used: creditsUsed };
	const json = { ...omitUnknown(known), ...nameField(unit.source), ...failure };
	const original = unit.source?.getFileAtHand();
	const files = collectOwnFiles(context, unit, original, findOutputField(context, unit));
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
 * Marks an item for n8n's error output. n8n sends an item there if the item itself has a property `error`, or if its
 * JSON has nothing but an `error`. While sending it, n8n copies the item with a spread, and later it replaces the JSON
 * of each item that still has the property. A property that is not enumerable is missing in the copy, so the copy keeps
 * its JSON.
 */
function routeToErrorOutput(item: INodeExecutionData, { error }: IDataObject): INodeExecutionData {
	// If n8n finds no input item for this item, it does not copy it, and replaces its JSON by `{ error: value.message }`.
	const value = { message: error };
	return Object.defineProperty(item, 'error', { value, enumerable: false, writable: true });
}

/** A unit whose document has a job, or may have one. */
interface Submission {
	unit: Unit;
	document: KnownDocument;
}

/** The error of the unit that halted the run, with the run's jobs. n8n does not show it after Stop. */
export function createRunError(facts: RunFacts, reason: unknown, failed: Unit) {
	const { context, ledger, units } = facts;
	const submitted = units.flatMap((unit): Submission[] => {
		const document = ledger.findSubmission(unit.unitKey);
		return document ? [{ document, unit }] : [];
	});
	const error = toUnitError(facts, failed, reason);
	const others = describeOtherDocuments(facts, submitted, failed);
	const nodeError = toNodeError(context.getNode(), error, failed.index, others);
	const jobs = { jobs: submitted.map(describeSubmission) };
	if (submitted.length > 0) Object.assign(nodeError.context.data as IDataObject, jobs);
	return nodeError;
}

const hasFailed = ({ stage }: KnownDocument) => stage.name === 'named' && stage.status === 'failed';

/** Finds out which other documents of the run are paid for, or may be, and how the user gets all paid documents. */
function describeOtherDocuments(
	{ ledger, units }: RunFacts,
	submitted: readonly Submission[],
	failed: Unit,
): OtherDocuments {
	const own = submitted.find(({ unit }) => unit === failed)?.document;
	const documents = submitted.map(({ document }) => document);
	// Without the documents whose job has failed: there is no tagged PDF to get for them.
	const left = documents.filter((document) => !hasFailed(document));
	const others = left.filter(({ id }) => id !== own?.id);
	const count = units.length - 1;
	const paid = count === 1 ? 'The other PDF' : `${others.length} of ${count} other PDFs`;
	const hasNumberLeft = (document: KnownDocument) =>
		getJobNumber(document) < ledger.getMaxJobs(document.id);
	return {
		paid: others.length === 0 ? '' : paid,
		isSure: others.every(({ stage }) => stage.name === 'named'),
		isOne: others.length === 1,
		haveFailed: documents.some((document) => document.id !== own?.id && hasFailed(document)),
		mayPayAgain: documents.some(hasNumberLeft),
		unsubmitted: count - submitted.filter(({ unit }) => unit !== failed).length,
		// A new run does not find the jobs of New Job per Execution. A retry of this execution does.
		way: left.some(({ isOfExecution }) => isOfExecution) ? 'retry this execution' : 'run again',
	};
}

/** For n8n's Error details: a document's last job, or the idempotency key under which the service may have made one. */
function describeSubmission({ document: { stage }, unit }: Submission): IDataObject {
	const job =
		stage.name === 'named'
			? { job_id: stage.jobId, status: stage.status }
			: { idempotency_key: stage.idempotencyKey, status: 'unanswered' };
	return omitUnknown({ item: unit.index, filename: findFileName(unit), ...job });
}
