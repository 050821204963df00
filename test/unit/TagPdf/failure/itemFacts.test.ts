import {
	DocumentRecords,
	type DocumentRecord,
	type StoredDocuments,
} from '../../../../nodes/client/submission';
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

test('an empty item has no facts', () => {
	expect(open({ parameters: [document] }).collect(0)).toStrictEqual({});
	expect(open({ items: [] }).collect(0)).toStrictEqual({});
});

describe('the name of its document', () => {
	test('comes from the operation, or from its only file before that', () => {
		const facts = open({ parameters: [document], items: [itemWithPdf('one')] });
		expect(facts.collect(0)).toEqual({ fileName: 'one.pdf' });
		state.fileName = 'submitted.pdf';
		expect(facts.collect(0)).toEqual({ fileName: 'submitted.pdf' });
		expect(facts.collect(1)).toEqual({});
	});

	test('is unknown if the item has several files', () => {
		const binary = { ...itemWithPdf('one').binary, other: { data: '', mimeType: 'image/png' } };
		expect(open({ parameters: [document], items: [{ json: {}, binary }] }).collect(0)).toEqual({});
	});

	test('ignores a file that the operation does not use', () => {
		const items = [itemWithPdf('one')];
		expect(open({ parameters: [{ resource: 'job' }], items }).collect(0)).toEqual({});
		expect(open({ parameters: [{}], items }).collect(0)).toEqual({});
	});

	test('comes from its job unless the item names the document', () => {
		const facts = open();
		state.job = jobOf('job_1', { filename: 'job.pdf' });
		expect(facts.findFileName(0)).toBe('job.pdf');
		state.fileName = 'own.pdf';
		expect(facts.findFileName(0)).toBe('own.pdf');
	});

	test.each([null, '', 7])('ignores the name %j of a job', (filename) => {
		const facts = open();
		state.job = jobOf('job_1', { filename: filename as string });
		expect(facts.findFileName(0)).toBeUndefined();
	});

	test('is safe to show', () => {
		const facts = open();
		state.fileName = '../a\nb.pdf';
		expect(facts.findFileName(0)).toBe('ab.pdf');
	});
});

describe('its credits', () => {
	test('are the credits that the service charged for its document', () => {
		expect(open({}, 'job_1', 'failed', 0).collect(0)).toMatchObject({ creditsUsed: 0 });
		expect(open({}, 'job_1', 'failed', 3).collect(0)).toMatchObject({ creditsUsed: 3 });
	});

	test('are missing for a document that was not submitted', () => {
		const submit = { resource: 'document', operation: 'submit' };
		expect(open({ parameters: [submit] }).collect(0)).toMatchObject({ creditsUsed: 0 });
		const inspect = { resource: 'document', operation: 'inspect' };
		expect(open({ parameters: [inspect] }).collect(0)).not.toHaveProperty('creditsUsed');
	});
});

describe('its job', () => {
	test('is the job of its submission', () => {
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

	test('may exist without having been seen', () => {
		expect(open({}, 'job_1').collect(0)).toEqual({ jobId: 'job_1', jobExists: true });
	});

	test('is the requested job in its last known state', () => {
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

describe('its submission without an answer', () => {
	const collect = (more: Partial<DocumentRecord>) => {
		const record = { state: 'sent', attempt: 1, key: 'k', content: 'c', ...more } as const;
		const stored: StoredDocuments = {
			slots: { 0: { fingerprint: 'f', document: 'd', content: 'c' } },
			documents: { d: record },
		};
		const records = new DocumentRecords(stored, '1');
		return new ItemFacts(new FakeExecution().context, records, []).collect(0);
	};

	test.each<[string, Partial<DocumentRecord>, boolean]>([
		['by the journal', { journaled: 'delivery' }, true],
		['by the key of the user', { once: true }, true],
		['by nothing', {}, false],
	])('is found by later runs %s', (_, record, keyLasts) => {
		expect(collect(record)).toEqual({ unanswered: true, idempotencyKey: 'k', keyLasts });
	});

	test('has the only job that its key allows', () => {
		const job = { state: 'accepted', jobId: 'job_1' } as const;
		expect(collect({ ...job, once: true })).toMatchObject({ jobId: 'job_1', isOnlyJob: true });
		expect(collect(job)).not.toHaveProperty('isOnlyJob');
	});
});

describe('a manual Retry', () => {
	const retry = (operation: string, jobId?: string) =>
		open({ mode: 'retry', parameters: [{ ...document, operation }] }, jobId);

	test('does not know what was paid for before, unless it has a job', () => {
		expect(retry('tag').collect(0)).toEqual({ creditsUsed: 0, isRetry: true });
		expect(retry('tag').collectOfRun()).toEqual({ isRetry: true });
		expect(retry('tag', 'job_1').collect(0)).not.toHaveProperty('isRetry');
	});

	test('of an operation that costs nothing has cost nothing', () => {
		expect(retry('inspect').collect(0)).toEqual({});
		expect(retry('inspect').collectOfRun()).toEqual({});
	});

	test('differs from any other run', () => {
		const parameters = [{ ...document, operation: 'tag' }];
		expect(open({ parameters }).collectOfRun()).toEqual({});
	});
});
