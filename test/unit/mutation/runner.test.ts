import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';

const ROOT = join(__dirname, '..', '..', '..');
const CODE = `
export function count(to: number): number {
	let sum = 0;
	for (let i = 0; i < to; i++) sum += 1;
	return sum;
}
export const isLarge = (n: number) => n > 100;
export const SIZES = ['large'];
export const E = { digits: Math.E }.digits.toFixed(1);
`;
const TESTS = `
import { count, isLarge, SIZES } from './module';

beforeEach(() => jest.useFakeTimers({ now: 1 }));
afterEach(() => jest.useRealTimers());
afterEach(() => jest.restoreAllMocks());

it('counts', () => expect(count(3)).toBe(3));
it('knows what is large', () => expect(isLarge(200)).toBe(true));
it('has a size', () => expect(SIZES).toEqual(['large']));
`;
const OPTIONS = {
	plugins: [join(ROOT, 'test/mutation/runner/plugin.mjs')],
	testRunner: 'in-process',
	coverageAnalysis: 'perTest',
	mutate: ['module.ts'],
	testFiles: ['module.test.ts'],
	concurrency: 1,
	reporters: ['json'],
	jsonReporter: { fileName: 'report.json' },
	logLevel: 'off',
};

interface Report {
	files: Record<string, { mutants: Array<{ replacement: string; status: string }> }>;
}

let project: string;
beforeEach(() => (project = mkdtempSync(join(tmpdir(), 'tag-pdf-runner-'))));
afterEach(() => rmSync(project, { recursive: true }));

/** Status of each mutant, by its replacement. */
async function fates(): Promise<Map<string, string>> {
	await mkdir(join(project, 'test'));
	await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
	writeFileSync(join(project, 'test/loopbackOnly.ts'), '');
	writeFileSync(join(project, 'module.ts'), CODE);
	writeFileSync(join(project, 'module.test.ts'), TESTS);
	writeFileSync(join(project, 'stryker.config.json'), JSON.stringify(OPTIONS));
	await execa('npx', ['stryker', 'run'], { cwd: project });
	const report = JSON.parse(await readFile(join(project, 'report.json'), 'utf8')) as Report;
	const mutants = report.files['module.ts']?.mutants ?? [];
	return new Map(mutants.map(({ replacement, status }) => [replacement, status]));
}

it('distinguishes killed, surviving and endless mutants', async () => {
	const found = await fates();
	expect(found.get('i >= to')).toBe('Killed');
	expect(found.get('n <= 100')).toBe('Killed');
	expect(found.get('n >= 100')).toBe('Survived');
	expect(found.get('i--')).toBe('Timeout');
	// Code that runs when the module is loaded is tested by whole files.
	expect(found.get('[]')).toBe('Killed');
	expect(found.get('""')).toBe('Killed');
	// No test covers it, but without it no test can be loaded.
	expect(found.get('{}')).toBe('Killed');
});
