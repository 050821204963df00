import { describeChargeMismatches } from '../../../../nodes/TagPdf/batch/chargeMismatches';
import type { ItemState } from '../../../../nodes/TagPdf/item';
import { jobOf } from '../../support/fakeService';

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
