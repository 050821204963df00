import {
	ExpressionError,
	type GenericValue,
	type IDataObject,
	type INode,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { type Facts, TagPdfError } from '../../client/errors';
import { type Failure, type RequestName } from '../../client/failure';
import { cutAtPath, MAX_LENGTH, toOneLine } from '../../client/text';
import { capitalize, quoteName, texts } from './errorTexts';
import { InputError } from './inputError';
import {
	type Cost,
	describeLasting,
	describeMoney,
	describeNextJob,
	judgeCost,
	type OtherDocuments,
} from './moneyTexts';

/**
 * Converts any rejection into an error of the client. n8n's own errors about a parameter or a credential keep their
 * texts. An unexpected error becomes `INTERNAL_ERROR`, whose text asks the user for a report.
 *
 * @param known facts about the item: its document's name, and its job. The error's own facts take precedence, except
 * for `jobMayExist`
 */
export function toTagPdfError(error: unknown, known: Facts = {}): TagPdfError {
	const own = asTagPdfError(error);
	// An earlier try may have made a job, even if the service has refused the submission of this try.
	const jobMayExist = known.jobMayExist ?? own.facts.jobMayExist;
	return own.addFacts({ ...known, ...own.facts, jobMayExist });
}

function asTagPdfError(error: unknown): TagPdfError {
	if (error instanceof TagPdfError) return error;
	if (
		error instanceof ExpressionError ||
		error instanceof NodeOperationError ||
		error instanceof NodeApiError
	) {
		const { message, description } = error;
		const fix = typeof description === 'string' ? description : '';
		return new InputError({ message, fix }, 'INVALID_INPUT', { cause: error });
	}
	// The class of this error differs between n8n's versions.
	if (error instanceof Error && error.message === 'invalid syntax') {
		const words = { message: 'An expression has invalid syntax', fix: 'Correct the expression.' };
		return new InputError(words, 'INVALID_INPUT', { cause: error });
	}
	return new TagPdfError('INTERNAL_ERROR', {}, { cause: error });
}

/** Enough for our longest text with an ID and a reason from outside. */
const MAX_TEXT_LETTERS = 2_000;

/** An error in words: what happened to which file, what was charged, what to do. */
export function describeError(
	error: TagPdfError,
	others?: OtherDocuments,
): { message: string; description: string } {
	const words = error instanceof InputError ? error.words : texts[error.code](error.facts);
	const cost = judgeCost(error);
	const way = words.isWhole === true ? '' : describeWay(cost, error, others);
	const hasRoom = way === '' && !others?.paid && ['none', 'unsure'].includes(cost);
	const sentences = [
		describeMoney(cost, error.facts, others),
		words.fix ?? (way === '' ? 'Try again later.' : ''),
		hasRoom ? words.more : '',
		way,
		describeLasting(error, others),
	];
	return {
		message: cleanText(prefixWithFileName(words.message, error.facts)),
		description: cleanText(sentences.filter(Boolean).join(' ')),
	};
}

/** Puts the file name at the start of a message unless the message already contains it. */
function prefixWithFileName(message: string, { fileName }: Facts): string {
	if (fileName === undefined) return capitalize(message);
	const name = quoteName(fileName);
	return message.includes(name) ? message : `${name}: ${message}`;
}

/** Puts a text on one line, with "cancelled" for "canceled", by which n8n recognizes a stopped execution. */
function cleanText(text: string): string {
	return toOneLine(text, MAX_TEXT_LETTERS).replace(/canceled/gi, 'cancelled');
}

/**
 * The sentence that says how to get the documents that are, or may be, paid for, and how to get another job for a
 * document whose job is of no use.
 *
 * @param others the other documents of the run, if the error has ended it; absent if the run continued
 * @returns empty if nothing was charged and the error has ended no run with other paid documents; and for a Job
 * operation whose job is of no use, because it does not know the document
 */
function describeWay(cost: Cost, error: TagPdfError, others?: OtherDocuments): string {
	const { code, facts } = error;
	const isOfNoUse = cost === 'failed' || cost === 'gone' || code === 'NOT_FOUND_YET';
	if (isOfNoUse && others?.paid) {
		// If the next run had this document, too, it would stop at it again, and perhaps pay for its next job before that.
		if (others.way !== 'run again')
			return "Set 'On Error' to 'Continue', and retry with the currently saved workflow.";
		return `Run again without it to get the other${others.isOne ? '' : 's'}.`;
	}
	if (isOfNoUse) return describeNextJob(error, others !== undefined);
	if (others && (cost !== 'none' || others.paid !== '')) {
		const mayPayAgain = others.haveFailed === true || others.mayPayAgain === true;
		return `${capitalize(others.way)}${mayPayAgain ? '' : ': you do not pay twice'}.`;
	}
	if (cost === 'none') return '';
	if (cost === 'paid')
		return `Use Job → ${facts.jobStatus === 'completed' ? '' : 'Wait, then '}Download.`;
	const { isOfExecution, jobNumber = 1, maxJobs = 1 } = facts;
	// Another run may find that the job has failed, and pay for the next one.
	if (isOfExecution !== true && jobNumber < maxJobs) return 'Run again.';
	if (isOfExecution !== true) return 'Run again: you do not pay twice.';
	// The run has continued, so n8n offers no Retry for it.
	return "A new run pays again. The service's support can find the job by its idempotency key.";
}

/** The error as n8n shows it, with item index, Error details, and the HTTP status if there was one. */
export function toNodeError(
	node: INode,
	error: TagPdfError,
	itemIndex: number,
	others?: OtherDocuments,
): NodeApiError | NodeOperationError {
	const { message, description } = describeError(error, others);
	const { failure, fileName } = error.facts;
	const nodeError =
		failure?.kind === 'status'
			? new NodeApiError(
					node,
					{ message },
					{ message, description, itemIndex, httpCode: String(failure.statusCode) },
				)
			: new NodeOperationError(node, message, { description, itemIndex });
	// n8n replaces messages that contain a code such as ECONNREFUSED with its own texts.
	nodeError.message = message;
	nodeError.context.data = omitUnknown({
		code: error.code,
		filename: fileName,
		...listDetails(error),
	});
	// Not enumerable, so that n8n does not store it: a cause may hold a whole request.
	return Object.defineProperty(nodeError, 'cause', { value: error, enumerable: false });
}

/**
 * The JSON field `error` of the output item for a failed item under Continue On Fail: texts, code and details.
 */
export function toErrorJson(error: TagPdfError): IDataObject {
	const details = omitUnknown(listDetails(error));
	return { error: { ...describeError(error), code: error.code, ...details } };
}

/** Leaves out the facts that are not known: n8n counts a field of an item as present even if it is undefined. */
export function omitUnknown(facts: Record<string, GenericValue>): IDataObject {
	return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

const REQUEST_ACTIVITIES: Record<RequestName, string> = {
	fetchSource: 'fetching the document from its URL',
	getAccount: 'reading the account',
	createUpload: 'asking for an upload',
	store: 'sending the document to storage',
	submitJob: 'submitting the job',
	getJob: 'asking for the job',
	getResult: 'asking for the result',
	download: 'downloading the tagged PDF',
};

/** Details that do not fit into an error's text, for Error details and for failed items. */
function listDetails(error: TagPdfError): Record<string, string | number | undefined> {
	const { failure, idempotencyKey, jobId, jobMayExist, jobNumber } = error.facts;
	const requestId = failure?.kind === 'status' ? failure.requestId : undefined;
	const hasJob = jobId !== undefined || jobMayExist === true;
	return {
		job_id: jobId,
		job_number: hasJob ? jobNumber : undefined,
		request_id: requestId,
		idempotency_key: idempotencyKey,
		reason: explainReason(error),
	};
}

/**
 * The reason in the words of the service and the system; undefined if neither the error's facts nor its cause tell it.
 */
function explainReason(error: TagPdfError): string | undefined {
	const { credits, failure, reason, request, server, tries } = error.facts;
	if (failure) {
		const doing = request === undefined ? '' : ` while ${REQUEST_ACTIVITIES[request]}`;
		const asked = server === undefined ? '' : ` at ${server}`;
		const often = tries === undefined || tries < 2 ? '' : ` (${tries} tries)`;
		return `${describeFailure(failure)}${doing}${asked}${often}`;
	}
	if (reason !== undefined) return reason;
	if (credits) {
		return `credits needed: ${credits.needed}, left: ${credits.left}, limit: ${credits.limit}`;
	}
	const { cause } = error;
	const thrown = cause instanceof Error ? cause.message : String(cause);
	if (cause === undefined) return undefined;
	// Errors of n8n's file storage name its folders, which the user need not see.
	return toOneLine(error.code === 'NOT_SAVED' ? cutAtPath(thrown) : thrown, MAX_LENGTH.message);
}

function describeFailure(failure: Failure): string {
	if (failure.kind === 'network') return failure.code;
	if (failure.kind === 'address') return `${failure.field} ${failure.reason}`;
	if (failure.kind !== 'status') return failure.reason;
	const { message, redirectTo, statusCode, type } = failure;
	const words = [type, message, redirectTo && `redirect to ${redirectTo}`];
	const said = words.filter((word) => word !== undefined).join(', ');
	return `status ${statusCode}${said === '' ? '' : ` (${said})`}`;
}
