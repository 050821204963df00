/**
 * Reads PDFs that others made, and compares the answers with those of independent readers. The files are in
 * ../shared/corpus, or in the folder that CORPUS names:
 *
 * - `files/` and `truth.json`;
 * - `found*\/` with files that the reader once got wrong, and the wrong fields in `truth.json`;
 * - `hostile/make.py`, which writes files that are made to keep a reader busy.
 *
 * Without them, it reads the hostile files of the repository alone. Everything is read by this Node.js and by
 * Node.js 24, which n8n 2 requires.
 *
 *     npm run test:corpus
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { styleText } from 'node:util';
import Table from 'cli-table3';
import type { Inspection } from '../../../pdf/inspect';
import { findNode24 } from '../../node24';
import { hostileFiles, type HostileFile } from '../hostile/files';
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

const CORPUS = process.env.CORPUS ?? join(__dirname, '../../../../shared/corpus');

/** Maximum share of unknown answers, among files on which the readers agree. No answer may be wrong. */
const MOST_UNKNOWN = new Map<Field, number>([
	['pages', 0.01],
	['image_only_pages', 0.02],
]);
const MAX_CPU_MS = 10_000;
/** Processor time between two pauses. */
const MAX_TURN_MS = 200;
const MAX_MEMORY_MB = 64;
/** Of honest books, whose many objects let V8's young generation grow in a new process, to 64 MB on Node.js 24. */
const MAX_BOOK_MEMORY_MB = 96;
/** For files with millions of objects, or of entries of their cross-reference. */
const MAX_HUGE_MEMORY_MB = 160;
const HUGE = /^xref.*e[67]/;
const LOG_INTERVAL_FILES = 20;

const problems: string[] = [];

async function main(): Promise<void> {
	const nodes = [process.execPath, await findNode24(console.log)];
	const truth = await readJson<Corpus>(join(CORPUS, 'truth.json'));
	if (truth) await compareCorpus(truth, nodes);
	else console.log(`There is no corpus at ${CORPUS}. CORPUS names another folder.`);
	await readHostileFiles(nodes);
	for (const problem of problems) console.error(styleText('red', problem));
	if (problems.length > 0) process.exitCode = 1;
}

async function compareCorpus({ files }: Corpus, nodes: string[]): Promise<void> {
	const names = await readdir(CORPUS);
	const folders = names.filter((name) => name.startsWith('found')).sort();
	const found: Array<Found & { folder: string }> = [];
	for (const folder of folders) {
		const known = (await readJson<Found[]>(join(CORPUS, folder, 'truth.json'))) ?? [];
		const there = await readdir(join(CORPUS, folder));
		const present = known.filter(({ file }) => there.includes(file));
		found.push(...present.map((each) => ({ ...each, folder })));
	}
	const paths = [
		...files.map(({ file }) => join('files', file)),
		...new Set(found.map(({ file, folder }) => join(folder, file))),
	];
	const [answers = new Map<string, Inspection>(), ...others] = await Promise.all(
		nodes.map(async (node) => await readAnswers(node, paths)),
	);
	for (const other of others) compareAnswers(answers, other);
	compareTruth(files, answers);
	const wrong = found.filter((each) => {
		const inspection = answers.get(join(each.folder, each.file));
		return inspection === undefined || isFoundWrong(inspection, each);
	});
	console.log(`${folders.join(', ')}: ${wrong.length} of ${found.length} fields are wrong`);
	for (const { field, file, truth } of wrong) {
		const isOptional = field === 'recommendation';
		(isOptional ? console.log : addProblem)(`${file}: ${field} is ${String(truth)}`);
	}
}

function addProblem(problem: string): void {
	problems.push(problem);
}

