import type { SubmissionRecord } from '../../../nodes/client/submission';
import { stoppedLines, withJobs } from '../../../nodes/TagPdf/unfinishedJobs';

const text = { message: 'What happened', description: 'How to get on.' };
const job = (jobId: string, status?: SubmissionRecord['status']): SubmissionRecord => ({
	content: 'c',
	jobId,
	status,
});
const unanswered: SubmissionRecord = { content: 'c', body: '{}', sent: true };
const submittedOf = (records: Record<string, SubmissionRecord>) =>
	Object.entries(records).map(([slot, record]) => ({
		slot,
		idempotencyKey: `key_${slot}`,
		record,
	}));
const withSlots = (
	records: Record<string, SubmissionRecord>,
	failedSlot = '0',
	given = text,
	stopped = false,
) => withJobs(given, { failedSlot, submitted: submittedOf(records), stopped });
const ITS_JOB = 'A retry of this execution takes the job up without paying again.';
const AGAIN = 'Running the workflow again does not pay twice for what has not failed.';
const EACH =
	'A retry of this execution takes up those that have not failed without paying again. Job → Wait and Job → Download fetch each by its ID.';

test('without any job the words stay as they are', () => {
	expect(withSlots({})).toEqual(text);
});

test('the job of the failed item alone: a retry takes it up', () => {
	expect(withSlots({ 0: job('job_1', 'processing') })).toEqual({
		message: 'What happened',
		description: `How to get on. ${ITS_JOB}`,
	});
	expect(withSlots({ 0: job('job_1') }).description).toBe(`How to get on. ${ITS_JOB}`);
});

test.each([
	['has failed', job('job_1', 'failed')],
	['may not exist', unanswered],
])('the job of the failed item alone, which %s: nothing is promised', (_what, record) => {
	expect(withSlots({ 0: record })).toEqual(text);
});

describe('documents that the journal has', () => {
	const kept = { ...job('job_1', 'processing'), journaled: 'delivery' } as const;

	test('another run of the workflow does not pay for them twice', () => {
		expect(withSlots({ 0: kept }).description).toBe(`How to get on. ${ITS_JOB} ${AGAIN}`);
		expect(withSlots({ 0: kept }, '0', text, true).description).toBe(`How to get on. ${AGAIN}`);
		expect(withSlots({ 1: kept }).description).toContain(AGAIN);
	});

	test('nothing is said of another run when the journal has not all of them', () => {
		expect(withSlots({ 0: kept, 1: job('job_2') }).description).not.toContain(AGAIN);
	});

	test('after Stop the log says that another run does not pay for them twice', () => {
		expect(stoppedLines(submittedOf({ 0: { ...unanswered, journaled: 'content' } }))).toEqual([
			'Stopped at item 0: submitted under the key key_0, but the answer did not arrive; it may be paid for: running the workflow again does not pay for it twice',
		]);
	});
});

test('every job of the run, in the order of the items, with its state', () => {
	const { message, description } = withSlots(
		{
			10: job('job_10', 'completed'),
			9: job('job_9'),
			2: unanswered,
			0: job('job_0', 'failed'),
		},
		'0',
	);
	expect(message).toBe('What happened');
	expect(description).toBe(
		`How to get on. Jobs of this run: item 0: job job_0 (failed); item 2: submitted under the key key_2, but the answer did not arrive; item 9: job job_9 (submitted); item 10: job job_10 (completed). ${EACH}`,
	);
});

test('a job of another item is named when the failed one has none', () => {
	expect(withSlots({ 1: job('job_1', 'processing') }).description).toBe(
		`How to get on. Jobs of this run: item 1: job job_1 (processing). ${EACH}`,
	);
});

test('items that share the job of the failed one are no others', () => {
	const shared = job('job_1', 'processing');
	expect(withSlots({ 0: shared, 1: shared }).description).toBe(`How to get on. ${ITS_JOB}`);
});

test('no blank stands before the jobs when there is nothing else to say', () => {
	const bare = { message: 'What n8n says', description: '' };
	expect(withSlots({ 0: job('job_1') }, '0', bare).description).toBe(ITS_JOB);
});

test('after Stop no retry is promised, which n8n does not give', () => {
	const one = { 0: job('job_1', 'processing') };
	expect(withSlots(one, '0', text, true)).toEqual(text);
	const two = { ...one, 1: unanswered };
	expect(withSlots(two, '0', text, true).description).toBe(
		'How to get on. Jobs of this run: item 0: job job_1 (processing); item 1: submitted under the key key_1, but the answer did not arrive. Job → Wait and Job → Download fetch each by its ID.',
	);
});

test('a line for each job and each pending key of a stopped run, in the order of the items', () => {
	expect(
		stoppedLines(submittedOf({ 10: job('job_10', 'completed'), 2: unanswered, 0: job('job_0') })),
	).toEqual([
		'Stopped at item 0: job job_0 (submitted); it is paid for: Job → Wait and Job → Download fetch it by its ID',
		'Stopped at item 2: submitted under the key key_2, but the answer did not arrive; it may be paid for: Document → Tag with this Custom Key does not pay for it twice',
		'Stopped at item 10: job job_10 (completed); it is paid for: Job → Wait and Job → Download fetch it by its ID',
	]);
	expect(stoppedLines([])).toEqual([]);
});
