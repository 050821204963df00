import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { capacity } from '../capacity';
import type { Bench } from '../outcome/bench';
import { readResults, type Machine, type Results } from '../outcome/results';
import { fillPage, type Texts } from './page';
import { renderPromises } from './promises';
import { drawImages, renderSection, type Image } from './section';

const DOCS = join(__dirname, '..', '..', 'docs');
/** Files, by their paths in docs/. */
const EVIDENCE = 'evidence/performance.md';
const IMAGES = 'images/performance';

type Benches = Readonly<Record<string, Bench>>;

/** Writes the charts, and the generated parts of pages. */
export async function report(benches: Benches): Promise<void> {
	const files = await generated(benches);
	await mkdir(join(DOCS, IMAGES), { recursive: true });
	for (const name of await superfluous(files)) await rm(join(DOCS, name));
	for (const [name, content] of files) await writeFile(join(DOCS, name), content);
}

/** Returns the files in docs/ that differ from the results. */
export async function staleReport(benches: Benches): Promise<string[]> {
	const files = await generated(benches);
	const stale = await superfluous(files);
	for (const [name, content] of files) {
		const text = await readFile(join(DOCS, name), 'utf8').catch(() => undefined);
		if (text !== content) stale.push(name);
	}
	return stale;
}

/** Returns the charts that no bench draws any more. */
async function superfluous(files: ReadonlyMap<string, string>): Promise<string[]> {
	const there = await readdir(join(DOCS, IMAGES)).catch(() => []);
	return there.map((name) => `${IMAGES}/${name}`).filter((name) => !files.has(name));
}

/** Generated contents, by the names of their files in docs/. */
async function generated(benches: Benches): Promise<Map<string, string>> {
	const results = await readResults();
	const images = Object.entries(benches).map(([name, bench]) => {
		return [name, drawImages(name, bench, results.benches[name] ?? [])] as const;
	});
	const sections = images.map(([name, own]) => [name, textOf(results, name, own)] as const);
	const texts = { machine: machineText(results.machine), ...Object.fromEntries(sections) };
	const charts = images.flatMap(([, own]) => own);
	return new Map([
		[EVIDENCE, await pageOf(EVIDENCE, texts)],
		['performance.md', await pageOf('performance.md', { promises: renderPromises(results) })],
		['scaling.md', await pageOf('scaling.md', capacity(results))],
		...charts.map(({ name, svg }) => [`${IMAGES}/${name}`, svg] as const),
	]);
}

function textOf({ benches }: Results, name: string, images: readonly Image[]): string {
	const rows = benches[name] ?? [];
	return rows.length === 0 ? 'Not measured yet.' : renderSection(rows, images, `../${IMAGES}`);
}

async function pageOf(name: string, texts: Texts): Promise<string> {
	const path = join(DOCS, name);
	const options = await resolveConfig(path);
	const page = fillPage(await readFile(path, 'utf8'), texts);
	return await format(page, { ...options, filepath: path });
}

function machineText({ cores, memoryGb, node, n8n }: Machine): string {
	return `${cores} cores, ${memoryGb} GB of memory, Linux; n8n ${n8n} on Node ${node}.`;
}
