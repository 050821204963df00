import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { SandboxOptions } from '../../../sandbox';
import { cellsOf, READINGS, type Cell, type Reading } from './cell';
import { wrongs } from './judge';
import { cellName, cellText, renderPage } from './page';
import { runCell } from './run';
import { openWorld } from './world';

const PAGE = join(__dirname, '../../../docs/evidence/crash-matrix.md');
/** `check` runs the whole matrix, `update` also writes the page (scripts/matrix.mjs). Default: a part. */
const MODE = process.env.TAG_PDF_CRASH_MATRIX;

const isRun = ({ next }: Cell) => MODE !== undefined || next === 'next event';
const worlds = READINGS.map((reading) => ({ reading, cells: cellsOf(reading).filter(isRun) }));

/** Each reading is met with other choices that the interface leaves open. */
const CHOICES: Record<Reading, Partial<SandboxOptions>> = {
	'first-job': { echoedOptions: 'as-sent' },
	replay: { nulls: true, idFormat: 'uuid' },
	conflict: { errorTypes: 'status', echoedOptions: 'null' },
};

const texts = new Map<string, string>();

test.each(worlds)(
	'repeats of a key: $reading: no document is paid for twice or lost',
	async ({ reading, cells }) => {
		const world = await openWorld({ idempotency: reading, ...CHOICES[reading] });
		const wrong: string[] = [];
		for (const cell of cells) {
			const outcome = await runCell(world, cell);
			texts.set(cellName(cell), cellText(outcome));
			wrong.push(...wrongs(cell, outcome).map((what) => `${cellName(cell)}: ${what}`));
		}
		const { violations } = world.sandbox;
		await world.close();
		expect(wrong).toEqual([]);
		expect(violations).toEqual([]);
	},
);

test('docs/evidence/crash-matrix.md shows the outcome of each run (npm run test:crashes -- --update writes it)', async () => {
	const before = tablesOf(await readFile(PAGE, 'utf8').catch(() => ''));
	// If a world was not run (jest -t), its cells stay unchanged.
	const page = renderPage(new Map([...before, ...texts]));
	if (MODE === 'update') await writeFile(PAGE, page);
	expect(await readFile(PAGE, 'utf8')).toBe(page);
	expect(texts.size).toBeGreaterThan(50);
});

/** Cells of the page by name. The page lists the worlds in order. */
function tablesOf(page: string): Map<string, string> {
	const all = READINGS.flatMap(cellsOf);
	const rows = page.split('\n').filter((line) => /^\| (?!-|the first run)/.test(line));
	const found = rows.flatMap((row) =>
		row
			.split('|')
			.slice(3, -1)
			.map((text) => text.trim()),
	);
	return new Map(all.map((cell, at) => [cellName(cell), found[at] ?? '']));
}
