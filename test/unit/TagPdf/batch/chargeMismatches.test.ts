import type { DocumentJob } from '../../../../nodes/client/submission';
import { describeChargeMismatches } from '../../../../nodes/TagPdf/batch/chargeMismatches';
import { jobOf } from '../../support/fakeService';

const paid = (used: unknown, pages?: number, more: Partial<DocumentJob> = {}): DocumentJob => ({
	document: 'd',
	attempt: 1,
	job: jobOf('j', { credits_used: used as number }),
	isResumed: false,
	pages,
	...more,
});

const told = (...jobs: DocumentJob[]) =>
	describeChargeMismatches(new Map(jobs.map((each, index) => [String(index), each])));

test('what costs its pages is no surprise', () => {
	expect(told()).toBeUndefined();
	expect(told(paid(3, 3), paid(0, 0))).toBeUndefined();
});

test('more and less are, item by item', () => {
	expect(told(paid(3, 3), paid(12, 10), paid(0, 5))).toBe(
		'The service charged a different number of credits than the page count: item 1 (12 instead of 10), item 2 (0 instead of 5).',
	);
});

test('after the third they are counted', () => {
	expect(told(paid(2, 1), paid(2, 1), paid(2, 1))).toMatch(/item 2 \(2 instead of 1\)\.$/);
	expect(told(paid(2, 1), paid(2, 1), paid(2, 1), paid(2, 1), paid(2, 1))).toMatch(
		/: item 0 \(2 instead of 1\), item 1 \(2 instead of 1\), item 2 \(2 instead of 1\), 2 more\.$/,
	);
});

test.each<[string, DocumentJob]>([
	['was paid for before', paid(12, 10, { isResumed: true })],
	['nobody has counted', paid(12)],
	['the service says no number of', paid(null, 10)],
	[
		'is under way, and not counted yet',
		paid(0, 10, { job: jobOf('j', { credits_used: 0, status: 'processing' }) }),
	],
])('what %s is none', (_what, job) => {
	expect(told(job)).toBeUndefined();
});

test('a job under way that has been counted may be one', () => {
	const job = jobOf('j', { credits_used: 4, status: 'processing' });
	expect(told(paid(4, 10, { job }))).toContain('item 0 (4 instead of 10)');
});
