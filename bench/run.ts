/**
 * Measurements against peers and limits, which fail beyond their bounds.
 *
 *     npm run bench -- [--only batch|inspect|journal|trigger] [--row '100 × 5 s']
 */
import { Command, Option } from 'commander';
import { batch } from './batch';
import { inspect } from './inspect';
import { journal } from './journal';
import { trigger } from './trigger';

const BENCHES = { batch, inspect, journal, trigger };

async function main(): Promise<void> {
	const names = Object.keys(BENCHES) as Array<keyof typeof BENCHES>;
	const { only, row } = new Command('npm run bench --')
		.addOption(new Option('--only <name>', 'one of them').choices(names))
		.option('--row <text>', 'only rows with this in their names', '')
		.parse(process.argv)
		.opts<{ only?: keyof typeof BENCHES; row: string }>();
	const broken: string[] = [];
	for (const name of only ? [only] : names) broken.push(...(await BENCHES[name](row)));
	if (broken.length === 0) return;
	console.error(`Beyond the bounds:\n${broken.join('\n')}`);
	process.exitCode = 1;
}

void main();
