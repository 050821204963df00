import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT } from './pages';

/** A part of a page that a command writes, between `<!-- name -->` and `<!-- end -->`. */
export interface Generated {
	page: string;
	name: string;
	text: string;
}

/** Writes the part, or says how the page differs from it. */
export async function settle(part: Generated, update: boolean): Promise<string[]> {
	const path = join(ROOT, part.page);
	const before = await readFile(path, 'utf8');
	const after = await format(withPart(before, part), {
		...(await resolveConfig(path)),
		filepath: path,
	});
	if (before === after) return [];
	if (!update)
		return [
			`${part.page}: "${part.name}" is not up to date; npm run docs:check -- --update writes it`,
		];
	await writeFile(path, after);
	return [];
}

function withPart(page: string, { name, text, page: path }: Generated): string {
	const start = `<!-- ${name} -->`;
	const from = page.indexOf(start);
	const to = page.indexOf('<!-- end -->', from);
	if (from < 0 || to < 0) throw new Error(`${path} has no part between ${start} and <!-- end -->`);
	return `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`;
}
