/**
 * Reads damaged and hostile files, and stops half of the readers at a random moment. Each file follows from its seed. The
 * originals are the PDFs below ../shared/corpus, or below the folder that CORPUS names; without them, it says so and
 * damages the fixtures.
 *
 *     npm run test:mutated -- [--files 20000] [--seed 1] [--only]
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Table from 'cli-table3';
import { Command } from 'commander';
import { mutate } from './mutated/mutate';
import { Random } from './mutated/random';
import { readOnce, type Reading } from './mutated/read';

/** Maximum processor time per file. */
const MAX_CPU_MS = 10_000;
const LOG_INTERVAL_FILES = 1_000;
const CORPUS = process.env.CORPUS ?? join(__dirname, '../../../shared/corpus');
const FIXTURES = join(__dirname, '..');

interface Options {
	files: number;
	seed: number;
	only: boolean;
}

async function main(): Promise<void> {
	const options = new Command('npm run test:mutated --')
		.option('--files <count>', 'how many files', Number, 20_000)
		.option('--seed <number>', 'seed of the first file; each next one has the next seed', Number, 1)
		.option('--only', 'only the file of this seed', false)
		.parse(process.argv)
		.opts<Options>();
	const originals = await findOriginals();
	const files = options.only ? 1 : options.files;
	console.log(`${files} files of ${originals.length} originals, from seed ${options.seed}`);
	let seed = options.seed;
	process.on('uncaughtException', (error) => {
		console.error(`Seed ${seed} would have ended the process:`, error);
		process.exit(1);
	});
	const readings: Reading[] = [];
	for (; seed < options.seed + files; seed += 1) {
		readings.push(await readSeed(seed, originals));
		if (readings.length % LOG_INTERVAL_FILES === 0) console.log(`${readings.length} files`);
	}
	console.log(tableOf(readings));
}

async function readSeed(seed: number, originals: readonly string[]): Promise<Reading> {
	const random = new Random(seed);
	const path = originals[random.below(originals.length)] ?? '';
	const original = await readFile(path);
	try {
		const reading = await readOnce(mutate(original, random), random);
		if (reading.cpuMs > MAX_CPU_MS) throw new Error(`It took ${Math.round(reading.cpuMs)} ms`);
		return reading;
	} catch (cause) {
		throw new Error(`Seed ${seed}, made of ${path}`, { cause });
	}
}

async function findOriginals(): Promise<string[]> {
	const originals = await findPdfs(CORPUS);
	if (originals.length > 0) return originals;
	console.error(
		`There are no PDFs in ${CORPUS}, so only the fixtures are damaged. CORPUS names another folder.`,
	);
	return await findPdfs(FIXTURES);
}

async function findPdfs(folder: string): Promise<string[]> {
	const names = await readdir(folder, { recursive: true }).catch(() => []);
	return names
		.filter((name) => name.endsWith('.pdf'))
		.map((name) => join(folder, name))
		.sort();
}

function tableOf(readings: readonly Reading[]): string {
	const stopped = readings.filter((reading) => reading.stopped).length;
	const known = readings.filter(({ inspection }) => typeof inspection?.pages === 'number').length;
	const most = (what: 'cpuMs' | 'turnMs') =>
		`${Math.round(Math.max(...readings.map((reading) => reading[what])))} ms`;
	const table = new Table({ style: { head: [], border: [], compact: true } });
	table.push(
		['Files', readings.length],
		['Read to the end', readings.length - stopped],
		['– with a known number of pages', known],
		['Stopped at a random moment', stopped],
		['Ended the process, or threw', 0],
		['Processor time of one file, at most', most('cpuMs')],
		['Processor time between two pauses, at most', most('turnMs')],
	);
	return table.toString();
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
