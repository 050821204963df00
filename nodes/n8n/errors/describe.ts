import {
	LONGEST,
	oneLine,
	showGone,
	type ErrorCode,
	type ErrorFacts,
	type TagPdfError,
} from '../../client/errors';
import { InputError, type Text } from './inputError';
import { texts } from './texts';
import { quoted } from './words';

/** An error in words, with what it means for the user's credits and how to get what is paid for. */
export function describe(error: TagPdfError): Text {
	const { cause, code, facts } = error;
	const thrown = cause instanceof Error ? cause.message : String(cause);
	const reason = oneLine(thrown, LONGEST.message);
	const { message, description } =
		error instanceof InputError ? error.text : texts[code](facts, reason);
	const sentences = [description, charge(error), outcome(error)];
	return {
		message: shown(named(message, facts)),
		description: shown(sentences.filter((sentence) => sentence !== '').join(' ')),
	};
}

/** Every message of an item names its document: those that do not do so themselves, at their start. */
function named(message: string, { fileName }: ErrorFacts): string {
	if (fileName === undefined || message.includes(quoted(fileName))) return message;
	return `${quoted(fileName)}: ${message}`;
}

/** What has been paid for, and how to get it. */
function charge(error: TagPdfError): string {
	const { code, facts } = error;
	const { jobId, request, unanswered = false } = facts;
	if (facts.jobExists === true && jobId !== undefined) return wayOn(error, jobId);
	if (unanswered || TELL_THEMSELVES.has(code)) return '';
	if (REFUSED_HERE.has(code)) return 'This run did not submit the document.';
	if (code === 'STOPPED' || code === 'NOT_STARTED') return 'Nothing was submitted for this item.';
	if (jobId !== undefined) return `Whether job ${jobId} exists could not be checked.`;
	return request === undefined || request === 'getAccount' ? '' : 'Nothing was charged.';
}

/** Codes of documents that this node does not submit. */
const REFUSED_HERE: ReadonlySet<ErrorCode> = new Set([
	'CREDITS_BELOW_LIMIT',
	'OVER_BUDGET',
	'PAGES_UNKNOWN',
	'ALREADY_TAGGED',
]);

/** Codes whose texts say what they mean for the user's credits. */
const TELL_THEMSELVES: ReadonlySet<ErrorCode> = new Set([
	'NOT_FOUND',
	'CONFLICT',
	'KEY_ALREADY_USED',
]);

function wayOn({ code, facts }: TagPdfError, jobId: string): string {
	if (code === 'JOB_FAILED' || showGone(facts)) return '';
	const fetch = `Job ${jobId} exists and is paid for: use Job → Wait and Job → Download with this ID.`;
	return code === 'WAIT_TIMEOUT' ? `${fetch} To wait longer, raise Wait Timeout.` : fetch;
}

/** A submission of which no answer said whether it made a job: the key is the way to that job. */
function outcome({ code, facts }: TagPdfError): string {
	const { idempotencyKey, keyLasts = false, unanswered = false } = facts;
	if (!unanswered || idempotencyKey === undefined || code === 'CONFLICT') return '';
	const wayOn = keyLasts
		? `Running the workflow again sends this document under the same key, ${idempotencyKey}: it is not paid for twice.`
		: `A new execution with Avoid Paying Twice set to Per Own Key, and the key ${idempotencyKey}, does not pay for it twice.`;
	return `Whether the job was created is not known. ${wayOn}`;
}

/** Enough for the longest text of ours with an ID and a reason from outside in it. */
const LONGEST_TEXT = 2_000;

/** n8n takes any message with this spelling for a stopped execution. */
function shown(text: string): string {
	return oneLine(text, LONGEST_TEXT).replace(/canceled/gi, 'cancelled');
}
