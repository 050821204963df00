import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

export const ROOT = join(__dirname, '../..');

/** A page of the documentation: its path from the root of the repository, its text and its tree. */
export interface Page {
	path: string;
	text: string;
	tree: Root;
}

const AT_THE_ROOT = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const FOLDERS = ['docs', 'examples'];

/** Every page that people read, those of the examples included. */
export function readPages(): Page[] {
	const inFolders = FOLDERS.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.md'))
			.map((name) => `${folder}/${name}`),
	);
	return [...AT_THE_ROOT, ...inFolders.sort()].map((path) => {
		const text = readFileSync(join(ROOT, path), 'utf8');
		return { path, text, tree: unified().use(remarkParse).use(remarkGfm).parse(text) };
	});
}
