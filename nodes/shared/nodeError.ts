import {
	ExpressionError,
	type GenericValue,
	type IDataObject,
	type INode,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { type Facts, showsGone, TagPdfError } from '../../client/errors';
import { type Failure, MAX_LENGTH, type RequestName, toOneLine } from '../../client/failure';
import { PRODUCT_LIMITS } from '../../client/limits';
import { capitalize, formatCount, quoteName, texts, type Words } from './errorTexts';

/** A parameter, a credential or an item has an unusable value; the words say which and why. */
export class InputError extends TagPdfError {
	constructor(
		readonly words: Words,
		override readonly code: 'INVALID_INPUT' | 'NOT_A_PDF' = 'INVALID_INPUT',
		{ facts = {}, cause }: { facts?: Facts; cause?: unknown } = {},
	) {
		super(code, facts, { cause });
	}

	override addFacts(more: Facts): InputError {
		const { words, code, facts, cause } = this;
		return new InputError(words, code, { facts: { ...facts, ...more }, cause });
	}
}

/**
 * Converts any rejection into an error of the client. n8n's own errors about a parameter or a credential
 * keep their texts. An unexpected error says so and asks for a report.
 *
 * @param known facts of the item: its document's name, and the job that an earlier try paid for
 */
export function toTagPdfError(error: unknown, known: Facts = {}): TagPdfError {
	const own = asTagPdfError(error);
	// A refusal of this try says nothing about an earlier try.
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
	return new TagPdfError('UNFORESEEN', {}, { cause: error });
}

/** The other documents of a run that an error ended. */
export interface OtherDocuments {
	/** The documents that are or may be paid for, e.g. `8 of 19 other PDFs`; empty if there are none. */
	paid: string;
	/** Whether all of these are certainly paid for. */
	isSure: boolean;
	isOne: boolean;
	/** Jobs of others have failed, which may have cost credits. */
	haveFailed?: boolean;
	/** How to get all paid documents without paying twice. */
	way: 'run again' | 'retry this execution';
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
		describeMoney(cost, error, others),
		words.fix ?? (way === '' ? 'Try again later.' : ''),
		hasRoom ? words.more : '',
		way === '' ? '' : `${capitalize(way)}.`,
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

/** n8n treats an error with this spelling in its message as a stopped execution. */
function cleanText(text: string): string {
	return toOneLine(text, MAX_TEXT_LETTERS).replace(/canceled/gi, 'cancelled');
}

type Cost = 'failed' | 'gone' | 'paid' | 'unsure' | 'none';

/** What a document has cost as far as an error shows it. A job that is gone was charged. */
function judgeCost({ facts }: TagPdfError): Cost {
	const { jobExists, jobId, jobMayExist, jobStatus } = facts;
	if (jobExists !== true || jobId === undefined) return jobMayExist === true ? 'unsure' : 'none';
	if (jobStatus === 'failed') return 'failed';
	return showsGone(facts) ? 'gone' : 'paid';
}

/**
 * Whether money was charged for the documents, in this execution or before. About a document without a job it says
 * nothing about earlier runs, so it is true whatever they have paid for.
 */
function describeMoney(cost: Cost, { facts }: TagPdfError, others?: OtherDocuments): string {
	const { jobId, jobMayExist } = facts;
	const isAlone = !others?.paid;
	// The run may have paid for the failed jobs of others.
	const isFree = isAlone && others?.haveFailed !== true;
	const own = {
		failed: describeFailedJob(facts),
		gone: `${isAlone ? `Job ${jobId}` : 'It'} was charged.`,
		paid: `Job ${jobId} is paid for.`,
		unsure: 'It may be paid for.',
		none: isFree ? 'No new charge was made.' : 'It made no new charge.',
	}[cost];
	if (isAlone) return own;
	const { isOne, isSure, paid } = others;
	if (cost === 'paid' || cost === 'unsure') {
		const are = isSure && jobMayExist !== true ? 'are' : 'may be';
		return `It and ${paid.charAt(0).toLowerCase()}${paid.slice(1)} ${are} paid for.`;
	}
	const are = isOne ? 'is' : 'are';
	return `${own} ${paid} ${isSure ? are : 'may be'} paid for.`;
}

/** The service may refund a failed job. */
function describeFailedJob({ creditsUsed }: Facts): string {
	if (creditsUsed === undefined) return 'Its failed job may have cost credits.';
	return `Its failed job cost ${creditsUsed === 0 ? 'nothing' : formatCount(creditsUsed, 'credit')}.`;
}

/** How to get documents that are or may be paid for, as part of a sentence; empty if there are none. */
function describeWay(cost: Cost, { code, facts }: TagPdfError, others?: OtherDocuments): string {
	const hasFailed = cost === 'failed' || code === 'FAILED_REPEATEDLY';
	if (hasFailed && others?.paid) {
		// With it, the next run would pay for another job of it, and may stop at it again.
		if (others.way !== 'run again') return "set 'On Error' to 'Continue' and retry";
		return `run again without it to get the other${others.isOne ? '' : 's'}`;
	}
	if (cost === 'failed') {
		const { attempts = 0 } = facts;
		if (attempts >= PRODUCT_LIMITS.submission.failures) return '';
		return code === 'JOB_FAILED' ? 'run again to pay for another job' : 'run again';
	}
	if (others && (cost !== 'none' || others.paid !== ''))
		return others.haveFailed === true ? others.way : `${others.way}: you do not pay twice`;
	if (cost === 'none') return '';
	if (cost === 'unsure')
		return `${facts.isOfExecution === true ? 'retry this execution' : 'run again'}: you do not pay twice`;
	return `use Job → ${facts.jobStatus === 'completed' ? '' : 'Wait, then '}Download`;
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
	nodeError.context.data = omitUnknown({ code: error.code, file: fileName, ...listDetails(error) });
	// Not enumerable, so that n8n does not store it: a cause may hold a whole request.
	return Object.defineProperty(nodeError, 'cause', { value: error, enumerable: false });
}

/**
 * The output item of a failing item under Continue On Fail. An `error` object alone is the one form
 * that n8n routes to the error output in both major versions.
 */
export function toErrorJson(error: TagPdfError): IDataObject {
	const details = omitUnknown(listDetails(error));
	return { error: { ...describeError(error), code: error.code, ...details } };
}

/** The facts that are known: n8n judges an item by the names of its fields, so none may be undefined. */
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
function listDetails(error: TagPdfError): Record<string, string | undefined> {
	const { failure, idempotencyKey, jobId } = error.facts;
	const requestId = failure?.kind === 'status' ? failure.requestId : undefined;
	return { jobId, requestId, idempotencyKey, reason: explainReason(error) };
}

/** The reason in the words of the service and the system. */
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
	return cause === undefined ? undefined : toOneLine(thrown, MAX_LENGTH.message);
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
