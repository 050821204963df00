/**
 * `npm run compatibility`: writes docs/evidence/compatibility.md from the saved results of the suites in real n8n.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import pc from 'picocolors';
import { format } from 'prettier';
import { hostVersions } from '../test/host/harness/versions';
import { asError } from './asError';
import { compatibilityPage, withoutDates } from './compatibility/page';
import { readResults } from './compatibility/results';

const PAGE = join(__dirname, '../docs/evidence/compatibility.md');

async function main(): Promise<void> {
	const { check } = new Command('npm run compatibility --')
		.description(
			'Writes docs/evidence/compatibility.md from the last whole runs of npm run test:host, test:queue and ' +
				'test:ui on this machine.',
		)
		.option('--check', 'only compare the page with those runs, dates aside')
		.parse()
		.opts<{ check?: boolean }>();
	const text = compatibilityPage(hostVersions(), await readResults());
	const page = await format(text, { parser: 'markdown' });
	if (!check) {
		await writeFile(PAGE, page);
		console.log(`Wrote ${PAGE}`);
	} else if (withoutDates(page) === withoutDates(await readFile(PAGE, 'utf8'))) {
		console.log('docs/evidence/compatibility.md says what has run.');
	} else {
		throw new Error(
			`docs/evidence/compatibility.md differs from what has run, which would be:\n\n${page}`,
		);
	}
}

main().catch((error: unknown) => {
	console.error(pc.red(asError(error).message));
	process.exitCode = 1;
});
