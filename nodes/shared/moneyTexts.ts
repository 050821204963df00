import { type Facts, type TagPdfError } from '../../client/errors';
import { MAX_JOBS } from '../../client/limits';
import { formatCount } from './errorTexts';

/** What an error says about money: what was charged, and what running again costs. */

const NEW_JOB_PAYS = "'New Job per Execution' pays for another job, which no other run finds.";

/** The other documents of a run that an error ended. */
export interface OtherDocuments {
	/**
	 * Names the documents that are, or may be, paid for, e.g. `8 of 19 other PDFs`; empty if there are none. Documents
	 * whose job has failed are not among them.
	 */
	paid: string;
	/** Whether all documents that `paid` names are certainly paid for. */
	isSure: boolean;
	/** Whether `paid` names a single document. */
	isOne: boolean;
	/** Jobs of other documents have failed, and may have cost credits. */
	haveFailed?: boolean;
	/** Number of other documents that were not submitted. */
	unsubmitted?: number;
	/** Another run may pay for the next job of one of the run's documents. */
	mayPayAgain?: boolean;
	/** How to get all paid documents without paying twice. */
	way: 'run again' | 'retry this execution';
}

/**
 * What a document has cost, as far as its error shows it: `none` if no job is known, `unsure` if a job may exist,
 * `failed` if its job has failed, `gone` if the service does not find the job or its result, else `paid`.
 */
export type Cost = 'none' | 'unsure' | 'paid' | 'failed' | 'gone';

export function judgeCost({ code, facts }: TagPdfError): Cost {
	const { jobExists, jobId, jobMayExist, jobStatus } = facts;
	if (jobExists !== true || jobId === undefined) return jobMayExist === true ? 'unsure' : 'none';
	if (jobStatus === 'failed') return 'failed';
	return code === 'JOB_NOT_FOUND' || code === 'RESULT_GONE' ? 'gone' : 'paid';
}

/**
 * The sentence about the document of an error: `alone`, or `besideOthers` if the text also speaks of other documents or
 * of other jobs of the file. `joined` means that one sentence speaks of this document and the other documents together.
 */
const OWN_SENTENCES: Record<
	Cost,
	{ alone: (facts: Facts) => string; besideOthers: ((facts: Facts) => string) | 'joined' }
> = {
	none: {
		alone: () => 'No new charge was made.',
		// The sentence says nothing about earlier runs, so it is true whatever they paid for. If this execution paid for
		// other jobs of the file, it would be wrong. It is not needed then: another sentence tells of these jobs.
		besideOthers: ({ otherJobs }) => (otherJobs ? '' : 'It made no new charge.'),
	},
	unsure: { alone: () => 'It may be paid for.', besideOthers: 'joined' },
	paid: { alone: ({ jobId }) => `Job ${jobId} is paid for.`, besideOthers: 'joined' },
	failed: { alone: describeFailedJob, besideOthers: describeFailedJob },
	gone: {
		alone: ({ jobId }) => `Job ${jobId} was charged.`,
		besideOthers: ({ jobId }) => `Job ${jobId} was charged.`,
	},
};

/** What was charged for the documents, in this execution or before. */
export function describeMoney(cost: Cost, facts: Facts, others?: OtherDocuments): string {
	return [describeDocuments(cost, facts, others), describeOtherJobs(facts)]
		.filter((sentence) => sentence !== '')
		.join(' ');
}

function describeDocuments(cost: Cost, facts: Facts, others?: OtherDocuments): string {
	const { alone, besideOthers } = OWN_SENTENCES[cost];
	// `alone` may say that nothing was charged. But the run may have paid for other documents, even if their jobs have
	// failed, and for other jobs of this document.
	const isAlone = !others?.paid && others?.haveFailed !== true && !facts.otherJobs;
	if (isAlone) return alone(facts);
	if (!others?.paid) return besideOthers === 'joined' ? alone(facts) : besideOthers(facts);
	const { isOne, isSure, paid } = others;
	if (besideOthers === 'joined') {
		const are = isSure && cost === 'paid' ? 'are' : 'may be';
		return `It and ${paid.charAt(0).toLowerCase()}${paid.slice(1)} ${are} paid for.`;
	}
	const are = isOne ? 'is' : 'are';
	return `${besideOthers(facts)} ${paid} ${isSure ? are : 'may be'} paid for.`.trimStart();
}

/** The service may refund a failed job. "Once" says that further runs with the same job did not pay for it again. */
function describeFailedJob({ creditsUsed, jobId, paidBefore }: Facts): string {
	if (creditsUsed === undefined) return `Its failed job ${jobId} may have cost credits.`;
	if (creditsUsed === 0) return `Its failed job ${jobId} cost nothing.`;
	const cost = formatCount(creditsUsed, 'credit');
	return `Its failed job ${jobId} cost ${cost}${paidBefore === false ? '' : ', once'}.`;
}

