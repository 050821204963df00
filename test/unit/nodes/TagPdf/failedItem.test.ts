import { NodeOperationError, type IDataObject } from 'n8n-workflow';

import { TagPdfError } from '../../../../client/errors';
import { createFailedItem, createRunError } from '../../../../nodes/TagPdf/failedItem';
import type { UnitState } from '../../../../nodes/TagPdf/operation';
import type { Source } from '../../../../nodes/TagPdf/source';
import { FakeExecution, type FakeSetup } from '../../support/fakeExecution';
import { jobOf } from '../../support/fakeService';
import { requestFacts } from '../../support/failureOf';
import { keyOf, ledgerWith, type ToldDocument } from '../../support/ledgerWith';
import { present } from '../../../present';

const PAID: ToldDocument = { jobs: [{ id: 'job_1', credits_used: 3 }] };
const UNANSWERED: ToldDocument = { jobs: ['unanswered'] };
const FAILED: ToldDocument = { jobs: [{ id: 'job_9', status: 'failed', credits_used: 0 }] };
const OWN = { isOfExecution: true as const };
const unreachable = () => new TagPdfError('UNREACHABLE', requestFacts());

interface Told {
	document?: ToldDocument;
	state?: UnitState;
	source?: Partial<Source>;
}

/** A run whose units have these documents in the ledger. */
function runWith(units: Told[], setup: FakeSetup = {}) {
	const ledger = ledgerWith(units.map(({ document }) => document));
	const made = units.map(({ source, state = {} }, index) => {
		const given = source && ({ getFileAtHand: () => undefined, ...source } as Source);
		return { index, unitKey: `0:${index}:`, state, ...(given && { source: given }) };
	});
	const items = units.map((_, n) => ({ json: {}, binary: { data: present(fileOf(n)) } }));
	const fake = new FakeExecution({ items, ...setup });
	return { fake, facts: { context: fake.context, ledger, units: made }, units: made };
}
const fileOf = (n: number) => ({ data: '', mimeType: 'application/pdf', fileName: `${n}.pdf` });

