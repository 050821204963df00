/**
 * Reads PDFs that others made, and compares the answers with those of independent readers. The files are in
 * ../shared/corpus, or in the folder that CORPUS names:
 *
 * - `files/` and `truth.json`;
 * - `found*\/` with files that the reader once got wrong, and the wrong fields in `truth.json`;
 * - `hostile/make.py`, which writes files that are made to keep a reader busy.
 *
 *     npm run test:corpus
 */
import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Table from 'cli-table3';
import { styleText } from 'node:util';
import { inspect, type Inspection } from '../inspect';
import type { Reading } from './reading';
import {
	compare,
	createCounts,
	FIELDS,
	isFoundWrong,
	type Corpus,
	type Field,
	type Found,
} from './truth';

const CORPUS = process.env.CORPUS ?? join(__dirname, '../../../shared/corpus');

/** Fields that must never be wrong: they decide what is paid, skipped or refused. */
const NEVER_WRONG: Field[] = ['pages', 'tagged', 'encrypted', 'signed', 'form'];
/** Maximum shares of wrong and of unknown answers, among files on which the readers agree. */
const MOST_WRONG = new Map<Field, number>([['imageOnlyPages', 0.01]]);
const MOST_UNKNOWN = new Map<Field, number>([
	['pages', 0.01],
	['imageOnlyPages', 0.05],
]);
const [MAX_CPU_MS, MAX_TURN_MS, MAX_MEMORY_MB] = [10_000, 200, 64];
/** Files whose cross-reference has millions of entries. */
const MAX_XREF_MEMORY_MB = 128;
const [MAX_LINES, MAX_FILES] = [3800, 32];

const problems: string[] = [];

async function main(): Promise<void> {
	await countLines();
	const truth = await readJson<Corpus>(join(CORPUS, 'truth.json'));
	if (!truth) {
		console.log(`There is no corpus at ${CORPUS}. CORPUS names another folder.`);
	} else {
		await compareCorpus(truth);
		for (const folder of ['found', 'found-2']) await compareFound(join(CORPUS, folder));
		await readHostile(join(CORPUS, 'hostile/make.py'));
	}
	for (const problem of problems) console.error(styleText('red', problem));
	if (problems.length > 0) process.exitCode = 1;
}

async function countLines(): Promise<void> {
	const folder = join(__dirname, '..');
	const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
	let lines = 0;
	for (const file of files)
		lines += (await readFile(join(folder, file), 'utf8')).split('\n').length - 1;
	console.log(`${lines} lines in ${files.length} files`);
	if (lines > MAX_LINES || files.length > MAX_FILES) problems.push('The reader is too large');
}

async function compareCorpus({ files }: Corpus): Promise<void> {
	const counts = createCounts();
	const began = performance.now();
	for (const { file, truth } of files) {
		for (const problem of compare(await inspectFile(join(CORPUS, 'files', file)), truth, counts)) {
			console.log(`${file}: ${problem}`);
		}
	}
	const table = createTable(['Field', 'Right', 'Wrong', 'Unknown', 'Readers differ']);
	for (const field of FIELDS) {
		const { right, unknown, wrong } = counts[field];
		const known = right + unknown + wrong;
		table.push([field, right, wrong, unknown, files.length - known]);
		if (NEVER_WRONG.includes(field) && wrong > 0) problems.push(`${field}: an answer is wrong`);
		if (wrong > known * (MOST_WRONG.get(field) ?? 1)) problems.push(`${field}: ${wrong} wrong`);
		if (unknown > known * (MOST_UNKNOWN.get(field) ?? 1)) {
			problems.push(`${field}: ${unknown} of ${known} are unknown`);
		}
	}
	console.log(table.toString());
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	console.log(`${files.length} files in ${seconds} seconds`);
}

/** Fields that the reader no longer has are not compared. */
async function compareFound(folder: string): Promise<void> {
	const found = (await readJson<Found[]>(join(folder, 'truth.json'))) ?? [];
	const wrong: Found[] = [];
	for (const each of found) {
		if (!(await readdir(folder)).includes(each.file)) continue;
		if (isFoundWrong(await inspectFile(join(folder, each.file)), each)) wrong.push(each);
	}
	console.log(`${folder}: ${wrong.length} of ${found.length} fields are wrong`);
	for (const { field, file, truth } of wrong) {
		const text = `${file}: ${field} is ${String(truth)}`;
		if (NEVER_WRONG.some((never) => never === field)) problems.push(text);
		else console.log(text);
	}
}

async function readHostile(script: string): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'hostile-pdfs-'));
	try {
		const made = spawnSync('python3', [script, folder], { encoding: 'utf8' });
		if (made.status !== 0) {
			problems.push(`The hostile files cannot be made: ${made.stderr}`);
			return;
		}
		const table = createTable([
			'Hostile file',
			'Processor ms',
			'Longest turn',
			'MB',
			'Pages',
			'Unknown',
		]);
		for (const name of (await readdir(folder)).sort()) {
			table.push(readHostileFile(name, join(folder, name)));
		}
		console.log(table.toString());
	} finally {
		await rm(folder, { recursive: true });
	}
}

function readHostileFile(name: string, path: string): Array<string | number> {
	const arguments_ = ['--import', 'tsx', join(__dirname, 'reading.ts'), path];
	const { status, stderr, stdout } = spawnSync(process.execPath, arguments_, { encoding: 'utf8' });
	if (status !== 0) {
		problems.push(`${name}: ${stderr}`);
		return [name];
	}
	const { cpuMs, inspection, memoryMb, turnMs } = JSON.parse(stdout) as Reading;
	const maxMb = /^xref.*e[67]/.test(name) ? MAX_XREF_MEMORY_MB : MAX_MEMORY_MB;
	if (cpuMs > MAX_CPU_MS || turnMs > MAX_TURN_MS || memoryMb > maxMb) {
		problems.push(`${name} takes too much time or memory`);
	}
	const figures = [cpuMs, turnMs, memoryMb].map(Math.round);
	const reasons = [...new Set(Object.values(inspection.unknown))].join('; ');
	return [name, ...figures, inspection.pages ?? '–', reasons];
}

async function inspectFile(path: string): Promise<Inspection> {
	return await inspect({
		open: () => Promise.resolve(createReadStream(path)),
		pause: async () => await setImmediate(),
	});
}

async function readJson<T>(path: string): Promise<T | undefined> {
	const text = await readFile(path, 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as T);
}

function createTable(head: string[]): Table.Table {
	return new Table({ head, style: { head: [], border: [], compact: true } });
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
