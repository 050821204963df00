/**
 * Measures the package against peers and limits, and prints what docs/evidence/performance.md shows. The
 * exit code is 1 if a figure misses its bound by more than the rounds are apart.
 *
 *     npm run bench -- [--only memory,batch] [--row '256 MB'] [--quick]
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { batch } from './batch';
import { inspect } from './inspect';
import { limit } from './limit';
import { memory } from './memory';
import { type Bench, renderRow } from './outcome';
import { queue } from './queue';
import { throughput } from './throughput';
import { trigger } from './trigger';
import { wait } from './wait';

const BENCHES: Readonly<Record<string, Bench>> = {
	memory,
	throughput,
	batch,
	wait,
	limit,
	queue,
	trigger,
	inspect,
};
const NAMES = Object.keys(BENCHES);

interface Options {
	only: string[];
	row: string;
	quick: boolean;
}

async function main(): Promise<void> {
	const { only, row, quick } = new Command('npm run bench --')
		.addOption(
			new Option('--only <names>', `some of ${NAMES.join(',')}`)
				.argParser(namesOf)
				.default(NAMES, 'all'),
		)
		.option('--row <text>', 'only rows with this in their names', '')
		.option('--quick', 'what says most in under ten minutes', false)
		.parse(process.argv)
		.opts<Options>();
	const missed: string[] = [];
	let rows = 0;
	for (const name of only) {
		const start = Date.now();
		await BENCHES[name]?.run({ matching: row, quick }, (measured) => {
			rows += 1;
			const seconds = Math.round((Date.now() - start) / 1_000);
			console.log(`## ${name}, after ${seconds} s\n\n${renderRow(measured)}\n`);
			for (const { what, state } of measured.verdicts) {
				if (state === 'missed') missed.push(`${name}, ${measured.name}: ${what}`);
			}
		});
	}
	if (rows === 0) missed.push(`no ${quick ? 'quick ' : ''}row of ${only.join(', ')} has "${row}"`);
	if (missed.length === 0) return;
	console.error(`Missed:\n${missed.join('\n')}`);
	process.exitCode = 1;
}

function namesOf(list: string): string[] {
	const names = list.split(',');
	if (names.every((name) => NAMES.includes(name))) return names;
	throw new InvalidArgumentError(`There are ${NAMES.join(', ')}.`);
}

void main();
