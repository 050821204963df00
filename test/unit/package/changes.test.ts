import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import manifest from '../../../package.json';

const ROOT = join(__dirname, '../../..');
const TOOL = join(ROOT, 'node_modules/@changesets/cli/bin.js');
const NOTE = 'You can choose the color of the node.\nIt is blue by default.';

/** The first line of a note, after the lines that name the package. */
const firstLine = (path: string) =>
	readFileSync(path, 'utf8').split('---\n')[2]?.trim().split('\n')[0];

test('the tool reads all change notes and writes them into the changelog', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'changes-'));
	try {
		for (const name of ['.changeset', 'package.json', 'CHANGELOG.md'])
			cpSync(join(ROOT, name), join(folder, name), { recursive: true });
		const notes = readdirSync(join(folder, '.changeset')).filter((name) => name.endsWith('.md'));
		const pending = notes.map((name) => firstLine(join(folder, '.changeset', name)));
		await writeFile(
			join(folder, '.changeset/a-color.md'),
			`---\n'${manifest.name}': major\n---\n\n${NOTE}\n`,
		);

		await execa(process.execPath, [TOOL, 'version'], { cwd: folder });

		const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
		const [newest = '', ...older] = changelog.split(/^(?=## )/m).slice(1);
		expect(newest).toContain(`## ${Number(manifest.version.split('.')[0]) + 1}.0.0\n`);
		expect(newest).toContain('- You can choose the color of the node.\n  It is blue by default.\n');
		for (const line of pending) expect(newest).toContain(line);
		expect(older.join('')).toContain(`## ${manifest.version}\n`);
		expect(readdirSync(join(folder, '.changeset')).filter((name) => name.endsWith('.md'))).toEqual(
			[],
		);
	} finally {
		await rm(folder, { recursive: true });
	}
});