describe('the output item of a failed document', () => {
	const itemOf = (told: Told, reason: unknown = unreachable(), setup?: FakeSetup) => {
		const { facts, units } = runWith([told], setup);
		return createFailedItem(facts, present(units[0]), reason);
	};
	const errorOf = (...given: Parameters<typeof itemOf>) =>
		itemOf(...given).json.error as Record<string, string>;

	test('names document, field, job, state and credits, and keeps the file', () => {
		const source = { field: 'scan', fileName: 'a.pdf', neighbours: [] };
		const item = itemOf({ document: PAID, source });
		expect(item).toEqual({
			json: {
				filename: 'a.pdf',
				id: 'job_1',
				status: 'completed',
				credits_used: 3,
				source_field: 'scan',
				error: expect.objectContaining({
					code: 'UNREACHABLE',
					job_id: 'job_1',
					job_number: 1,
				}) as object,
			},
			binary: { data: fileOf(0) },
			pairedItem: { item: 0 },
		});
		expect((item.json.error as IDataObject).description).toMatch(/^Job job_1 is paid for\. /);
	});

	test('has no facts that are not known', () => {
		const item = itemOf({}, unreachable(), { items: [{ json: {} }] });
		expect(Object.keys(item)).toEqual(['json', 'pairedItem']);
		expect(Object.keys(item.json)).toEqual(['error']);
		expect((item.json.error as IDataObject).description).toMatch(/^No new charge was made\. /);
	});

	test('has none of the other documents of its item', () => {
		const items = [{ json: {}, binary: { a: fileOf(0), b: fileOf(1), note: fileOf(2) } }];
		const source = { field: 'a', neighbours: ['b'] };
		expect(Object.keys(itemOf({ source }, undefined, { items }).binary ?? {})).toEqual([
			'a',
			'note',
		]);
	});

	test('takes job and name from the state if the operation submits nothing', () => {
		const job = jobOf('job_7', { status: 'failed', filename: 'in/b.pdf', credits_used: 2 });
		expect(itemOf({ state: { job } }).json).toMatchObject({
			filename: 'b.pdf',
			id: 'job_7',
			status: 'failed',
			credits_used: 2,
		});
	});

	test.each<[string, ToldDocument, string]>([
		['was paid for', PAID, '1 other job of this file cost 3 credits in this run.'],
		['may be paid for', UNANSWERED, '1 other job of this file may have cost credits in this run.'],
		['an earlier run paid for', { jobs: [{ paidBefore: true }] }, 'No new charge was made.'],
	])('does not forget what its URL gave before, and %s', (_what, before, expected) => {
		const { facts, units } = runWith([{ document: before }, {}]);
		const [unit] = units;
		// The item's URL gives another content, which is refused before it is submitted.
		const given = { connection: 'a', fingerprint: 'f', documentId: 'another' };
		facts.ledger.assign('0:0:', given);
		const refusal = new TagPdfError('OVER_CREDIT_LIMIT', {
			credits: { needed: 5, left: 2, limit: 9 },
		});
		const { error } = createFailedItem(facts, present(unit), refusal).json;
		expect((error as IDataObject).description).toMatch(new RegExp(`^${expected} Raise `));
	});

	test('takes over nothing from a job that the interface does not know', () => {
		const job = jobOf('job_7', { status: 'failed ***', credits_used: 'some ***' } as object);
		const { json } = itemOf({ state: { job } });
		expect(json).toMatchObject({ id: 'job_7', status: 'processing' });
		expect(JSON.stringify(json)).not.toContain('***');
	});

	test.each([
		[
			'a submission without an answer',
			UNANSWERED,
			'It may be paid for. Run again: you do not pay twice.',
		],
		[
			'one that only this execution can repeat',
			{ ...UNANSWERED, ...OWN },
			"It may be paid for. A new run pays again. The service's support can find the job by its idempotency key.",
		],
	])('does not claim that nothing was charged for %s', (_what, document, description) => {
		expect(errorOf({ document })).toMatchObject({ description, idempotency_key: keyOf('d0') });
	});

	test('is marked for the error output, in a way that keeps its JSON', () => {
		const item = itemOf({ document: PAID }, undefined, {
			node: { onError: 'continueErrorOutput' },
		});
		expect(item.error).toEqual({ message: item.json.error });
		expect({ ...item }).not.toHaveProperty('error');
		expect(itemOf({ document: PAID }).error).toBeUndefined();
	});
});

