import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	describeChargeMismatches,
	describeRegressions,
	showHints,
} from '../../../../nodes/TagPdf/batch/hints';
import { Progress } from '../../../../nodes/TagPdf/batch/progress';
import type { ItemState } from '../../../../nodes/TagPdf/item';
import { jobOf } from '../../support/fakeService';

describe('hints above the output', () => {
	const show = (host: object, outputs: INodeExecutionData[], states: ItemState[]) =>
		showHints(host as IExecuteFunctions, outputs, states, new Progress(states, 'tag'));
	const worse: INodeExecutionData = { json: { report: { regressions: [{ field: 'text' }] } } };
	const states: ItemState[] = [
		{ skippedPages: 2, outcome: 'succeeded' },
		{ job: jobOf('j', { credits_used: 2 }), submission: { isResumed: false, pages: 1 } },
	];

	test('are a summary and warnings', () => {
		const addExecutionHints = jest.fn();
		show({ addExecutionHints }, [worse], states);
		const location = 'outputPane';
		const message = '0 tagged, 1 skipped (2 credits saved); 1 document submitted, 2 credits.';
		expect(addExecutionHints.mock.calls).toEqual([
			[{ message: describeRegressions([worse]), type: 'warning', location }],
			[{ message, type: 'info', location }],
			[{ message: describeChargeMismatches(states), type: 'warning', location }],
		]);
	});

	test('are missing if there is nothing to say', () => {
		const addExecutionHints = jest.fn();
		show({ addExecutionHints }, [{ json: {} }], [{ outcome: 'succeeded' }]);
		expect(addExecutionHints).not.toHaveBeenCalled();
	});

	test('are not shown if n8n has no place for them', () => {
		expect(() => show({}, [worse], states)).not.toThrow();
	});
});

describe('charges', () => {
	const paid = (used: unknown, pages?: number, isResumed = false): ItemState => ({
		job: jobOf('j', { credits_used: used as number }),
		submission: { isResumed, pages },
	});

	const describeAll = (...states: ItemState[]) => describeChargeMismatches(states);

	test('credits that equal the pages are no mismatch', () => {
		expect(describeAll()).toBeUndefined();
		expect(describeAll(paid(3, 3), paid(0, 0))).toBeUndefined();
	});

	test('more and less credits than pages are mismatches, item by item', () => {
		expect(describeAll(paid(3, 3), paid(12, 10), paid(0, 5))).toBe(
			'The service charged a different number of credits than the page count: item 1 (12 instead of 10), item 2 (0 instead of 5).',
		);
	});

	test('counts the items after the third one', () => {
		expect(describeAll(paid(2, 1), paid(2, 1), paid(2, 1))).toMatch(/item 2 \(2 instead of 1\)\.$/);
		expect(describeAll(paid(2, 1), paid(2, 1), paid(2, 1), paid(2, 1), paid(2, 1))).toMatch(
			/: item 0 \(2 instead of 1\), item 1 \(2 instead of 1\), item 2 \(2 instead of 1\), 2 more\.$/,
		);
	});

	test.each<[string, ItemState]>([
		['that an earlier run paid for', paid(12, 10, true)],
		['whose pages nobody counted', paid(12)],
		['whose credits the service does not say', paid(null, 10)],
		['without a job', { submission: { isResumed: false, pages: 10 } }],
		['that the run has not submitted', { job: jobOf('j', { credits_used: 12 }) }],
		[
			'that is pending and not counted yet',
			{ ...paid(0, 10), job: jobOf('j', { credits_used: 0, status: 'processing' }) },
		],
	])('ignores an item %s', (_what, state) => {
		expect(describeAll(state)).toBeUndefined();
	});

	test('a pending job that has been counted may be a mismatch', () => {
		const job = jobOf('j', { credits_used: 4, status: 'processing' });
		expect(describeAll({ ...paid(4, 10), job })).toContain('item 0 (4 instead of 10)');
	});
});

describe('regressions', () => {
	const worse = { report: { regressions: [{ field: 'text' }] } };
	const fine = { report: { regressions: [] } };
	const named = (filename: string) => ({ ...worse, filename });

	test.each([
		[[], undefined],
		[[{}, { id: 'job' }, fine, { report: 'mine' }, { job: fine }, { job: 'mine' }], undefined],
		[[worse, fine], '1 tagged PDF is worse than its document: see report.regressions.'],
		[
			[named('a.pdf'), fine],
			'1 tagged PDF is worse than its document ("a.pdf"): see report.regressions.',
		],
		[
			[worse, { job: named('b.pdf') }],
			'2 tagged PDFs are worse than their documents ("b.pdf"): see report.regressions.',
		],
		[
			['a', 'b', 'c'].map(named),
			'3 tagged PDFs are worse than their documents ("a", "b", "c"): see report.regressions.',
		],
		[
			['a', 'b', 'c', 'd'].map(named),
			'4 tagged PDFs are worse than their documents ("a", "b", "c", …): see report.regressions.',
		],
	])('%j', (outputs, hint) => {
		expect(describeRegressions(outputs.map((json) => ({ json })))).toBe(hint);
	});
});
