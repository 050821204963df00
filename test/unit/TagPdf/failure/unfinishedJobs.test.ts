import type { SubmissionRecord } from '../../../../nodes/client/submission';
import { stoppedLines, withJobs } from '../../../../nodes/TagPdf/failure/unfinishedJobs';

const text = { message: 'What happened', description: 'How to get on.' };
const job = (jobId: string, status?: SubmissionRecord['status']): SubmissionRecord => ({
	content: 'c',
	jobId,
	status,
});
const kept = (record: SubmissionRecord) => ({ ...record, journaled: 'delivery' }) as const;
const unanswered: SubmissionRecord = { content: 'c', body: '{}', sent: true };
const submittedOf = (records: Record<string, SubmissionRecord>) =>
	Object.entries(records).map(([slot, record]) => ({
		slot,
		idempotencyKey: `key_${slot}`,
		record,
		fileName: `${slot}.pdf`,
	}));
/** The description of an error that ends a run of 20 items, the first of which failed. */
const told = (records: Record<string, SubmissionRecord>, stopped = false, given = text) => {
	const submitted = submittedOf(records);
	const { message, description } = withJobs(given, {
		failedSlot: '0',
		submitted,
		items: 20,
		stopped,
	});
	expect(message).toBe(given.message);
	return description;
};
const RETRY = 'choose Executions → this execution → Retry';
const EACH = 'Job → Wait and Job → Download fetch each by its ID.';

test('without any job the words stay as they are', () => {
	expect(told({})).toBe(text.description);
});

describe('the job of the failed item alone', () => {
	test('is got by a retry, and this is where', () => {
		const way = `How to get on. To get it without paying again, ${RETRY}.`;
		expect(told({ 0: job('job_1', 'processing') })).toBe(way);
		expect(told({ 0: job('job_1') })).toBe(way);
	});

	test('is got by another run where the journal has it', () => {
		expect(told({ 0: kept(job('job_1')) })).toBe(
			`How to get on. To get it without paying again, ${RETRY}, or run the workflow again.`,
		);
	});

	test.each([
		['has failed', job('job_1', 'failed')],
		['may not exist', unanswered],
	])('and which %s: nothing is promised', (_what, record) => {
		expect(told({ 0: record })).toBe(text.description);
	});

	test('is that of items that share it, too', () => {
		const shared = job('job_1', 'processing');
		expect(told({ 0: shared, 1: shared })).toBe(
			`How to get on. To get it without paying again, ${RETRY}.`,
		);
	});

	test('no blank stands before the way when there is nothing else to say', () => {
		const bare = { message: 'What n8n says', description: '' };
		expect(told({ 0: job('job_1') }, false, bare)).toBe(
			`To get it without paying again, ${RETRY}.`,
		);
	});
});

describe('a failing item among many', () => {
	test('first what is paid for, then how to get it, then what to mend, then each job by its file', () => {
		expect(
			told({
				0: job('job_0', 'failed'),
				1: kept(job('job_1', 'completed')),
				2: kept(job('job_2', 'completed')),
				3: kept(job('job_3', 'queued')),
				4: kept(job('job_4')),
			}),
		).toBe(
			`2 of 20 documents are tagged and paid for, 2 are paid for and still being tagged. To get them without paying again, ${RETRY}, or run the workflow again. How to get on. The jobs: "1.pdf" job_1 (completed); "2.pdf" job_2 (completed); "3.pdf" job_3 (queued); "4.pdf" job_4 (submitted). ${EACH}`,
		);
	});

	test('five jobs at most, and how many more there are', () => {
		const jobs = (count: number) =>
			Object.fromEntries(
				Array.from({ length: count }, (_, n) => [n + 1, job(`job_${n + 1}`, 'completed')]),
			);
		expect(told(jobs(5))).toMatch(/ "5\.pdf" job_5 \(completed\)\. Job → Wait/);
		const eleven = told(jobs(11));
		expect(eleven).toMatch(/^11 of 20 documents are tagged/);
		expect(eleven).toMatch(/ "5\.pdf" job_5 \(completed\); and 6 more\. Job → Wait/);
	});

	test('one document is', () => {
		expect(told({ 1: job('job_1', 'completed') })).toMatch(
			/^1 of 20 documents is tagged and paid for\. /,
		);
		expect(told({ 1: job('job_1', 'processing') })).toMatch(
			/^1 of 20 documents is paid for and still being tagged\. /,
		);
	});

	test('what has no answer is said to be paid for perhaps, with its key', () => {
		const description = told({ 1: unanswered });
		expect(description).toMatch(
			/^1 of 20 documents is submitted without an answer, so perhaps paid for\. /,
		);
		expect(description).toContain(
			'"1.pdf" submitted under the key key_1, but the answer did not arrive.',
		);
	});

	test('its own job is counted, and named in the text already', () => {
		const description = told({ 0: job('job_0', 'processing'), 1: job('job_1', 'processing') });
		expect(description).toMatch(/^2 of 20 documents are paid for and still being tagged\. /);
		expect(description).not.toContain('job_0');
	});

	test('nothing is promised of jobs that have failed', () => {
		expect(told({ 0: job('job_0', 'failed'), 1: job('job_1', 'failed') })).toBe(text.description);
	});

	test('another run is named only when the journal has all that is left', () => {
		const both = { 1: kept(job('job_1')), 2: job('job_2') };
		expect(told(both)).toContain(`without paying again, ${RETRY}.`);
		const failed = { ...job('job_2', 'failed') };
		expect(told({ 1: kept(job('job_1')), 2: failed })).toContain(
			`${RETRY}, or run the workflow again.`,
		);
	});

	test('a document without a name is an item', () => {
		const submitted = submittedOf({ 3: job('job_3') }).map((each) => ({
			...each,
			fileName: undefined,
		}));
		const ending = { failedSlot: '0', submitted, items: 4, stopped: false };
		expect(withJobs(text, ending).description).toContain(' item 3 job_3 (submitted). ');
	});
});

describe('after Stop', () => {
	test('no retry is promised, which n8n does not give', () => {
		expect(told({ 0: job('job_1', 'processing') }, true)).toBe(text.description);
		expect(told({ 0: kept(job('job_1')) }, true)).toBe(
			'How to get on. To get it without paying again, run the workflow again.',
		);
		expect(told({ 0: job('job_1', 'processing'), 1: unanswered }, true)).toBe(
			`1 of 20 documents is paid for and still being tagged, 1 is submitted without an answer, so perhaps paid for. How to get on. The jobs: "1.pdf" submitted under the key key_1, but the answer did not arrive. ${EACH}`,
		);
	});

	test('there is a line for each job and each pending key, in the order of the items', () => {
		expect(
			stoppedLines(submittedOf({ 10: job('job_10', 'completed'), 2: unanswered, 0: job('job_0') })),
		).toEqual([
			'Stopped at "0.pdf": job job_0 (submitted); it is paid for: Job → Wait and Job → Download fetch it by its ID',
			'Stopped at "2.pdf": submitted under the key key_2, but the answer did not arrive; it may be paid for: Document → Tag with this key as Own Key does not pay for it twice',
			'Stopped at "10.pdf": job job_10 (completed); it is paid for: Job → Wait and Job → Download fetch it by its ID',
		]);
		expect(stoppedLines([])).toEqual([]);
	});

	test('the line says where another run does not pay for it twice', () => {
		expect(stoppedLines(submittedOf({ 0: { ...unanswered, journaled: 'content' } }))).toEqual([
			'Stopped at "0.pdf": submitted under the key key_0, but the answer did not arrive; it may be paid for: running the workflow again does not pay for it twice',
		]);
	});
});