function describeOtherJobs({ otherJobs }: Facts): string {
	if (!otherJobs) return '';
	const { count, credits, isSure } = otherJobs;
	const jobs = formatCount(count, 'other job');
	const cost = credits === undefined ? 'credits' : formatCount(credits, 'credit');
	return `${jobs} of this file ${isSure ? 'cost' : 'may have cost'} ${cost} in this run.`;
}

/**
 * What running again costs for a document whose job is of no use, and how to get another job; empty for the Job
 * operations, which pay for nothing.
 *
 * @param isRetryOffered whether n8n offers Retry for this execution
 */
export function describeNextJob({ code, facts }: TagPdfError, isRetryOffered: boolean): string {
	const { goneAt, isGone, isOfExecution, jobNumber, jobStatus, maxJobs } = facts;
	if (jobNumber === undefined || maxJobs === undefined) return '';
	const isMissing = jobStatus !== 'failed';
	const canBeFollowed = !isMissing || goneAt !== undefined;
	const next = jobNumber + 1;
	const from = isMissing && isGone !== true && goneAt !== undefined ? formatTime(goneAt) : '';
	const isLate = code === 'NOT_FOUND_YET';
	const again = isOfExecution === true ? 'Retry this execution' : 'Run again';
	if (isOfExecution === true && !isRetryOffered) {
		// No later run finds this job. But Job → Download finds it by its ID.
		const way = isLate ? 'Use Job → Download later, which is free. ' : '';
		return `${way}A new run pays for another job.`;
	}
	const nextJob = `job ${next} of ${maxJobs}`;
	const later = `${again}${isLate ? ' later' : ''}`;
	if (canBeFollowed && jobNumber < maxJobs) {
		if (from === '') return `${again} to pay for ${nextJob}.`;
		if (jobStatus === 'completed')
			return `${later}: free now; from ${from} on, it pays for ${nextJob}.`;
		// Nobody knows what has become of a job that is not found.
		return `${later}: free, unless the job has failed; then, and from ${from} on, it pays for ${nextJob}.`;
	}
	if (isMissing && jobStatus !== 'completed' && jobNumber < maxJobs) {
		const unlessFailed = `${later}: free, unless the job has failed; then it pays for ${nextJob}.`;
		if (isOfExecution === true) return `${unlessFailed} A new run pays for another job.`;
		return `${unlessFailed} If it stays missing: only ${NEW_JOB_PAYS}`;
	}
	const free = isLate ? `${later}, which is free.` : `${again}: the same job, free.`;
	if (isOfExecution === true) return `${free} A new run pays for another job.`;
	if (!canBeFollowed || maxJobs >= MAX_JOBS) {
		return `${free} Only ${NEW_JOB_PAYS}`;
	}
	const when = from === '' ? 'To' : `If it is still missing on ${from}: to`;
	return `${free} ${when} pay for another job, set 'Max Jobs per Document' to ${next} in the workflow, then run it again.`;
}

/**
 * What to do if running again does not help, because the failure lasts: a conflict stops each run at the same document;
 * storage may refuse a download because it no longer has the file; and a job stays in process if its worker has died.
 *
 * @returns empty for all other failures; for a conflict, if all other documents were submitted; and for the other two,
 * if other documents are paid for, because the text must say how to get them
 */
export function describeLasting({ code, facts }: TagPdfError, others?: OtherDocuments): string {
	const { failure, isOfExecution, isStuck, jobNumber, request } = facts;
	const { unsubmitted = 0 } = others ?? {};
	// A conflict lasts, so each run would stop at this document before it submits the others.
	if (code === 'CONFLICT' && unsubmitted > 0) {
		const were = `${formatCount(unsubmitted, 'other PDF')} ${unsubmitted === 1 ? 'was' : 'were'} not submitted`;
		return `${were}: set 'On Error' to 'Continue' to let ${unsubmitted === 1 ? 'it' : 'them'} through.`;
	}
	if (others?.paid) return '';
	// If storage says that the file is missing, the code is RESULT_GONE instead.
	const isRefused =
		code === 'UNEXPECTED_ANSWER' &&
		request === 'download' &&
		failure?.kind === 'status' &&
		[403, 404, 410].includes(failure.statusCode);
	if (!isRefused && isStuck !== true) return '';
	const ifItLasts = `If ${isRefused ? 'storage refuses it for days' : 'it stays in process'}`;
	if (jobNumber === undefined) return `${ifItLasts}, Document → Tag says how to get another job.`;
	if (isOfExecution === true) return `${ifItLasts}: a new run pays for another job.`;
	return `${ifItLasts}: only ${NEW_JOB_PAYS}`;
}

/** A moment in UTC, rounded up to a minute: `2026-03-01 12:00 UTC`. */
function formatTime(at: number): string {
	const [day, time = ''] = new Date(Math.ceil(at / 60_000) * 60_000).toISOString().split('T');
	return `${day} ${time.slice(0, 5)} UTC`;
}
