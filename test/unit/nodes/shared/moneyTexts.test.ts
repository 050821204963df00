/** What errors say about money: what was charged, and what running again costs. */
import { type ErrorCode, type Facts, TagPdfError } from '../../../../client/errors';
import type { OtherDocuments } from '../../../../nodes/shared/moneyTexts';
import { describeError } from '../../../../nodes/shared/nodeError';

const describe_ = (code: ErrorCode, facts: Facts, others?: OtherDocuments) =>
	describeError(new TagPdfError(code, facts), others).description;

const JOB = { jobId: 'j', jobExists: true };
const PROCESSING = { ...JOB, jobStatus: 'processing' };
const COMPLETED = { ...JOB, jobStatus: 'completed' };
const FAILED = { ...JOB, jobStatus: 'failed' };
const UNANSWERED = { jobMayExist: true, idempotencyKey: 'k' };
const OWN = { isOfExecution: true };
const ALONE: OtherDocuments = { paid: '', isSure: true, isOne: false, way: 'run again' };
const OTHERS: OtherDocuments = { ...ALONE, paid: '8 of 19 other PDFs' };
const OTHER: OtherDocuments = { ...ALONE, paid: 'The other PDF', isOne: true };
const RETRY = 'retry this execution' as const;

/** Without advice of its own. */
const PLAIN = 'WAIT_TIMEOUT';

test.each<[string, Facts, OtherDocuments | undefined, string]>([
	['no job', {}, undefined, 'No new charge was made.'],
	['a refused submission', { jobMayExist: false }, undefined, 'No new charge was made.'],
	['an ID that was only asked for', { jobId: 'j' }, undefined, 'No new charge was made.'],
	['no job, in a run', {}, ALONE, 'No new charge was made.'],
	['no job, beside failed ones', {}, { ...ALONE, haveFailed: true }, 'It made no new charge.'],
	[
		'no job, beside others',
		{},
		OTHERS,
		'It made no new charge. 8 of 19 other PDFs are paid for. Run again: you do not pay twice.',
	],
	[
		'no job, beside another',
		{},
		OTHER,
		'It made no new charge. The other PDF is paid for. Run again: you do not pay twice.',
	],
	['a job in process', PROCESSING, undefined, 'Job j is paid for. Use Job → Wait, then Download.'],
	['a completed job', COMPLETED, undefined, 'Job j is paid for. Use Job → Download.'],
	['a job in a run', PROCESSING, ALONE, 'Job j is paid for. Run again: you do not pay twice.'],
	[
		'a job beside others',
		PROCESSING,
		OTHERS,
		'It and 8 of 19 other PDFs are paid for. Run again: you do not pay twice.',
	],
	[
		'a job beside others that may be paid for',
		PROCESSING,
		{ ...OTHERS, isSure: false },
		'It and 8 of 19 other PDFs may be paid for. Run again: you do not pay twice.',
	],
	[
		'a job of its execution',
		{ ...PROCESSING, ...OWN },
		{ ...ALONE, way: RETRY },
		'Job j is paid for. Retry this execution: you do not pay twice.',
	],
	[
		'a job, if a document may have another one',
		PROCESSING,
		{ ...ALONE, mayPayAgain: true },
		'Job j is paid for. Run again.',
	],
	['no answer', UNANSWERED, undefined, 'It may be paid for. Run again: you do not pay twice.'],
	[
		'no answer, if the document may have another job',
		{ ...UNANSWERED, jobNumber: 1, maxJobs: 2 },
		undefined,
		'It may be paid for. Run again.',
	],
	[
		'no answer, for its execution alone, which continued',
		{ ...UNANSWERED, ...OWN },
		undefined,
		"It may be paid for. A new run pays again. The service's support can find the job by its idempotency key.",
	],
	[
		'no answer, beside others',
		UNANSWERED,
		OTHERS,
		'It and 8 of 19 other PDFs may be paid for. Run again: you do not pay twice.',
	],
	[
		'another job of the same file, which this run has paid for',
		{ otherJobs: { count: 1, credits: 5, isSure: true } },
		undefined,
		'1 other job of this file cost 5 credits in this run.',
	],
	[
		'another job of the same file, which this run has paid for, beside others',
		{ otherJobs: { count: 1, credits: 5, isSure: true } },
		OTHERS,
		'8 of 19 other PDFs are paid for. 1 other job of this file cost 5 credits in this run. Run again: you do not pay twice.',
	],
	[
		'other jobs of the same file, which this run may have paid for',
		{ ...PROCESSING, otherJobs: { count: 2, isSure: false } },
		undefined,
		'Job j is paid for. 2 other jobs of this file may have cost credits in this run. Use Job → Wait, then Download.',
	],
])('%s', (_what, facts, others, expected) => {
	expect(describe_(PLAIN, facts, others).replace(' Try again later.', '')).toBe(expected);
});

