import type { Obtained } from '../../../../nodes/client/submission';
import { Progress } from '../../../../nodes/TagPdf/batch/progress';
import { jobOf } from '../../support/fakeService';
import { VirtualClock } from '../../support/virtualClock';

/** The job of a document, made in this run unless it is said to be an earlier one. */
const obtained = (id: string, credits: unknown = 1, earlier = false): Obtained => ({
	submissionId: `key of ${id}`,
	job: jobOf(id, { credits_used: credits as number }),
	earlier,
});

test('tells what was completed, failed, submitted and spent', () => {
	const progress = new Progress(5);
	progress.sawJob('0', obtained('a', 3));
	progress.sawJob('1', obtained('b', 4));
	progress.sawSettled(true);
	progress.sawSettled(true);
	progress.sawSettled(false);
	expect(String(progress)).toBe(
		'2 of 5 items completed, 1 failed; 2 documents submitted, 7 credits spent',
	);
});

test.each([null, '3', -1, NaN])('credits of %p are not counted', (credits) => {
	const progress = new Progress(1);
	progress.sawJob('0', obtained('a', credits));
	expect(String(progress)).toBe(
		'0 of 1 item completed, 0 failed; 1 document submitted, 0 credits spent',
	);
});

test('documents that share a job are paid for once', () => {
	const progress = new Progress(2);
	progress.sawJob('0', obtained('a', 3));
	progress.sawJob('1', obtained('a', 3));
	expect(String(progress)).toContain('1 document submitted, 3 credits spent');
});

test('what was submitted before is not paid for again', () => {
	const progress = new Progress(3);
	progress.sawJob('0', obtained('a', 3, true));
	expect(String(progress)).toBe(
		'0 of 3 items completed, 0 failed; 0 documents submitted, 0 credits spent; 1 document had been submitted before and was not paid for again',
	);
	progress.sawJob('1', obtained('b', 3, true));
	expect(String(progress)).toMatch(
		/; 2 documents had been submitted before and were not paid for again$/,
	);
});

test('an earlier job that was of no use is paid for anew', () => {
	const progress = new Progress(1);
	progress.sawJob('0', obtained('a', 3, true));
	progress.sawJob('0', obtained('b', 1));
	expect(String(progress)).toMatch(/; 1 document submitted, 1 credit spent$/);
});

test('several documents that were paid for are noteworthy, and one that was not', () => {
	const progress = new Progress(5);
	expect(progress.isNoteworthy).toBe(false);
	progress.sawJob('0', obtained('a'));
	expect(progress.isNoteworthy).toBe(false);
	progress.sawJob('1', obtained('b'));
	expect(progress.isNoteworthy).toBe(true);
	const other = new Progress(1);
	other.sawJob('0', obtained('a', 1, true));
	expect(other.isNoteworthy).toBe(true);
});

test('is reported from time to time until it is over', async () => {
	const clock = new VirtualClock();
	const began = clock.now();
	const over = new AbortController();
	const progress = new Progress(2);
	const lines: Array<[at: number, line: string]> = [];
	clock.after(35_000, () => progress.sawSettled(true));
	clock.after(70_000, () => over.abort());
	await progress.report(clock, 30_000, over.signal, (line) => {
		lines.push([clock.now() - began, line.slice(0, 8)]);
	});
	expect(lines).toEqual([
		[30_000, '0 of 2 i'],
		[60_000, '1 of 2 i'],
	]);
	expect(clock.now() - began).toBe(70_000);
});
