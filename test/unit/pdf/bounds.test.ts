import { isLongRun } from '../../long';
import { makeBomb, HOSTILE_FILES, writeOnePage } from './hostile';
import { inspectBytes } from './inspectBytes';
import { measureWork } from './workMeter';

/** Maximum units of work between two pauses for other tasks: some 0.2 seconds. */
const MAX_TURN_WORK = 2_000_000;
/** Maximum units of work for a whole file: some 12 seconds. */
const MAX_WORK = 120_000_000;

/** Files that take seconds. */
const SLOW_FILES = [
	'100,000 kids in one node',
	'a million objects',
	'a thousand streams that swell',
	'annotations that all pages share',
	'arrays and resources that all pages share',
];
const FILES = HOSTILE_FILES.filter(([name]) => isLongRun || !SLOW_FILES.includes(name));

test.each(FILES)('%s: bounded, and never a wrong number', async (_name, make, pages) => {
	const bytes = make();
	const { longest, total } = await measureWork(async () => {
		expect((await inspectBytes(bytes, { chunk: 64 * 1024 })).pages).toBe(pages);
	});
	expect(longest).toBeLessThan(MAX_TURN_WORK);
	expect(total).toBeLessThan(MAX_WORK);
});

test('answers beyond a limit are unknown, not empty', async () => {
	const bytes = writeOnePage('4 0 R')
		.stream(4, '/Filter[/FlateDecode/FlateDecode]', makeBomb(64 * 1024 ** 2, 2))
		.end()
		.bytes();
	const { imageOnlyPages, text, unknown } = await inspectBytes(bytes);
	expect([imageOnlyPages, text]).toEqual([null, null]);
	expect(unknown.text).toContain('cannot be read completely');
});
