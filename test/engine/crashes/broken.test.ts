import { ENDINGS, type Cell, type Next } from './cell';
import { wrongs } from './judge';
import type { Breakage } from './kill';
import { runCell } from './run';
import { openWorld } from './world';

type Keys = string[];
const marksOf = ([keys]: unknown[]) => (keys as Keys).filter((key) => !key.endsWith('started'));

/** Removes the marks together with the answer to the submission. */
function tooEarly(): Breakage {
	let marks: Keys = [];
	return {
		instead: (call, given, work, remove) => {
			if (call === 'record') marks = marksOf(given);
			if (call !== 'submitJob') return undefined;
			return work().then(async (answer) => {
				await remove(marks);
				return answer;
			});
		},
	};
}

/** Removes the marks only after the next run has read them. */
function tooLate(): Breakage {
	let late: Keys = [];
	return {
		instead: (call, given, work, remove) => {
			if (call === 'remove') {
				late = marksOf(given);
				return Promise.resolve();
			}
			if (call !== 'record') return undefined;
			return work().then(async (answer) => {
				await remove(late);
				return answer;
			});
		},
	};
}

/** Never removes the marks. */
const never = (): Breakage => ({
	instead: (call) => (call === 'remove' ? Promise.resolve() : undefined),
});

const cellAt = (title: string, next: Next): Cell => {
	const ending = ENDINGS.find((each) => each.title === title);
	if (!ending) throw new Error(`No ending ${title}`);
	return { reading: 'first-job', scope: 'delivery', ending, fate: 'completed', next };
};

test.each<[string, (() => Breakage) | undefined, Cell, string[]]>([
	['right', undefined, cellAt('killed in the wait', 'next event'), []],
	['right', undefined, cellAt('delivered', 'next event'), []],
	[
		'removed too early',
		tooEarly,
		cellAt('killed in the wait', 'next event'),
		['2 charges, at most 1 may be'],
	],
	[
		'removed too late',
		tooLate,
		cellAt('delivered', 'next event'),
		['asked for anew, given the old result'],
	],
	[
		'never removed',
		never,
		cellAt('delivered', 'next event'),
		['asked for anew, given the old result'],
	],
])('the matrix notices a journal whose marks are %s', async (_what, breakage, cell, seen) => {
	const world = await openWorld({ idempotency: cell.reading }, breakage?.());
	const outcome = await runCell(world, cell);
	await world.close();
	expect(wrongs(cell, outcome)).toEqual(seen);
});
