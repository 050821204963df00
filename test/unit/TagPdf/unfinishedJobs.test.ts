import type { SubmissionRecord } from '../../../nodes/client/submission';
import { withJobs } from '../../../nodes/TagPdf/unfinishedJobs';

const text = { message: 'What happened', description: 'How to get on.' };
const job = (jobId: string, status?: SubmissionRecord['status']): SubmissionRecord => ({
	content: 'c',
	jobId,
	status,
});
const unanswered: SubmissionRecord = { content: 'c', body: '{}', sent: true };
const withSlots = (submitted: Record<string, SubmissionRecord>, failedSlot = '0', given = text) =>
	withJobs(
		given,
		failedSlot,
		Object.entries(submitted).map(([slot, record]) => ({ slot, record })),
	);
const ITS_JOB = 'A retry of this execution takes the job up without paying again.';
const EACH =
	'A retry of this execution takes up those that have not failed without paying again; Job → Wait and Job → Download fetch each by its ID.';

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
		`How to get on. Jobs of this run: item 0: job job_0 (failed); item 2: submitted, but the answer did not arrive; item 9: job job_9 (submitted); item 10: job job_10 (completed). ${EACH}`,
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
