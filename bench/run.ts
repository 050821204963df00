/**
 * Measures the package against peers and limits. It fails if a figure misses its bound.
 *
 *     npm run bench -- [--only memory,batch] [--row '256 MB'] [--quick] [--save]
 *     npm run bench -- --report | --check
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { batch } from './batch';
import { growth } from './growth';
import { inspect } from './inspect';
import { journal } from './journal';
import { limit } from './limit';
import { memory } from './memory';
import type { Bench } from './outcome/bench';
import { readResults, saveRows } from './outcome/results';
import type { Row } from './outcome/row';
import type { State } from './outcome/verdict';
import { renderTable } from './outcome/table';
import { report, staleReport } from './report';
import { queue } from './queue';
import { throughput } from './throughput';
import { trigger } from './trigger';
import { turns } from './turns';
import { wait } from './wait';
import { weight } from './weight';

const BENCHES: Readonly<Record<string, Bench>> = {
	memory,
	throughput,
	batch,
	wait,
	limit,
	queue,
	trigger,
	weight,
	growth,
	inspect,
	journal,
	turns,
};

interface Options {
	only: string[];
	row: string;
	quick: boolean;
	save: boolean;
	report: boolean;
	check: boolean;
}

async function main(): Promise<void> {
	const names = Object.keys(BENCHES);
	const options = new Command('npm run bench --')
		.addOption(
			new Option('--only <names>', `some of ${names.join(',')}`)
				.argParser(namesOf)
				.default(names, 'all'),
		)
		.option('--row <text>', 'only rows with this in their names', '')
		.option('--quick', 'what says most in under ten minutes', false)
		.option('--save', 'keep what is measured in bench/results.json, and write the report', false)
		.option('--report', 'only write the charts, and the generated parts of pages', false)
		.option('--check', 'only fail where they are not what bench/results.json says', false)
		.parse(process.argv)
		.opts<Options>();
	if (options.check) {
		await check();
		return;
	}
	if (!options.report) await measure(options);
	if (options.report || options.save) await report(BENCHES);
}

function namesOf(list: string): string[] {
	const names = list.split(',');
	const unknown = names.filter((name) => !(name in BENCHES));
	if (unknown.length === 0) return names;
	throw new InvalidArgumentError(`There are ${Object.keys(BENCHES).join(', ')}.`);
}

async function check(): Promise<void> {
	const stale = await staleReport(BENCHES);
	if (stale.length > 0) fail('Not as bench/results.json says (npm run bench -- --report)', stale);
}

async function measure({ only, row, quick, save }: Options): Promise<void> {
	const missed: string[] = [];
	let measuredRows = 0;
	for (const name of only) {
		const rows: Row[] = [];
		const start = Date.now();
		await BENCHES[name]?.run({ matching: row, quick }, (measured) => {
			console.log(`${name}\n${renderTable(measured)}\n`);
			rows.push(measured);
		});
		if (rows.length === 0) continue;
		measuredRows += rows.length;
		console.log(`${name} took ${Math.round((Date.now() - start) / 1_000)} s\n`);
		if (save) await saveRows(name, rows);
		missed.push(...rows.flatMap((measured) => boundsOf(name, measured, ['missed'])));
	}
	if (measuredRows === 0) {
		const rows = quick ? 'quick row' : 'row';
		fail('Nothing to measure', [`no ${rows} of ${only.join(', ')} has "${row}" in its name`]);
		return;
	}
	// docs/evidence/performance.md explains known misses, so they do not fail a run.
	const known = await knownMisses();
	const broken = missed.filter((bound) => !known.includes(bound));
	if (missed.length > broken.length) {
		console.error(
			`Missed, as docs/evidence/performance.md says:\n${missed.filter((bound) => known.includes(bound)).join('\n')}`,
		);
	}
	if (broken.length > 0) fail('Off the bounds by more than the rounds are apart', broken);
}

async function knownMisses(): Promise<string[]> {
	const { benches } = await readResults();
	return Object.entries(benches).flatMap(([name, rows]) =>
		rows.flatMap((row) => boundsOf(name, row, ['missed', 'within spread'])),
	);
}

function boundsOf(bench: string, { name, verdicts }: Row, states: readonly State[]): string[] {
	const some = verdicts.filter(({ state }) => states.includes(state));
	return some.map(({ what }) => `${bench}, ${name}: ${what}`);
}

function fail(what: string, list: readonly string[]): void {
	console.error(`${what}:\n${list.join('\n')}`);
	process.exitCode = 1;
}

void main();
