import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compatibilityPage, withoutDates } from '../../../scripts/compatibility/page';
import type { Result, Suite } from '../../../scripts/compatibility/results';
import { hostVersions } from '../../host/harness/versions';

const OLDEST = { n8n: '1.2.3', nodeVersion: '20.0.0', reason: 'the oldest', everySuite: false };
const VERSIONS = [
	{ ...OLDEST, before: 'On 1.2.2 it fails.' },
	{ n8n: '1.9.0', nodeVersion: '24.0.0', reason: 'the last of n8n 1', everySuite: true },
	{ n8n: '10.0.0', nodeVersion: '24.0.0', reason: 'the newest', everySuite: true },
];
const passed = (count: number) => ({ passed: count, failed: 0 });
const run = (suite: Suite, n8n: string, groups: Result['groups'] = {}): Result => ({
	suite,
	n8n,
	date: '2026-01-31',
	groups,
});
const RESULTS = [
	run('host', '1.2.3', { Loading: passed(4) }),
	run('host', '1.9.0', { Loading: passed(3) }),
	run('ui', '1.9.0', { Editor: passed(6) }),
	run('host', '10.0.0', { Loading: passed(3), 'Binary data mode default': passed(2) }),
	run('queue', '10.0.0', { 'Queue mode': passed(8) }),
	run('ui', '10.0.0', { Editor: passed(5) }),
];
const cells = (line: string) => line.split('|').map((cell) => cell.trim());

describe('The compatibility page', () => {
	test('has a line for each run, with what ran and when', () => {
		const page = compatibilityPage(VERSIONS, RESULTS);
		const lines = page.split('\n').map(cells);
		const runs = lines.filter((line) => line.includes('2026-01-31'));
		expect(runs.map((line) => [line[1], line[3], line[4], line[5]])).toEqual([
			['1.2.3', 'filesystem', '20.0.0', '4'],
			['1.9.0', 'filesystem', '24.0.0', '3'],
			['1.9.0', 'filesystem', '24.0.0', '6'],
			['10.0.0', 'default (memory)', '24.0.0', '5'],
			['10.0.0', 'database', '24.0.0', '8'],
			['10.0.0', 'filesystem', '24.0.0', '5'],
		]);
		expect(lines).toContainEqual(['', 'Loading', '4', '3', '3', '']);
		expect(lines).toContainEqual(['', 'Editor', '–', '6', '5', '']);
		expect(lines).toContainEqual(['', 'Queue mode', '–', '–', '8', '']);
		expect(page).toContain('On 1.2.2 it fails.');
	});

	test.each(RESULTS)('is not written without a run of $suite on $n8n', (missing) => {
		const rest = RESULTS.filter((result) => result !== missing);
		const why = `no result of the ${missing.suite} suite on n8n ${missing.n8n}`;
		expect(() => compatibilityPage(VERSIONS, rest)).toThrow(why);
	});

	test('is not written if a test has failed', () => {
		const failed = run('ui', '10.0.0', { Editor: { passed: 4, failed: 1 } });
		const results = [...RESULTS.slice(0, -1), failed];
		const why = 'On n8n 10.0.0, tests of these groups failed: Editor';
		expect(() => compatibilityPage(VERSIONS, results)).toThrow(why);
	});

	test('of two runs differs only in the days', () => {
		const later = RESULTS.map((result) => ({ ...result, date: '2026-02-01' }));
		const page = compatibilityPage(VERSIONS, RESULTS);
		const other = compatibilityPage(VERSIONS, later);
		expect(other).not.toBe(page);
		expect(withoutDates(other)).toBe(withoutDates(page));
	});

	test('that is committed names every pinned n8n', () => {
		const page = readFileSync(join(__dirname, '../../../docs/evidence/compatibility.md'), 'utf8');
		for (const { n8n } of hostVersions()) expect(page).toContain(`| ${n8n} `);
	});
});
