import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';

const ROOT = join(__dirname, '../..');

let out: string;
beforeEach(async () => {
	out = await mkdtemp(join(tmpdir(), 'tag-pdf-demo-'));
});
afterEach(async () => await rm(out, { recursive: true }));

/** Runs `npm run demo`; its result has both outputs in the order in which they were printed. */
const demo = async (...paths: string[]) =>
	await execa('tsx', ['scripts/demo.ts', ...paths, '--out', out], {
		cwd: ROOT,
		preferLocal: true,
		reject: false,
		all: true,
	});

test('a missing file and a folder are refused before the build', async () => {
	const [missing, folder] = [await demo('nothere.pdf'), await demo('docs')];
	expect(missing).toMatchObject({ exitCode: 1 });
	expect(missing.all).toContain("'nothere.pdf' is invalid");
	expect(missing.all).toContain('There is no such file.');
	expect(missing.all).not.toContain('Build');
	expect(folder).toMatchObject({ exitCode: 1 });
	expect(folder.all).toContain('It is not a file.');
});

test('says first that it builds, and calls only what is tagged tagged', async () => {
	const [refused, mixed] = await Promise.all([
		demo('README.md'),
		demo('README.md', 'test/fixtures/sample.pdf'),
	]);
	expect(refused).toMatchObject({ exitCode: 1 });
	expect(refused.stdout).toMatch(/^\S+ Build the package/);
	expect(refused.stdout).toContain('README.md was not tagged: "README.md" is not a PDF');
	expect(refused.stdout).not.toMatch(/Tagged by|stamped/);

	expect(mixed).toMatchObject({ exitCode: 1 });
	expect(mixed.stdout).toMatch(/Tagged by OpenDataLoader PDF|are stamped, not tagged/);
	expect(await readdir(out)).toEqual(['sample-tagged.pdf']);
});
