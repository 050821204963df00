import { DocumentRecords, type StoredDocuments } from '../../../../nodes/client/submission';
import type { ItemState } from '../../../../nodes/TagPdf/item';
import { ItemFacts } from '../../../../nodes/TagPdf/failure/itemFacts';
import { itemWithPdf } from '../../support/documents';
import { FakeExecution, type FakeSetup } from '../../support/fakeExecution';
import { jobOf } from '../../support/fakeService';

const document = { resource: 'document' };
/** The first item as the run knows it. */
let state: ItemState;

beforeEach(() => {
	state = {};
});

const open = (setup: FakeSetup = {}, jobId?: string, status?: string, credits?: number) => {
	const record = { state: 'accepted', attempt: 1, key: 'k', content: 'c' } as const;
	const isKnown = jobId !== undefined;
	const stored: StoredDocuments = {
		slots: isKnown ? { 0: { fingerprint: 'f', document: 'd', content: 'c' } } : {},
		documents: isKnown ? { d: { ...record, jobId, status, credits } } : {},
	};
	const states: ItemState[] = [state];
	return new ItemFacts(new FakeExecution(setup).context, new DocumentRecords(stored, '1'), states);
};

test('nothing is known of an item that carries nothing', () => {
	expect(open({ parameters: [document] }).collect(0)).toStrictEqual({});
	expect(open({ items: [] }).collect(0)).toStrictEqual({});
});

describe('how its document is called', () => {
	test('as the operation says, and before that like its only file', () => {
		const facts = open({ parameters: [document], items: [itemWithPdf('one')] });
		expect(facts.collect(0)).toEqual({ fileName: 'one.pdf' });
		state.fileName = 'submitted.pdf';
		expect(facts.collect(0)).toEqual({ fileName: 'submitted.pdf' });
		expect(facts.collect(1)).toEqual({});
	});

	test('like none of several files', () => {
		const binary = { ...itemWithPdf('one').binary, other: { data: '', mimeType: 'image/png' } };
		expect(open({ parameters: [document], items: [{ json: {}, binary }] }).collect(0)).toEqual({});
	});

	test('not like a file that the operation does not take', () => {
		const items = [itemWithPdf('one')];
		expect(open({ parameters: [{ resource: 'job' }], items }).collect(0)).toEqual({});
		expect(open({ parameters: [{}], items }).collect(0)).toEqual({});
	});

	test('as its job says, unless the item says otherwise', () => {
		const facts = open();
		state.job = jobOf('job_1', { filename: 'job.pdf' });
		expect(facts.findFileName(0)).toBe('job.pdf');
		state.fileName = 'own.pdf';
		expect(facts.findFileName(0)).toBe('own.pdf');
	});

	test.each([null, '', 7])('a job that says %j says nothing', (filename) => {
		const facts = open();
		state.job = jobOf('job_1', { filename: filename as string });
		expect(facts.findFileName(0)).toBeUndefined();
	});

	test('in a form that can be shown', () => {
		const facts = open();
		state.fileName = '../a\nb.pdf';
		expect(facts.findFileName(0)).toBe('ab.pdf');
	});
});

describe('its credits', () => {
	test('are those that the service has counted for its document', () => {
		expect(open({}, 'job_1', 'failed', 0).collect(0)).toMatchObject({ creditsUsed: 0 });
		expect(open({}, 'job_1', 'failed', 3).collect(0)).toMatchObject({ creditsUsed: 3 });
	});

	test('are none for a document that was not submitted, and not told of other items', () => {
		const submit = { resource: 'document', operation: 'submit' };
		expect(open({ parameters: [submit] }).collect(0)).toMatchObject({ creditsUsed: 0 });
		const inspect = { resource: 'document', operation: 'inspect' };
		expect(open({ parameters: [inspect] }).collect(0)).not.toHaveProperty('creditsUsed');
	});
});

describe('its job', () => {
	test('is the one of its submission', () => {
		const facts = open({}, 'job_1', 'processing');
		state.job = jobOf('job_2');
		expect(facts.collect(0)).toEqual({
			fileName: 'report.pdf',
			jobId: 'job_1',
			jobExists: true,
			jobStatus: 'processing',
			creditsUsed: jobOf('job_2').credits_used,
		});
		expect(facts.collect(1)).toEqual({});
	});

	test('may be one that nobody has seen yet', () => {
		expect(open({}, 'job_1').collect(0)).toEqual({ jobId: 'job_1', jobExists: true });
	});

	test('is the one that was asked for, in its last state', () => {
		const facts = open();
		state.job = jobOf('job_2', { status: 'processing' });
		state.job = jobOf('job_2', { status: 'failed' });
		expect(facts.collect(0)).toMatchObject({
			jobId: 'job_2',
			jobExists: true,
			jobStatus: 'failed',
		});
	});
});
