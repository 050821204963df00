import { TagPdfError } from '../../../../nodes/client/errors';
import { DocumentRecords, type StoredDocuments } from '../../../../nodes/client/submission';
import { ItemFacts } from '../../../../nodes/TagPdf/failure/itemFacts';
import { createRunError } from '../../../../nodes/TagPdf/failure/runError';
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
