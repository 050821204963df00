import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const SHIPPED = ['client', 'credentials', 'nodes', 'pdf'];

/** Files that no unit test is named for, and why. */
const WITHOUT: Record<string, string> = {
	'client/connection': 'types alone',
	'client/runtime': 'types alone',
	'nodes/shared/hints': 'a type alone',
	'client/limits': 'numbers alone: tests of the files that use them',
	'nodes/TagPdf/document/operations': 'a list: nodes/TagPdf/operation',
	'nodes/TagPdf/job/operations': 'a list: nodes/TagPdf/operation',
};

/** The files of a folder that end so, without the end, from the project's or the tests' root on. */
const list = (root: string, folder: string, end: string) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(end))
		.map((file) => `${folder}/${file.slice(0, -end.length)}`);
const shipped = SHIPPED.flatMap((folder) => list(ROOT, folder, '.ts'));
const tests = SHIPPED.flatMap((folder) => list(join(ROOT, 'test/unit'), folder, '.test.ts'));

test('the unit test of a shipped file lies at its path and has its name', () => {
	expect(shipped.filter((file) => !(file in WITHOUT) && !tests.includes(file))).toEqual([]);
});

test('every unit test of shipped code is named for a file: client/wait.batches tests client/wait', () => {
	const isNamed = (test: string) =>
		shipped.some((file) => test === file || test.startsWith(`${file}.`));
	expect(tests.filter((test) => !isNamed(test))).toEqual([]);
});

test('a file without a test of its name exists, and has none', () => {
	for (const file of Object.keys(WITHOUT)) {
		expect([file, existsSync(join(ROOT, `${file}.ts`)), tests.includes(file)]).toEqual([
			...[file, true, false],
		]);
	}
});
