import type { ItemState } from '../../../../nodes/TagPdf/item';
import { Progress } from '../../../../nodes/TagPdf/batch/progress';
import { jobOf } from '../../support/fakeService';
import { VirtualClock } from '../../support/virtualClock';

/** An item whose document has a job, from this run unless `isResumed` is true. */
const paid = (id: string, credits: unknown = 1, isResumed = false): ItemState => ({
	job: jobOf(id, { credits_used: credits as number }),
	submission: { isResumed },
});

const progressOf = (states: ItemState[], operation = 'tag') => new Progress(states, operation);
const sumUp = (...states: ItemState[]) => String(progressOf(states));

test('reports tagged, skipped and failed items with their costs', () => {
	const states: ItemState[] = [
		{ ...paid('a', 3), outcome: 'succeeded' },
		{ ...paid('b', 4), outcome: 'succeeded' },
		{ skippedPages: 200, outcome: 'succeeded' },
		{ skippedPages: 12, outcome: 'succeeded' },
		{ outcome: 'failed' },
	];
	expect(sumUp(...states)).toBe(
		'2 tagged, 2 skipped (212 credits saved), 1 failed; 2 documents submitted, 7 credits',
	);
});

test.each([
	['tag', '1 tagged'],
	['submit', '1 submitted'],
	['wait', '1 completed'],
])('calls a succeeded item of %s %j', (operation, sum) => {
	expect(String(progressOf([{ outcome: 'succeeded' }, {}], operation))).toBe(sum);
});

test.each([null, '3', -1, NaN])('credits of %p are not counted', (credits) => {
	expect(sumUp(paid('a', credits))).toBe('0 tagged; 1 document submitted, 0 credits');
});

test('counts documents that share a job once', () => {
	expect(sumUp(paid('a', 3), paid('a', 3))).toBe('0 tagged; 1 document submitted, 3 credits');
});

test('counts documents of an earlier run separately', () => {
	expect(sumUp(paid('a', 3, true))).toBe(
		'0 tagged; 1 document resumed from an earlier run, 3 credits, charged once',
	);
	expect(sumUp(paid('a', 3, true), paid('b', 3, true))).toBe(
		'0 tagged; 2 documents resumed from an earlier run, 6 credits, charged once',
	);
});

test('does not count jobs that the run only reads', () => {
	expect(sumUp({ job: jobOf('a', { credits_used: 7 }) })).toBe('0 tagged');
});

test('is noteworthy for several paid documents, a resumed one or a skipped one', () => {
	expect(progressOf([{}]).isNoteworthy).toBe(false);
	expect(progressOf([paid('a')]).isNoteworthy).toBe(false);
	expect(progressOf([paid('a'), paid('b')]).isNoteworthy).toBe(true);
	expect(progressOf([paid('a', 1, true)]).isNoteworthy).toBe(true);
	expect(progressOf([{ skippedPages: 1 }]).isNoteworthy).toBe(true);
});

test('reports at intervals until the batch ends', async () => {
	const clock = new VirtualClock();
	const began = clock.now();
	const over = new AbortController();
	const states: ItemState[] = [{}, {}, {}];
	const lines: Array<[at: number, line: string]> = [];
	clock.after(35_000, () => {
		states[0] = { outcome: 'succeeded' };
		states[1] = { outcome: 'failed' };
	});
	clock.after(70_000, () => over.abort());
	await progressOf(states).report(clock, 30_000, over.signal, (line) => {
		lines.push([clock.now() - began, line]);
	});
	expect(lines).toEqual([
		[30_000, '0 of 3 items: 0 tagged'],
		[60_000, '2 of 3 items: 1 tagged, 1 failed'],
	]);
	expect(clock.now() - began).toBe(70_000);
});
