import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { pathsOfPages, ROOT } from './paths';

/** A page of the documentation: its path from the root of the repository, its text and its tree. */
export interface Page {
	path: string;
	text: string;
	tree: Root;
}

/** Every page that people read, including those of the examples. */
export function readPages(): Page[] {
	return pathsOfPages().map((path) => {
		const text = readFileSync(join(ROOT, path), 'utf8');
		return { path, text, tree: unified().use(remarkParse).use(remarkGfm).parse(text) };
	});
}