const CHECK = 'Check that the PDF opens without a password.';

describe('a failed job', () => {
	test.each<[string, Facts, string]>([
		['that this run has paid for', { creditsUsed: 5, paidBefore: false }, 'cost 5 credits.'],
		[
			'that an earlier run has paid for',
			{ creditsUsed: 5, paidBefore: true },
			'cost 5 credits, once.',
		],
		[
			'that one of two runs has paid for',
			{ creditsUsed: 1, paidBefore: null },
			'cost 1 credit, once.',
		],
		['of a Job operation', { creditsUsed: 5 }, 'cost 5 credits, once.'],
		['that is refunded', { creditsUsed: 0 }, 'cost nothing.'],
		['of unknown cost', {}, 'may have cost credits.'],
	])('%s', (_what, facts, cost) => {
		expect(describe_('JOB_FAILED', { ...FAILED, ...facts })).toBe(
			`Its failed job j ${cost} ${CHECK}`,
		);
	});

	test.each<[string, Facts, OtherDocuments | undefined, string]>([
		[
			'the last that it may have',
			{ jobNumber: 1, maxJobs: 1 },
			undefined,
			"Run again: the same job, free. To pay for another job, set 'Max Jobs per Document' to 2 in the workflow, then run it again.",
		],
		['not the last', { jobNumber: 2, maxJobs: 3 }, undefined, 'Run again to pay for job 3 of 3.'],
		[
			'the last of 20',
			{ jobNumber: 20, maxJobs: 20 },
			undefined,
			"Run again: the same job, free. Only 'New Job per Execution' pays for another job, which no other run finds.",
		],
		[
			'of its execution',
			{ jobNumber: 1, maxJobs: 1, ...OWN },
			ALONE,
			'Retry this execution: the same job, free. A new run pays for another job.',
		],
		[
			'of its execution, not the last',
			{ jobNumber: 1, maxJobs: 2, ...OWN },
			ALONE,
			'Retry this execution to pay for job 2 of 2.',
		],
		[
			'of its execution, which continued: n8n offers no Retry',
			{ jobNumber: 1, maxJobs: 2, ...OWN },
			undefined,
			'A new run pays for another job.',
		],
		[
			'beside others',
			{ jobNumber: 1, maxJobs: 1 },
			OTHERS,
			'Run again without it to get the others.',
		],
		[
			'beside another',
			{ jobNumber: 1, maxJobs: 1 },
			OTHER,
			'Run again without it to get the other.',
		],
		[
			'beside others of its execution',
			{ jobNumber: 1, maxJobs: 1, ...OWN },
			{ ...OTHERS, way: RETRY },
			"Set 'On Error' to 'Continue', and retry with the currently saved workflow.",
		],
	])('%s', (_what, facts, others, expected) => {
		const text = describe_(
			'JOB_FAILED',
			{ ...FAILED, creditsUsed: 1, paidBefore: false, ...facts },
			others,
		);
		const charged = others?.paid ? ` ${others.paid} ${others.isOne ? 'is' : 'are'} paid for.` : '';
		expect(text).toBe(`Its failed job j cost 1 credit.${charged} ${CHECK} ${expected}`);
	});
});

