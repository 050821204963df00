import { TagPdfError } from '../../../../nodes/client/errors';
import {
	DocumentRecords,
	type DocumentRecord,
	type StoredDocuments,
} from '../../../../nodes/client/submission';
import { ItemFacts } from '../../../../nodes/TagPdf/failure/itemFacts';
import {
	createRunError,
	describeOtherDocuments,
	listJobs,
	listStopped,
} from '../../../../nodes/TagPdf/failure/runError';
import { itemWithPdf } from '../../support/documents';
import { FakeExecution } from '../../support/fakeExecution';

const record = { attempt: 1, key: 'k', content: 'c', journaled: 'delivery' } as const;
const PAID: StoredDocuments = {
	slots: { 1: { fingerprint: 'f', document: 'd', content: 'c' } },
	documents: { d: { ...record, state: 'accepted', jobId: 'job_1', status: 'completed' } },
};
const NOTHING: StoredDocuments = { slots: {}, documents: {} };

function open(stored: StoredDocuments, signal?: AbortSignal) {
	const parameters = Array.from({ length: 3 }, () => ({ resource: 'document' }));
	const fake = new FakeExecution({
		items: ['one', 'two', 'three'].map(itemWithPdf),
		parameters,
		signal,
	});
	const records = new DocumentRecords(stored, '1');
	const facts = new ItemFacts(fake.context, records, []);
	const create = (index?: number) =>
		createRunError(fake.context, { facts, records }, new TagPdfError('STOPPED', {}), index);
	return { fake, create };
}

test('names the other documents of the item that halted the run', () => {
	const error = open(PAID).create(2);
	expect(error.description).toMatch(/^It was not charged\. 1 of 2 other PDFs is paid for\. /);
	expect(error.context.itemIndex).toBe(2);
});

test('counts all documents if the run could not start', () => {
	const error = open(PAID).create();
	expect(error.description).toMatch(/^1 of 3 PDFs is paid for\. /);
	expect(error.context.itemIndex).toBe(0);
});

test('lists the jobs in Error details beside the code, or nothing without jobs', () => {
	expect(open(PAID).create(2).context.data).toEqual({
		code: 'STOPPED',
		jobs: [{ item: 1, file: 'two.pdf', job_id: 'job_1', status: 'completed' }],
	});
	expect(open(NOTHING).create(2).context.data).toEqual({ code: 'STOPPED' });
});

test('writes the jobs to the log only after Stop', () => {
	const running = open(PAID);
	running.create(2);
	expect(running.fake.log.lines).toEqual([]);
	const stopped = open(PAID, AbortSignal.abort());
	stopped.create(2);
	expect(stopped.fake.log.lines).toEqual([
		['warn', expect.stringMatching(/^Tag PDF: Stopped at "two\.pdf": job job_1 /)],
	]);
});

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

/** Text about the other items in the error of a run of 20 items whose first item failed. */
function describeEnd(
	records: Record<string, DocumentRecord>,
	{ isStopped = false, items = 20, failedSlot = '0' } = {},
) {
	const submitted = submittedOf(records);
	return describeOtherDocuments({ failedSlot, submitted, items, isStopped });
}

