import type { DocumentRecord } from '../../../../nodes/client/submission';
import { listJobs, listStopped, withJobs } from '../../../../nodes/TagPdf/failure/unfinishedJobs';

const text = { message: 'What happened', description: 'What to do.' };
const attempt = { attempt: 1, key: 'key_1', content: 'c', journaled: 'delivery' } as const;
const job = (jobId: string, status?: string): DocumentRecord => ({
	...attempt,
	state: status === 'failed' ? 'failed' : 'accepted',
	jobId,
	status,
});
const unanswered: DocumentRecord = { ...attempt, state: 'sent', body: '{}' };
const unkept = (record: DocumentRecord): DocumentRecord => ({ ...record, journaled: undefined });
const submittedOf = (records: Record<string, DocumentRecord>) =>
	Object.entries(records).map(([slot, record]) => ({ slot, record, fileName: `${slot}.pdf` }));

/** The description of an error that ends a run of 20 items, the first of which failed. */
function describeEnd(
	records: Record<string, DocumentRecord>,
	{ isStopped = false, isRetryUseful = true, items = 20 } = {},
): string {
	const submitted = submittedOf(records);
	const ending = { failedSlot: '0', submitted, items, isStopped, isRetryUseful };
	const { message, description } = withJobs(text, ending);
	expect(message).toBe(text.message);
	return description;
}

const EITHER = 'Choose Retry in the Executions tab or run the workflow again';

describe('the error of a run', () => {
	test('stays as it is without a job', () => {
		expect(describeEnd({})).toBe('What to do.');
	});

	test('says how to get the job of the failed item', () => {
		expect(describeEnd({ 0: job('job_0', 'processing') })).toBe(
			`What to do. ${EITHER}: you do not pay for it twice.`,
		);
	});

	test('promises nothing of a job that has failed, or that may not exist', () => {
		expect(describeEnd({ 0: job('job_0', 'failed') })).toBe('What to do.');
		expect(describeEnd({ 0: unanswered })).toBe('What to do.');
	});

	test('counts the other documents that are paid for, and names the way to them', () => {
		const others = { 1: job('job_1', 'completed'), 2: job('job_2'), 3: job('job_3', 'failed') };
		expect(describeEnd({ 0: job('job_0', 'failed'), ...others })).toBe(
			`What to do. 2 of the other 19 documents are paid for. ${EITHER}: you do not pay for them twice.`,
		);
		expect(describeEnd({ 1: job('job_1') })).toBe(
			`What to do. 1 of the other 19 documents is paid for. ${EITHER}: you do not pay for it twice.`,
		);
		expect(describeEnd({ 1: job('job_1') }, { items: 2 })).toContain(
			' The other document is paid for. ',
		);
	});

	test('counts documents without an answer apart', () => {
		expect(describeEnd({ 1: job('job_1'), 2: unanswered })).toBe(
			`What to do. 1 of the other 19 documents is paid for. 1 document was sent without an answer and may be paid for. ${EITHER}: you do not pay for them twice.`,
		);
		expect(describeEnd({ 1: unanswered, 2: unanswered })).toContain(
			' 2 documents were sent without an answer and may be paid for. ',
		);
	});

	test('does not name the item that shares the failed one’s job', () => {
		const shared = job('job_1', 'processing');
		expect(describeEnd({ 0: shared, 1: shared })).toBe(
			`What to do. ${EITHER}: you do not pay for it twice.`,
		);
	});

	test('offers another run only if the journal has all that is left', () => {
		expect(describeEnd({ 1: job('job_1'), 2: unkept(job('job_2')) })).toMatch(
			/ Choose Retry in the Executions tab: you do not pay for them twice\.$/,
		);
		expect(describeEnd({ 1: job('job_1'), 2: unkept(job('job_2', 'failed')) })).toContain(EITHER);
	});

	test('offers no Retry after Stop', () => {
		expect(describeEnd({ 1: job('job_1') }, { isStopped: true })).toMatch(
			/ Run the workflow again: you do not pay for it twice\.$/,
		);
		expect(describeEnd({ 1: unkept(job('job_1')) }, { isStopped: true })).toBe(
			'What to do. 1 of the other 19 documents is paid for.',
		);
	});

	test('leads to the IDs of the other jobs where a Retry would fail again', () => {
		const ending = { isRetryUseful: false };
		expect(describeEnd({ 0: unanswered, 1: job('job_1') }, ending)).toBe(
			'What to do. 1 of the other 19 documents is paid for. Their job IDs are in Error details: Job → Download fetches each one.',
		);
		expect(describeEnd({ 0: unanswered }, ending)).toBe('What to do.');
	});
});

test('Error details list all jobs', () => {
	const [named, unnamed] = submittedOf({ 0: job('job_0', 'completed'), 1: unanswered });
	if (!named || !unnamed) throw new Error('There are two');
	expect(listJobs([named, { ...unnamed, fileName: undefined }])).toEqual([
		{ item: 0, file: '0.pdf', job_id: 'job_0', status: 'completed' },
		{ item: 1, idempotency_key: 'key_1', status: 'not answered' },
	]);
	expect(listJobs(submittedOf({ 2: job('job_2') }))).toMatchObject([{ status: 'submitted' }]);
});

describe('after Stop the log', () => {
	test('has a line for each job and each unanswered submission, in the order of the items', () => {
		expect(
			listStopped(submittedOf({ 10: job('job_10', 'completed'), 2: unanswered, 0: job('job_0') })),
		).toEqual([
			'Stopped at "0.pdf": job job_0 (submitted) is paid for: Job → Wait and Job → Download fetch it by its ID',
			'Stopped at "2.pdf": submitted under the key key_1, without an answer, so it may be paid for; to not pay twice, run the workflow again',
			'Stopped at "10.pdf": job job_10 (completed) is paid for: Job → Wait and Job → Download fetch it by its ID',
		]);
		expect(listStopped([])).toEqual([]);
	});

	test('names the key where another run would not find the submission', () => {
		expect(listStopped([{ slot: '3', record: unkept(unanswered) }])).toEqual([
			'Stopped at item 3: submitted under the key key_1, without an answer, so it may be paid for; to not pay twice, use Document → Tag with this key as Own Key',
		]);
	});
});
