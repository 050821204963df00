import { Progress } from '../../../../nodes/TagPdf/batch/progress';
import { jobOf } from '../../support/fakeService';
import { VirtualClock } from '../../support/virtualClock';

test('tells what was completed, failed, submitted and spent', () => {
	const progress = new Progress(5);
	progress.sawSubmitted(jobOf('a', { credits_used: 3 }));
	progress.sawSubmitted(jobOf('b', { credits_used: 4 }));
	progress.sawSettled(true);
	progress.sawSettled(true);
	progress.sawSettled(false);
	expect(String(progress)).toBe(
		'2 of 5 items completed, 1 failed; 2 documents submitted, 7 credits spent',
	);
});

test.each([null, undefined, '3', -1, NaN])('credits of %p are not counted', (credits) => {
	const progress = new Progress(1);
	progress.sawSubmitted(jobOf('a', { credits_used: credits as never }));
	expect(String(progress)).toContain('1 documents submitted, 0 credits spent');
});

test('several documents are a batch', () => {
	const progress = new Progress(5);
	expect(progress.isBatch).toBe(false);
	progress.sawSubmitted(jobOf('a'));
	expect(progress.isBatch).toBe(false);
	progress.sawSubmitted(jobOf('b'));
	expect(progress.isBatch).toBe(true);
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
