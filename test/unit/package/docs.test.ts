import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const PAGES = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'examples/README.md',
	...readdirSync(join(ROOT, 'docs'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];
/** A path of this repository in backticks, as pages name files and folders. */
const PATH = /`((?:nodes|credentials|sandbox|engine|scripts|test|contract|examples)\/[\w./-]*)`/g;

test.each(PAGES)('every file that %s names exists', (page) => {
	const text = readFileSync(join(ROOT, page), 'utf8');
	const named = [...text.matchAll(PATH)].map(([, path = '']) => path);
	expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test.each(PAGES)('every link of %s within the repository leads to something', (page) => {
	const text = readFileSync(join(ROOT, page), 'utf8');
	const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
	const inside = links.filter((link) => !/^[a-z]+:/i.test(link));
	expect(inside.filter((link) => !existsSync(join(ROOT, page, '..', link)))).toEqual([]);
});
