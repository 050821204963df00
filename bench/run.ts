/**
 * Measures the package against peers and limits, and prints a table for each bench. The exit code is 1 if a
 * figure misses its bound by more than the rounds are apart.
 *
 *     npm run bench -- [--only memory,batch] [--row '256 MB'] [--quick] [--page]
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { latestVersion } from '../test/host/harness/versions';
import { batch } from './batch';
import { creditLimit } from './creditLimit';
import { inspect } from './inspect';
import { limit } from './limit';
import { memory } from './memory';
import { type Bench, renderRows, type Row } from './outcome';
import { queue } from './queue';
import { smallFiles } from './smallFiles';
import { throughput } from './throughput';
import { trigger } from './trigger';
import { wait } from './wait';

const BENCHES: Readonly<Record<string, Bench>> = {
	memory,
	throughput,
	batch,
	wait,
	limit,
	creditLimit,
	smallFiles,
	queue,
	trigger,
	inspect,
};
const NAMES = Object.keys(BENCHES);
const PAGE = join(__dirname, '../docs/evidence/performance.md');

interface Options {
	only: string[];
	row: string;
	quick: boolean;
	page: boolean;
}

async function main(): Promise<void> {
	const { only, row, quick, page } = new Command('npm run bench --')
		.addOption(
			new Option('--only <names>', `some of ${NAMES.join(',')}`)
				.argParser(namesOf)
				.default(NAMES, 'all'),
		)
		.option('--row <text>', 'only rows with this in their names', '')
		.option('--quick', 'what says most in under ten minutes', false)
		.option('--page', 'also writes docs/evidence/performance.md', false)
		.parse(process.argv)
		.opts<Options>();
	const missed: string[] = [];
	const sections: string[] = [];
	for (const name of only) {
		const { title, about, run } = BENCHES[name] as Bench;
		const rows: Row[] = [];
		const start = Date.now();
		await run({ matching: row, quick }, (measured) => {
			rows.push(measured);
			const seconds = Math.round((Date.now() - start) / 1_000);
			const load = (loadavg()[0] ?? NaN).toFixed(1);
			console.error(`${name}, ${measured.name}: after ${seconds} s, load ${load}`);
			for (const { what, measured: figure, state } of measured.verdicts) {
				if (state === 'missed') missed.push(`${name}, ${measured.name}: ${what} is ${figure}`);
			}
		});
		if (rows.length === 0) continue;
		sections.push(`## ${title}\n\n${about}\n\n${renderRows(rows)}\n`);
		console.log(sections.at(-1));
	}
	if (page) writeFileSync(PAGE, [introduction(), ...sections].join('\n'));
	if (sections.length === 0) missed.push(`no row of ${only.join(', ')} has "${row}"`);
	if (missed.length === 0) return;
	console.error(`Missed:\n${missed.join('\n')}`);
	process.exitCode = 1;
}

function namesOf(list: string): string[] {
	const names = list.split(',');
	if (names.every((name) => NAMES.includes(name))) return names;
	throw new InvalidArgumentError(`There are ${NAMES.join(', ')}.`);
}

function introduction(): string {
	const { n8n, nodeVersion } = latestVersion();
	const gigabytes = Math.round(totalmem() / 1e9);
	const month = new Date().toLocaleString('en', { month: 'long', year: 'numeric' });
	return `# Performance

\`npm run bench\` measured this on ${cpus().length} cores with ${gigabytes} GB of memory, ${process.platform}, n8n ${n8n} on Node
${nodeVersion}, in ${month}. [Performance](../performance.md) is the short page for users.

Each contestant runs in a process of its own. The contestants take turns, and only runs of the same round are compared.
Tables show the median, with the least and the most in brackets. A bound is **met** if the median keeps it. It is
**missed** if the median is off by more than the spread of the rounds; then the command fails. If the median is off by
less, the bound is **within spread**. \`-- --quick\` takes about four minutes, leaves out contestants without a bound, and
runs with every change (\`.ci/run\`).

The service is the sandbox on the same machine. A job takes exactly the time that the bench gives it. The sandbox copies
documents without reading them, so large documents do not affect the sandbox's memory.
`;
}

void main();
