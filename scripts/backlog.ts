/**
 * `npm run backlog`: writes the workflows of examples/backlog, in both kinds of ledger, from one
 * description.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import pc from 'picocolors';
import { format, resolveConfig } from 'prettier';
import { asError } from './asError';
import { backlogFiles } from './backlog/files';

const FOLDER = join(__dirname, '../examples/backlog');

async function main(): Promise<void> {
	const { check } = new Command('npm run backlog --')
		.description('Writes the workflows of examples/backlog from scripts/backlog.')
		.option('--check', 'only compare the files')
		.parse()
		.opts<{ check?: boolean }>();
	const style = await resolveConfig(join(FOLDER, 'workflow.json'));
	for (const [path, made] of Object.entries(backlogFiles())) {
		const text =
			typeof made === 'string'
				? made
				: await format(JSON.stringify(made), { ...style, parser: 'json' });
		const file = join(FOLDER, path);
		if (!check) {
			await mkdir(dirname(file), { recursive: true });
			await writeFile(file, text);
		} else if ((await readFile(file, 'utf8').catch(() => undefined)) !== text) {
			throw new Error(`examples/backlog/${path} is outdated: npm run backlog writes it again`);
		}
	}
	console.log(check ? 'examples/backlog is as scripts/backlog says.' : `Wrote ${FOLDER}`);
}

main().catch((error: unknown) => {
	console.error(pc.red(asError(error).message));
	process.exitCode = 1;
});
