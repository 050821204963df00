import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Bench } from '../outcome/bench';
import { readResults, type Machine } from '../outcome/results';
import { imagesOf, sectionOf, type Image } from './section';

const DOCS = join(__dirname, '..', '..', 'docs');
const PAGE = join(DOCS, 'performance.md');
const IMAGES = 'images/performance';

/** Writes what is generated of docs/performance.md, and its charts. */
export async function report(benches: Readonly<Record<string, Bench>>): Promise<void> {
	const { page, images } = await generated(benches);
	await writeFile(PAGE, page);
	await mkdir(join(DOCS, IMAGES), { recursive: true });
	for (const name of await superfluous(images)) await rm(join(DOCS, IMAGES, name));
	for (const { name, svg } of images) await writeFile(join(DOCS, IMAGES, name), svg);
}

/** The files that are not what the results say. */
export async function staleReport(benches: Readonly<Record<string, Bench>>): Promise<string[]> {
	const { page, images } = await generated(benches);
	const files = [
		{ path: PAGE, content: page },
		...images.map(({ name, svg }) => ({ path: join(DOCS, IMAGES, name), content: svg })),
	];
	const stale: string[] = [];
	for (const { path, content } of files) {
		const text = await readFile(path, 'utf8').catch(() => undefined);
		if (text !== content) stale.push(path);
	}
	return [...stale, ...(await superfluous(images))];
}

async function superfluous(images: readonly Image[]): Promise<string[]> {
	const known = new Set(images.map(({ name }) => name));
	const there = await readdir(join(DOCS, IMAGES)).catch(() => []);
	return there.filter((name) => !known.has(name));
}

async function generated(benches: Readonly<Record<string, Bench>>) {
	const { machine, benches: results } = await readResults();
	const images: Image[] = [];
	let page = filled(await readFile(PAGE, 'utf8'), 'machine', machineText(machine));
	for (const [name, bench] of Object.entries(benches)) {
		const rows = results[name] ?? [];
		const own = imagesOf(name, bench, rows);
		images.push(...own);
		const text = rows.length === 0 ? 'Not measured yet.' : sectionOf(rows, own, IMAGES);
		page = filled(page, name, text);
	}
	const options = await resolveConfig(PAGE);
	return { page: await format(page, { ...options, filepath: PAGE }), images };
}

/** @throws Error when the page has no place for it */
function filled(page: string, name: string, text: string): string {
	const [start, end] = [`<!-- results: ${name} -->`, '<!-- end -->'];
	const from = page.indexOf(start);
	const to = page.indexOf(end, from);
	if (from < 0 || to < 0) throw new Error(`docs/performance.md lacks ${start} … ${end}`);
	return `${page.slice(0, from)}${start}\n\n${text}\n\n${page.slice(to)}`;
}

function machineText({ cores, memoryGb, node, n8n }: Machine): string {
	return `${cores} cores, ${memoryGb} GB of memory, Linux; n8n ${n8n} on Node ${node}.`;
}