describe('a job or a result that is missing', () => {
	const goneAt = Date.parse('2026-03-02T11:59:01Z');
	const FIRST = { ...COMPLETED, jobNumber: 1, maxJobs: 1 };

	test.each<[string, ErrorCode, Facts, string]>([
		[
			'for less than a day',
			'NOT_FOUND_YET',
			{ ...FIRST, goneAt },
			"Job j is paid for. Run again later, which is free. If it is still missing on 2026-03-02 12:00 UTC: to pay for another job, set 'Max Jobs per Document' to 2 in the workflow, then run it again.",
		],
		[
			'for less than a day, with a number left',
			'NOT_FOUND_YET',
			{ ...FIRST, goneAt, maxJobs: 2 },
			'Job j is paid for. Run again later: free now; from 2026-03-02 12:00 UTC on, it pays for job 2 of 2.',
		],
		[
			'for less than a day, with a number left, although it may have failed',
			'NOT_FOUND_YET',
			{ ...FIRST, jobStatus: 'processing', goneAt, maxJobs: 2 },
			'Job j is paid for. Run again later: free, unless the job has failed; then, and from 2026-03-02 12:00 UTC on, it pays for job 2 of 2.',
		],
		[
			'for a day',
			'RESULT_GONE',
			{ ...FIRST, goneAt, isGone: true },
			"Job j was charged. Run again: the same job, free. To pay for another job, set 'Max Jobs per Document' to 2 in the workflow, then run it again.",
		],
		[
			'for a day, with a number left',
			'JOB_NOT_FOUND',
			{ ...FIRST, goneAt, isGone: true, maxJobs: 2 },
			'Job j was charged. Run again to pay for job 2 of 2.',
		],
		[
			'because the service has deleted it',
			'RESULT_GONE',
			{ ...FIRST, goneAt },
			"Job j was charged. Run again: the same job, free. If it is still missing on 2026-03-02 12:00 UTC: to pay for another job, set 'Max Jobs per Document' to 2 in the workflow, then run it again.",
		],
		[
			'for a time that nobody can tell',
			'RESULT_GONE',
			{ ...FIRST, maxJobs: 3 },
			"Job j was charged. Run again: the same job, free. Only 'New Job per Execution' pays for another job, which no other run finds.",
		],
		[
			'for a time that nobody can tell, although it may have failed',
			'JOB_NOT_FOUND',
			{ ...FIRST, jobStatus: 'processing', maxJobs: 3 },
			"Job j was charged. Run again: free, unless the job has failed; then it pays for job 2 of 3. If it stays missing: only 'New Job per Execution' pays for another job, which no other run finds.",
		],
		[
			'for its execution',
			'NOT_FOUND_YET',
			{ ...FIRST, ...OWN, goneAt },
			'Job j is paid for. Use Job → Download later, which is free. A new run pays for another job.',
		],
		[
			'after a Job operation',
			'RESULT_GONE',
			COMPLETED,
			'Job j was charged. Try again later. If it stays missing, Document → Tag says how to get another job.',
		],
		[
			'after a Job operation that has seen it',
			'JOB_NOT_FOUND',
			PROCESSING,
			'Job j was charged. Try again later. If it stays missing, Document → Tag says how to get another job.',
		],
		[
			'because its ID is wrong',
			'JOB_NOT_FOUND',
			{ jobId: 'j' },
			"No new charge was made. Check the 'Job ID'. It must belong to the credential's account. Spaces around it count. A new job may appear later.",
		],
	])('%s', (_what, code, facts, expected) => {
		expect(describe_(code, facts)).toBe(expected);
	});
});