/** The answers of one Node.js about all files, by their path. */
async function readAnswers(node: string, paths: string[]): Promise<Map<string, Inspection>> {
	const began = performance.now();
	const script = join(__dirname, 'answers.ts');
	const all = paths.map((path) => join(CORPUS, path));
	const child = spawn(node, ['--import', 'tsx', script, ...all], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const answers = new Map<string, Inspection>();
	for await (const line of createInterface(child.stdout)) {
		answers.set(paths[answers.size] ?? '', JSON.parse(line) as Inspection);
	}
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	console.log(`${answers.size} files in ${seconds} seconds by ${describeNode(node)}`);
	if (answers.size < paths.length) {
		addProblem(`${paths[answers.size]} has ended the process of ${describeNode(node)}`);
	}
	return answers;
}

function describeNode(node: string): string {
	return `Node.js ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`;
}

function compareAnswers(
	answers: ReadonlyMap<string, Inspection>,
	others: ReadonlyMap<string, Inspection>,
): void {
	for (const [path, inspection] of answers) {
		const [one, other] = [inspection, others.get(path)].map((each) => JSON.stringify(each));
		if (one !== other) addProblem(`${path} has other answers by another Node.js: ${one}, ${other}`);
	}
}

function compareTruth(files: Corpus['files'], answers: ReadonlyMap<string, Inspection>): void {
	const counts = createCounts();
	for (const { file, truth } of files) {
		const inspection = answers.get(join('files', file));
		if (!inspection) continue;
		for (const problem of compare(file, inspection, truth, counts))
			addProblem(`${file}: ${problem}`);
	}
	const table = createTable(['Field', 'Right', 'Wrong', 'Unknown', 'Readers differ']);
	for (const field of FIELDS) {
		const { right, unknown, wrong } = counts[field];
		const known = right + unknown + wrong;
		table.push([field, right, wrong, unknown, files.length - known]);
		if (unknown > known * (MOST_UNKNOWN.get(field) ?? 1)) {
			addProblem(`${field}: ${unknown} of ${known} are unknown`);
		}
	}
	console.log(table.toString());
}

/** Each file is written, read in processes of its own, and removed. */
async function readHostileFiles(nodes: string[]): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'hostile-pdfs-'));
	const table = createTable(['Hostile file', 'Processor ms', 'Turn ms', 'MB', 'Pages', 'Unknown']);
	let count = 0;
	const read = (file: HostileFile, path: string) => {
		for (const node of nodes) table.push(readHostileFile(file, path, node));
		count += 1;
		if (count % LOG_INTERVAL_FILES === 0) console.log(`${count} hostile files`);
	};
	try {
		for (const file of hostileFiles) {
			const path = join(folder, `${file.name}.pdf`);
			await writeFile(path, file.write());
			read(file, path);
			await rm(path);
		}
		for (const path of await makeMore(join(folder, 'more'))) {
			const name = path.split('/').at(-1) ?? '';
			read({ name, isHuge: HUGE.test(name), write: () => Buffer.alloc(0) }, path);
		}
		console.log(table.toString());
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** The hostile files of the corpus. */
async function makeMore(folder: string): Promise<string[]> {
	const script = join(CORPUS, 'hostile/make.py');
	if ((await readFile(script).catch(() => undefined)) === undefined) return [];
	await mkdir(folder);
	const made = spawnSync('python3', [script, folder], { encoding: 'utf8' });
	if (made.status !== 0) addProblem(`The hostile files cannot be made: ${made.stderr}`);
	return (await readdir(folder)).sort().map((name) => join(folder, name));
}

function readHostileFile(file: HostileFile, path: string, node: string): Array<string | number> {
	const script = ['--import', 'tsx', join(__dirname, 'reading.ts'), path];
	const { status, stderr, stdout } = spawnSync(node, script, { encoding: 'utf8' });
	if (status !== 0) {
		addProblem(`${file.name}: ${stderr}`);
		return [file.name];
	}
	const { cpuMs, inspection, memoryMb, turnMs } = JSON.parse(stdout) as Reading;
	const usualMb = file.answers ? MAX_BOOK_MEMORY_MB : MAX_MEMORY_MB;
	const maxMb = file.isHuge === true ? MAX_HUGE_MEMORY_MB : usualMb;
	const figures = [cpuMs, turnMs, memoryMb].map(Math.round);
	if (cpuMs > MAX_CPU_MS || turnMs > MAX_TURN_MS || memoryMb > maxMb) {
		addProblem(`${file.name} takes too much time or memory: ${figures.join(', ')}`);
	}
	for (const [field, answer] of Object.entries(file.answers ?? {})) {
		const said = inspection[field as Field];
		if (said !== answer) addProblem(`${file.name}: ${field} is ${answer}, the reader says ${said}`);
	}
	const reasons = [...new Set(Object.values(inspection.unknown))].join('; ');
	return [file.name, ...figures, inspection.pages ?? '–', reasons.slice(0, 60)];
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
