import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPromises } from '../../../../bench/report/promises';
import type { Results } from '../../../../bench/outcome/results';
import type { Row } from '../../../../bench/outcome/row';
import type { State } from '../../../../bench/outcome/verdict';

const row = (name: string, median: number, state: State = 'met'): Row => ({
	name,
	rounds: 3,
	load: 1,
	figures: [],
	verdicts: [
		{ what: 'memory', unit: 'MB', atMost: 48, median, least: 0, most: 99, state },
		{ what: 'speed', atLeast: 0.5, median: 1, least: 1, most: 1, state: 'met' },
	],
});
const MEMORY = { text: 'Memory of a document', bench: 'memory', bound: 'memory' };

test('a promise shows its bound, and the range of the medians of its rows', () => {
	const benches = { memory: [row('16 MB', 2.879), row('2 GB', 15.7)], other: [row('16 MB', 60)] };
	expect(renderPromises({ benches }, [MEMORY])).toContain(
		'| Memory of a document | at most 48 MB | 2.88 to 15.7 MB | yes |',
	);
});

test('a promise about some rows leaves out the others', () => {
	const benches = { memory: [row('16 MB', 3), row('2 GB', 15)] };
	expect(renderPromises({ benches }, [{ ...MEMORY, rows: '2 GB' }])).toContain('| 15 MB | yes |');
});

test('a promise shows how often its bound is met', () => {
	const benches = {
		memory: [row('16 MB', 3), row('1 GB', 50, 'within spread'), row('2 GB', 60, 'missed')],
	};
	expect(renderPromises({ benches }, [MEMORY])).toContain('| 3 to 60 MB | in 1 of 3 cases |');
});

test('a promise without a measured bound is an error', () => {
	expect(() => renderPromises({ benches: { memory: [] } }, [MEMORY])).toThrow(
		'There are no results of memory: memory',
	);
});

test('there is a measured bound for each promise of the page', () => {
	const file = join(__dirname, '../../../../bench/results.json');
	const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
	expect(() => renderPromises(results)).not.toThrow();
});