test.each<[string, Facts, string]>([
	['is not found', {}, 'The service does not find the job of the document'],
	['is gone', { isGone: true }, 'The service no longer has the job of the document'],
	[
		'was deleted',
		{ failure: { kind: 'status', statusCode: 410 } },
		'The service no longer has the job of the document',
	],
])('a job that %s', (_what, facts, expected) => {
	const error = new TagPdfError('JOB_NOT_FOUND', { ...PROCESSING, request: 'getJob', ...facts });
	expect(describeError(error).message).toBe(expected);
});

test('a conflict names what leads to the job', () => {
	const described = (facts: Facts) => describe_('CONFLICT', facts);
	const way =
		"Use Job → Download with the ID of its job: look for the idempotency key in n8n's log, or ask the service's support.";
	expect(described({})).toBe(
		`No new charge was made. ${way} Only 'New Job per Execution' pays for another job, which no other run finds.`,
	);
	expect(described(COMPLETED)).toBe(`Job j is paid for. ${way}`);
});

describe('what running again does not change', () => {
	const storage = (statusCode: number) =>
		({ request: 'download', failure: { kind: 'status', statusCode } }) as const;
	const LASTS =
		"If storage refuses it for days: only 'New Job per Execution' pays for another job, which no other run finds.";
	const FIRST = { ...COMPLETED, jobNumber: 1, maxJobs: 1 };

	test.each<[string, ErrorCode, Facts, OtherDocuments | undefined, string]>([
		[
			'an object that S3 hides',
			'UNEXPECTED_ANSWER',
			{ ...FIRST, ...storage(403) },
			undefined,
			LASTS,
		],
		['a page of a CDN', 'UNEXPECTED_ANSWER', { ...FIRST, ...storage(404) }, ALONE, LASTS],
		[
			'the same for a Job operation',
			'UNEXPECTED_ANSWER',
			{ ...COMPLETED, ...storage(403) },
			undefined,
			'If storage refuses it for days, Document → Tag says how to get another job.',
		],
		[
			'a job that has been in process for a day',
			'WAIT_TIMEOUT',
			{ ...PROCESSING, jobNumber: 1, maxJobs: 1, isStuck: true },
			undefined,
			"If it stays in process: only 'New Job per Execution' pays for another job, which no other run finds.",
		],
		[
			'the same for a Job operation, which waits for it',
			'WAIT_TIMEOUT',
			{ ...PROCESSING, isStuck: true },
			ALONE,
			'If it stays in process, Document → Tag says how to get another job.',
		],
		[
			'the same with New Job per Execution',
			'WAIT_TIMEOUT',
			{ ...PROCESSING, ...OWN, jobNumber: 1, maxJobs: 1, isStuck: true },
			undefined,
			'If it stays in process: a new run pays for another job.',
		],
		[
			'a conflict, which stops each run',
			'CONFLICT',
			{},
			{ ...ALONE, unsubmitted: 7 },
			"7 other PDFs were not submitted: set 'On Error' to 'Continue' to let them through.",
		],
		[
			'a conflict that stops one more',
			'CONFLICT',
			{},
			{ ...OTHERS, unsubmitted: 1 },
			"1 other PDF was not submitted: set 'On Error' to 'Continue' to let it through.",
		],
	])('%s', (_what, code, facts, others, expected) => {
		expect(describe_(code, facts, others).endsWith(expected)).toBe(true);
	});

	test.each<[string, ErrorCode, Facts, OtherDocuments | undefined]>([
		['a server error', 'UNREACHABLE', { ...FIRST, ...storage(503) }, undefined],
		[
			'another request',
			'UNEXPECTED_ANSWER',
			{ ...FIRST, ...storage(403), request: 'store' },
			undefined,
		],
		['a conflict of the last document', 'CONFLICT', {}, { ...ALONE, unsubmitted: 0 }],
	])('says nothing of it for %s', (_what, code, facts, others) => {
		expect(describe_(code, facts, others)).not.toMatch(/If storage|stays in process|let (it|them)/);
	});
});
