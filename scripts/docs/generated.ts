import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { withPart } from './part';
import { ROOT } from './paths';

/** A part of a page that a command writes, between `<!-- name -->` and `<!-- end -->`. */
export interface Generated {
	page: string;
	name: string;
	text: string;
}

/** Writes the part, or returns how the page differs from it. */
export async function settle(part: Generated, update: boolean): Promise<string[]> {
	const path = join(ROOT, part.page);
	const before = await readFile(path, 'utf8');
	const after = await format(withPart(before, part.name, part.text), {
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
