import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import { addSamples } from '../../../../scripts/start/samples';

const ROOT = join(__dirname, '../../../..');

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'tag-pdf-samples-'));
});
afterEach(async () => await rm(folder, { recursive: true }));

test('each sample gets another recommendation of Inspect', async () => {
	await addSamples(folder);
	const files = (await readdir(folder)).sort();
	const paths = files.map((name) => join(folder, name));
	const { stdout } = await execa('npx', ['tsx', 'scripts/inspect.ts', '--no-build', ...paths], {
		cwd: ROOT,
	});
	const recommended = stdout
		.trim()
		.split('\n')
		.map((line) => (JSON.parse(line) as { recommendation: string }).recommendation);
	expect(Object.fromEntries(files.map((name, n) => [name, recommended[n]]))).toEqual({
		'scanned.pdf': 'tagWithOcr',
		'tagged.pdf': 'skip',
		'untagged.pdf': 'tag',
	});
});

test('does not change a file of the user', async () => {
	const own = join(folder, 'tagged.pdf');
	await writeFile(own, 'mine');
	await addSamples(folder);
	expect(await readFile(own, 'utf8')).toBe('mine');
	expect(await readdir(folder)).toHaveLength(3);
});
