import type { DocumentJob } from '../../../../nodes/client/submission';
import { Progress } from '../../../../nodes/TagPdf/batch/progress';
import { jobOf } from '../../support/fakeService';
import { VirtualClock } from '../../support/virtualClock';

/** The job of a document, from this run unless `isResumed` is true. */
const obtained = (id: string, credits: unknown = 1, isResumed = false): DocumentJob => ({
	document: `document of ${id}`,
	attempt: 1,
	job: jobOf(id, { credits_used: credits as number }),
	isResumed,
});

const progressOf = (items: number, operation = 'tag') => new Progress(items, operation);

test('tells what was tagged, skipped and failed, and what that has cost', () => {
	const progress = progressOf(5);
	progress.recordJob('0', obtained('a', 3));
	progress.recordJob('1', obtained('b', 4));
	progress.recordSkip('2', 200);
	progress.recordSkip('3', 12);
	for (const succeeded of [true, true, true, true, false]) progress.recordOutcome(succeeded);
	expect(String(progress)).toBe(
		'2 tagged, 2 skipped (212 credits saved), 1 failed; 2 documents submitted, 7 credits',
	);
});

test.each([
	['tag', '1 tagged'],
	['submit', '1 submitted'],
	['wait', '1 completed'],
])('what comes through %s is %j', (operation, sum) => {
	const progress = progressOf(2, operation);
	progress.recordOutcome(true);
	expect(String(progress)).toBe(sum);
});

test.each([null, '3', -1, NaN])('credits of %p are not counted', (credits) => {
	const progress = progressOf(1);
	progress.recordJob('0', obtained('a', credits));
	expect(String(progress)).toBe('0 tagged; 1 document submitted, 0 credits');
});

test('counts documents that share a job once', () => {
	const progress = progressOf(2);
	progress.recordJob('0', obtained('a', 3));
	progress.recordJob('1', obtained('a', 3));
	expect(String(progress)).toBe('0 tagged; 1 document submitted, 3 credits');
});

test('counts documents of an earlier run apart: who paid for them is not known', () => {
	const progress = progressOf(3);
	progress.recordJob('0', obtained('a', 3, true));
	expect(String(progress)).toBe(
		'0 tagged; 1 document resumed from an earlier run, 3 credits, charged once',
	);
	progress.recordJob('1', obtained('b', 3, true));
	expect(String(progress)).toMatch(
		/; 2 documents resumed from an earlier run, 6 credits, charged once$/,
	);
});

test('an earlier job that was of no use is paid for anew', () => {
	const progress = progressOf(1);
	progress.recordJob('0', obtained('a', 3, true));
	progress.recordJob('0', obtained('b', 1));
	expect(String(progress)).toMatch(/; 1 document submitted, 1 credit$/);
});

test('credits are those that a job has in the end; another job of the item is another', () => {
	const progress = progressOf(1);
	progress.recordState('0', jobOf('a', { credits_used: 7 }));
	progress.recordJob('0', obtained('a', 0));
	progress.recordState('0', jobOf('a', { credits_used: 3 }));
	progress.recordState('0', jobOf('b', { credits_used: 5 }));
	expect(String(progress)).toMatch(/; 1 document submitted, 3 credits$/);
});

test('several documents that were paid for are noteworthy, and one that was not', () => {
	const progress = progressOf(5);
	expect(progress.isNoteworthy).toBe(false);
	progress.recordJob('0', obtained('a'));
	expect(progress.isNoteworthy).toBe(false);
	progress.recordJob('1', obtained('b'));
	expect(progress.isNoteworthy).toBe(true);
	const earlier = progressOf(1);
	earlier.recordJob('0', obtained('a', 1, true));
	expect(earlier.isNoteworthy).toBe(true);
	const skipped = progressOf(1);
	skipped.recordSkip('0', 1);
	expect(skipped.isNoteworthy).toBe(true);
});

test('jobs that failed count with the credits that the service says', () => {
	const progress = progressOf(2);
	progress.recordJob('0', obtained('a', 3));
	progress.recordState('0', jobOf('a', { status: 'failed', credits_used: 0 }));
	progress.recordJob('1', obtained('b', 2));
	progress.recordOutcome(false);
	progress.recordOutcome(true);
	expect(String(progress)).toBe('1 tagged, 1 failed; 2 documents submitted, 2 credits');
});

test('what has cost other than its pages is a surprise', () => {
	const progress = progressOf(1);
	progress.recordJob('0', { ...obtained('a', 3), pages: 3 });
	expect(progress.chargeMismatches).toBeUndefined();
	progress.recordState('0', jobOf('a', { credits_used: 4 }));
	expect(progress.chargeMismatches).toContain('item 0 (4 instead of 3)');
});

test('is reported from time to time until it is over', async () => {
	const clock = new VirtualClock();
	const began = clock.now();
	const over = new AbortController();
	const progress = progressOf(3);
	const lines: Array<[at: number, line: string]> = [];
	clock.after(35_000, () => {
		progress.recordOutcome(true);
		progress.recordOutcome(false);
	});
	clock.after(70_000, () => over.abort());
	await progress.report(clock, 30_000, over.signal, (line) => {
		lines.push([clock.now() - began, line]);
	});
	expect(lines).toEqual([
		[30_000, '0 of 3 items: 0 tagged'],
		[60_000, '2 of 3 items: 1 tagged, 1 failed'],
	]);
	expect(clock.now() - began).toBe(70_000);
});
