import { toOneLine, showsGone, type CommonFacts, type TagPdfError } from '../../client/errors';
import { InputError, type Text } from './inputError';
import { texts } from './texts';
import { formatCount, quoteName, type Words } from './words';

/** The other documents of a run that an error ended, or all of them if the run could not start. */
export interface OtherDocuments {
	/** The documents that are or may be paid for, e.g. `8 of 19 other PDFs`; empty if there are none. */
	paid: string;
	/** The error belongs to no single document. */
	isAll: boolean;
	/** Whether any of these had a job, even a failed one: then the run may have cost credits. */
	hadJobs: boolean;
	/** Whether all of these are certainly paid for. */
	isSure: boolean;
	isOne: boolean;
	/** How to get all paid documents without paying twice, e.g. `run again`. */
	way: string;
}

/** An error in words: what happened to which file, what was charged, what to do. */
export function describeError(error: TagPdfError, others?: OtherDocuments): Omit<Text, 'more'> {
	const words = chooseWords(error);
	const way = describeWay(error, words, others);
	const { fix = way === '' ? 'Try again later.' : '', more = '' } = words;
	const sentences = [
		describeMoney(error, others),
		fix,
		way === '' && !others?.paid ? more : '',
		way === '' ? '' : `${capitalize(way)}.`,
	];
	return {
		message: cleanText(prefixWithFileName(words.message, error.facts)),
		description: cleanText(sentences.filter((sentence) => sentence !== '').join(' ')),
	};
}

function chooseWords(error: TagPdfError): Words {
	if (error instanceof InputError) {
		const { message, description, more } = error.text;
		return { message, fix: description, more };
	}
	// TypeScript does not know that code and facts belong together.
	const write = texts[error.code] as (facts: TagPdfError['facts']) => Words;
	return write(error.facts);
}

/** Puts the file name at the start of a message unless the message already contains it. */
function prefixWithFileName(message: string, { fileName }: CommonFacts): string {
	if (fileName === undefined) return capitalize(message);
	const name = quoteName(fileName);
	return message.includes(name) ? message : `${name}: ${message}`;
}

/** Says nothing about earlier tries, so it is true whatever they have paid for. */
const NO_NEW_CHARGE = 'No new charge was made.';

/** Whether money was charged for the documents, in this execution or before. */
function describeMoney(error: TagPdfError, others?: OtherDocuments): string {
	const own = describeOwnMoney(error, others);
	if (!others?.paid) return own;
	const { isOne, isSure, paid } = others;
	const isPaid = own === 'It';
	const are = isOne && !isPaid ? 'is' : 'are';
	const subject = isPaid ? `It and ${paid.charAt(0).toLowerCase()}${paid.slice(1)}` : paid;
	const sentence = `${subject} ${isSure && !(isPaid && error.facts.unanswered) ? are : 'may be'} paid for.`;
	return isPaid || others.isAll ? sentence : `${own} ${sentence}`;
}

/** @returns `It` if the sentence about the other documents also covers this one */
function describeOwnMoney(
	{ requestFacts, code, facts }: TagPdfError,
	others?: OtherDocuments,
): string {
	const { creditsUsed, jobExists, jobId, jobStatus, unanswered } = facts;
	const hasOthers = others !== undefined && others.paid !== '';
	if (code === 'CONFLICT') return 'No second charge was made.';
	if (jobExists === true && jobId !== undefined) {
		if (jobStatus === 'failed') return describeFailedJob(creditsUsed);
		if (showsGone(requestFacts)) return hasOthers ? 'It was charged.' : `Job ${jobId} was charged.`;
		return hasOthers ? 'It' : `Job ${jobId} is paid for.`;
	}
	if (unanswered === true) return hasOthers ? 'It' : 'It may be paid for.';
	if (jobId !== undefined) return 'Job operations are free.';
	if (facts.isRetry === true) return NO_NEW_CHARGE;
	if (others?.hadJobs !== true) return 'Nothing was charged.';
	return others.isAll ? NO_NEW_CHARGE : 'It was not charged.';
}

/** The service may refund a failed job. */
function describeFailedJob(credits: number | undefined): string {
	if (credits === undefined) return 'Its failed job may cost credits.';
	return `Its failed job cost ${credits === 0 ? 'nothing' : formatCount(credits, 'credit')}.`;
}

/** How to get documents that are or may be paid for, as part of a sentence; empty if there are none. */
function describeWay(error: TagPdfError, { isWhole }: Words, others?: OtherDocuments): string {
	const { idempotencyKey, isOnlyJob, jobExists, jobId, jobStatus, keyLasts, unanswered } =
		error.facts;
	const hasJob = jobExists === true && jobId !== undefined;
	const hasFailed = hasJob && jobStatus === 'failed';
	const mayBePaid = !hasFailed && (hasJob || unanswered === true);
	if (isWhole === true) return '';
	if (others && (mayBePaid || others.paid !== '')) {
		const isSure = unanswered !== true && (others.paid === '' || others.isSure);
		const isOne = others.paid === '' || (others.isOne && !mayBePaid);
		return `${others.way}: ${isSure ? `${isOne ? 'it is' : 'they are'} free` : 'you do not pay twice'}`;
	}
	if (hasFailed && isOnlyJob === true) return 'use a new Own Key, which costs credits';
	if (hasFailed)
		return error.code === 'JOB_FAILED' ? 'submit it again, which costs credits' : 'run again';
	if (hasJob) return `use ${jobStatus === 'completed' ? '' : 'Job → Wait and '}Job → Download`;
	if (unanswered !== true || idempotencyKey === undefined) return '';
	return keyLasts === true
		? 'run it again: you do not pay twice'
		: 'run it with the key of this error as Own Key';
}

/** Enough for our longest text with an ID and a reason from outside. */
const MAX_TEXT_LETTERS = 2_000;

/** n8n treats an error with this spelling in its message as a stopped execution. */
function cleanText(text: string): string {
	return toOneLine(text, MAX_TEXT_LETTERS).replace(/canceled/gi, 'cancelled');
}

function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