describe('the error of a run', () => {
	/** The unit at `failed` ended the run. */
	const errorOf = (told: Told[], failed = 0) => {
		const { facts, units } = runWith(told);
		return createRunError(facts, unreachable(), present(units[failed]));
	};

	test('is of the item that failed, and lists every job', () => {
		const error = errorOf(
			[
				{ document: PAID, source: { fileName: 'a.pdf' } },
				{},
				{ document: UNANSWERED },
				{ document: { jobs: [{ id: 'j', status: 'processing' }] } },
			],
			1,
		);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.context).toMatchObject({
			itemIndex: 1,
			data: {
				jobs: [
					{ item: 0, filename: 'a.pdf', job_id: 'job_1', status: 'completed' },
					{ item: 2, idempotency_key: keyOf('d2'), status: 'unanswered' },
					{ item: 3, job_id: 'j', status: 'processing' },
				],
			},
		});
	});

	test('of a conflict says how many documents it keeps from being submitted', () => {
		const { facts, units } = runWith([{ document: PAID }, {}, {}, {}]);
		const conflict = new TagPdfError('CONFLICT', {});
		const { description } = createRunError(facts, conflict, present(units[1]));
		expect(description).toContain('2 other PDFs were not submitted');
		const own = runWith([{ document: PAID }, {}, {}]);
		const text = createRunError(own.facts, conflict, present(own.units[0])).description;
		expect(text).toContain('2 other PDFs were not submitted');
	});

	test.each<[string, ToldDocument, string]>([
		[
			'a refused next job, after one that this run has paid for',
			{ jobs: [{ status: 'failed', credits_used: 3 }], isRefused: true, maxJobs: 2 },
			'1 other job of this file cost 3 credits in this run.',
		],
		[
			'a refused next job, after one that was in process when it was last seen',
			{ jobs: [{ status: 'processing', credits_used: 1 }], isRefused: true, maxJobs: 2 },
			'1 other job of this file may have cost 1 credit in this run.',
		],
		[
			'a refused next job, after one of an earlier run',
			{
				jobs: [{ status: 'failed', credits_used: 3, paidBefore: true }],
				isRefused: true,
				maxJobs: 2,
			},
			'No new charge was made.',
		],
		[
			'a refused next job, after one of either',
			{
				jobs: [{ status: 'failed', credits_used: 3, paidBefore: null }],
				isRefused: true,
				maxJobs: 2,
			},
			'1 other job of this file may have cost 3 credits in this run.',
		],
		[
			'a next job without an answer',
			{ jobs: [{ status: 'failed', credits_used: 3 }, 'unanswered'], maxJobs: 2 },
			'It may be paid for. 1 other job of this file cost 3 credits in this run.',
		],
	])('counts every job of its file: %s', (_what, document, description) => {
		const { facts, units } = runWith([{ document }]);
		const reason = new TagPdfError('NOT_ENOUGH_CREDITS', { jobNumber: 2, maxJobs: 2 });
		const error = createRunError(facts, reason, present(units[0]));
		expect(error.description).toContain(description);
	});

	test('has no list of jobs if there are none', () => {
		expect(errorOf([{}, {}]).context.data).not.toHaveProperty('jobs');
	});

	test.each<[string, Told[], string]>([
		['no other job', [{}, {}], 'No new charge was made. Try again later.'],
		[
			'another job',
			[{}, { document: PAID }, {}],
			'It made no new charge. 1 of 2 other PDFs is paid for. Run again: you do not pay twice.',
		],
		[
			'the only other job',
			[{}, { document: PAID }],
			'It made no new charge. The other PDF is paid for. Run again: you do not pay twice.',
		],
		[
			'a submission without an answer',
			[{}, { document: PAID }, { document: UNANSWERED }],
			'It made no new charge. 2 of 2 other PDFs may be paid for. Run again: you do not pay twice.',
		],
		[
			'its own job, too',
			[{ document: PAID }, { document: { jobs: [{ id: 'job_2' }] } }],
			'It and the other PDF are paid for. Run again: you do not pay twice.',
		],
		[
			'its own job, too, among several',
			[{ document: PAID }, { document: { jobs: [{ id: 'job_2' }] } }, {}],
			'It and 1 of 2 other PDFs are paid for. Run again: you do not pay twice.',
		],
		[
			'several other jobs',
			[{}, { document: PAID }, { document: { jobs: [{ id: 'job_2' }] } }, {}],
			'It made no new charge. 2 of 3 other PDFs are paid for. Run again: you do not pay twice.',
		],
		[
			'another job, and one that may get a next one',
			[{}, { document: PAID }, { document: { jobs: [{ id: 'job_2' }], maxJobs: 2 } }],
			'It made no new charge. 2 of 2 other PDFs are paid for. Run again.',
		],
		[
			'a job of this execution, and one of the file',
			[{}, { document: { ...PAID, ...OWN } }, { document: { jobs: [{ id: 'job_2' }] } }],
			'It made no new charge. 2 of 2 other PDFs are paid for. Retry this execution: you do not pay twice.',
		],
		['only failed jobs', [{}, { document: FAILED }], 'It made no new charge. Try again later.'],
		[
			'a job that belongs to this execution',
			[{}, { document: { ...PAID, ...OWN } }],
			'It made no new charge. The other PDF is paid for. Retry this execution: you do not pay twice.',
		],
	])('says what is paid for with %s', (_what, told, description) => {
		expect(errorOf(told).description).toBe(description);
	});
});