describe('the error of a run', () => {
	test('counts the other documents that are paid for', () => {
		const others = { 1: job('job_1', 'completed'), 2: job('job_2'), 3: job('job_3', 'failed') };
		expect(describeEnd({ 0: job('job_0', 'failed'), ...others })).toEqual({
			paid: '2 of 19 other PDFs',
			isSure: true,
			isOne: false,
			isAll: false,
			hadJobs: true,
			way: 'run again',
		});
		const one = { 1: job('job_1') };
		expect(describeEnd(one)).toMatchObject({ paid: '1 of 19 other PDFs', isOne: true });
		expect(describeEnd(one, { items: 2 })).toMatchObject({ paid: 'The other PDF', isOne: true });
	});

	test.each<[string, Record<string, DocumentRecord>]>([
		['without any job', {}],
		['with the job of its own document', { 0: job('job_0', 'processing') }],
		['with a job that failed', { 1: job('job_1', 'failed') }],
	])('names no other document %s', (_, records) => {
		expect(describeEnd(records).paid).toBe('');
	});

	test('knows whether other documents had jobs, even failed ones', () => {
		expect(describeEnd({ 0: job('job_0', 'processing') }).hadJobs).toBe(false);
		expect(describeEnd({ 1: job('job_1', 'failed') }).hadJobs).toBe(true);
	});

	test('says that documents without an answer may be paid for', () => {
		expect(describeEnd({ 1: job('job_1'), 2: unanswered })).toMatchObject({
			paid: '2 of 19 other PDFs',
			isSure: false,
		});
	});

	test('does not count an item that shares the job of the failed one', () => {
		const shared = job('job_1', 'processing');
		expect(describeEnd({ 0: shared, 1: shared }).paid).toBe('');
	});

	test('offers another run only if the journal has all unfinished documents', () => {
		const retry = 'choose Retry in the Executions tab';
		expect(describeEnd({ 1: job('job_1'), 2: unkept(job('job_2')) }).way).toBe(retry);
		expect(describeEnd({ 0: unkept(job('job_0')) }).way).toBe(retry);
		expect(describeEnd({ 1: job('job_1'), 2: unkept(job('job_2', 'failed')) }).way).toBe(
			'run again',
		);
	});

	test('offers no Retry after Stop', () => {
		const stopped = { isStopped: true };
		expect(describeEnd({ 1: job('job_1') }, stopped).way).toBe('run again');
		expect(describeEnd({ 1: unkept(job('job_1')) }, stopped).way).toBe('use Job → Download');
	});

	test('offers another run if the key of the user allows only one job', () => {
		expect(describeEnd({ 1: { ...unkept(job('job_1')), once: true } }).way).toBe('run again');
	});
});

describe('the error of a run that cannot start again', () => {
	/** A run of `items` items. */
	const describeStart = (records: Record<string, DocumentRecord>, items = 20) => {
		const submitted = submittedOf(records);
		return describeOtherDocuments({ submitted, items, isStopped: false });
	};

	test('counts all documents that are paid for', () => {
		expect(describeStart({ 0: job('job_0'), 1: job('job_1'), 2: job('job_2', 'failed') })).toEqual({
			paid: '2 of 20 PDFs',
			isSure: true,
			isOne: false,
			isAll: true,
			hadJobs: true,
			way: 'run again',
		});
		expect(describeStart({ 0: job('job_0') }, 1)).toMatchObject({ paid: 'The PDF', isOne: true });
		expect(describeStart({ 0: job('job_0') }, 2).paid).toBe('1 of 2 PDFs');
	});

	test('counts none if there are none', () => {
		expect(describeStart({})).toMatchObject({ paid: '', hadJobs: false });
		expect(describeStart({ 0: job('job_0', 'failed') })).toMatchObject({ paid: '', hadJobs: true });
	});
});

test('lists all jobs in Error details', () => {
	const [named, unnamed] = submittedOf({ 0: job('job_0', 'completed'), 1: unanswered });
	if (!named || !unnamed) throw new Error('There are two');
	expect(listJobs([named, { ...unnamed, fileName: undefined }])).toEqual([
		{ item: 0, file: '0.pdf', job_id: 'job_0', status: 'completed' },
		{ item: 1, idempotency_key: 'key_1', status: 'not answered' },
	]);
	expect(listJobs([{ ...unnamed, fileName: undefined }])[0]).not.toHaveProperty('file');
	expect(listJobs(submittedOf({ 2: job('job_2') }))).toMatchObject([{ status: 'submitted' }]);
});

describe('after Stop the log', () => {
	test('has a line for each job and each unanswered submission, in the order of the items', () => {
		expect(
			listStopped(submittedOf({ 10: job('job_10', 'completed'), 2: unanswered, 0: job('job_0') })),
		).toEqual([
			'Stopped at "0.pdf": job job_0 (submitted) is paid for: Job → Wait and Job → Download fetch it by its ID',
			'Stopped at "2.pdf": submitted under the key key_1, without an answer, so it may be paid for. To avoid paying twice, run the workflow again',
			'Stopped at "10.pdf": job job_10 (completed) is paid for: Job → Wait and Job → Download fetch it by its ID',
		]);
		expect(listStopped([])).toEqual([]);
	});

	test('names the key if another run would not find the submission', () => {
		const once = { ...unkept(unanswered), once: true };
		expect(listStopped([{ slot: '3', record: once }])[0]).toMatch(/, run the workflow again$/);
		expect(listStopped([{ slot: '3', record: unkept(unanswered) }])).toEqual([
			'Stopped at item 3: submitted under the key key_1, without an answer, so it may be paid for. To avoid paying twice, use Document → Tag with this key as Own Key',
		]);
	});
});
