import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, normalize } from 'node:path';
import { visit } from 'unist-util-visit';
import type { Page } from './pages';
import { ROOT } from './paths';

const FOLDER = 'docs/images';
/** Folders with the code that takes pictures; this code names each picture. */
const TAKEN_BY = ['test', 'scripts', 'bench'];
/** Minimum number of words in an alternative text; fewer do not describe a screenshot. */
const WORDS = 5;

/** Checks that every picture is shown, is described in words, and is taken by a command or drawn as text. */
export function checkPictures(pages: readonly Page[]): string[] {
	const shown = new Map<string, string>();
	const wordless: string[] = [];
	for (const { path, tree } of pages)
		visit(tree, 'image', ({ url, alt }) => {
			const picture = normalize(join(dirname(path), url));
			shown.set(picture, path);
			if ((alt ?? '').split(/\s+/).length < WORDS)
				wordless.push(
					`${path}: the picture ${url} has no alternative text that says what it shows`,
				);
		});
	for (const { path, tree } of pages)
		visit(tree, 'code', ({ lang, value }) => {
			if (lang === 'mermaid' && !value.includes('accDescr:'))
				wordless.push(`${path}: a diagram has no accDescr, which says what it shows`);
		});
	const kept = readdirSync(join(ROOT, FOLDER), { recursive: true, encoding: 'utf8' })
		.filter((name) => extname(name) !== '')
		.map((name) => `${FOLDER}/${name}`);
	const code = TAKEN_BY.flatMap(sources).join('\n');
	return [
		...wordless,
		...kept
			.filter((picture) => !shown.has(picture))
			.map((picture) => `${picture}: no page shows it`),
		...[...shown.keys()]
			.filter((picture) => extname(picture) === '.png')
			.filter((picture) => !code.includes(basename(picture, '.png')))
			.map((picture) => `${picture}: no command takes it`),
	];
}

function sources(folder: string): string[] {
	return namesIn(folder)
		.filter((name) => !name.startsWith('results'))
		.filter((name) => /\.m?[tj]s$/.test(name))
		.map((name) => readFileSync(join(ROOT, folder, name), 'utf8'));
}

function namesIn(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
}
