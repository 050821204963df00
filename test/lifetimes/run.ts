/** Runs many lives of workflows: `npm run test:lifetimes -- --help`. */
import { execFileSync, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';

import { Command } from 'commander';
import { format, resolveConfig } from 'prettier';

import { findDefects } from './tryDefects';
import { replay } from './replay';
import { pageOf, tableOf, violationLines, violationsIn } from './report';
import { emptyTotals, join, type Totals } from './totals';

interface Options {
	lives: number;
	from: number;
	workers: number;
	seed?: number;
	shrink?: boolean;
	/** Numbers of defects, separated by commas; true for all. */
	defects?: string | true;
	page?: boolean;
	/** File with the totals so far. */
	keep?: string;
}

/** What `--keep` saves. */
interface Kept {
	from: number;
	totals: Totals;
}

const PAGE = path.resolve(__dirname, '../../docs/evidence/lifetimes.md');
const PROGRESS_MS = 30_000;
/** Lives between two saves of the totals. */
const PART = 10_000;
/** Size of V8's young generation in MB. A life leaves little behind, so few objects need to be moved. */
const YOUNG_MB = 64;

/** @returns number of lives with a violation */
async function main(): Promise<number> {
	const program = new Command('npm run test:lifetimes --')
		.description('Simulates lives of workflows: executions, kills, faults; one seed decides a life')
		.option('--lives <count>', 'how many lives', Number, 100_000)
		.option('--from <seed>', 'seed of the first life', Number, 0)
		.option('--workers <count>', 'processes', Number, availableParallelism())
		.option('--seed <seed>', 'live one life alone, and print what happens in it', Number)
		.option('--shrink', 'with --seed: look for a smaller life that violates the same')
		.option('--defects [numbers]', 'put known defects back, one by one, and live until each shows')
		.option('--keep <file>', 'save the totals now and then; the same command continues from there')
		.option('--page', 'write the table to docs/evidence/lifetimes.md')
		.parse();
	const options: Options = program.opts();
	if (options.defects !== undefined) return await findDefects(numbersIn(options.defects));
	if (options.seed !== undefined) return await replay(options.seed, options.shrink === true);
	const totals = await liveInParts(options);
	console.log(tableOf(totals));
	if (options.page === true) await writePage(pageOf(totals, options.from, describeOrigin()));
	for (const [name, count] of Object.entries(totals.claims))
		console.log(`compared: ${name}: ${count}`);
	for (const line of violationLines(totals)) console.log(line);
	if (violationsIn(totals) > 0) console.log('Replay one: npm run test:lifetimes -- --seed <seed>');
	return violationsIn(totals);
}

function numbersIn(defects: string | true): number[] | undefined {
	return defects === true ? undefined : defects.split(',').map(Number);
}

/** The day, the commit and the version of Node.js. */
function describeOrigin(): string {
	const git = (...given: string[]) =>
		execFileSync('git', given, { cwd: __dirname, encoding: 'utf8' }).trim();
	const commit = git('rev-parse', '--short', 'HEAD');
	const day = new Date().toISOString().slice(0, 10);
	return `on ${day}, at commit ${commit}, with Node.js ${process.versions.node}`;
}

async function writePage(text: string): Promise<void> {
	const config = await resolveConfig(PAGE);
	await mkdir(path.dirname(PAGE), { recursive: true });
	await writeFile(PAGE, await format(text, { ...config, parser: 'markdown' }));
}

async function liveInParts({ from, keep, lives, workers }: Options): Promise<Totals> {
	const totals = emptyTotals();
	const began = Date.now();
	if (keep !== undefined && existsSync(keep)) {
		const kept = JSON.parse(await readFile(keep, 'utf8')) as Kept;
		if (kept.from !== from) throw new Error(`${keep} has the lives from seed ${kept.from}`);
		join(totals, kept.totals);
	}
	const progress = setInterval(() => tellProgress(totals, lives, began), PROGRESS_MS);
	try {
		while (totals.lives < lives) {
			const first = from + totals.lives;
			const part = Math.min(PART, lives - totals.lives);
			await liveAll({ from: first, lives: part, workers }, (some) => join(totals, some));
			if (keep !== undefined) await writeFile(keep, JSON.stringify({ from, totals }));
		}
	} finally {
		clearInterval(progress);
	}
	tellProgress(totals, lives, began);
	return totals;
}

async function liveAll(
	{ from, lives, workers }: Pick<Options, 'from' | 'lives' | 'workers'>,
	onTotals: (some: Totals) => void,
): Promise<void> {
	const orders = Array.from({ length: workers }, (_, index) => ({
		from: from + index,
		to: from + lives,
		step: workers,
	}));
	await Promise.all(
		orders.map(
			async (order) =>
				await new Promise<void>((resolve, reject) => {
					const worker = fork(path.join(__dirname, 'worker.ts'), {
						serialization: 'advanced',
						execArgv: [...process.execArgv, `--max-semi-space-size=${YOUNG_MB}`],
					});
					worker.on('message', (some: Totals) => {
						for (const line of violationLines(some)) console.log(line);
						onTotals(some);
					});
					worker.on('exit', (code) =>
						code === 0 ? resolve() : reject(new Error(`A worker ended with ${code}`)),
					);
					worker.send(order);
				}),
		),
	);
}

function tellProgress(totals: Totals, lives: number, began: number): void {
	const seconds = Math.round((Date.now() - began) / 1000);
	console.log(
		`${totals.lives} of ${lives} lives, ${violationsIn(totals)} violations, ${seconds} s`,
	);
}

main().then(
	(violations) => {
		process.exitCode = violations > 0 ? 1 : 0;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
