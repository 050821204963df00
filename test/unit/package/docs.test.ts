import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathsOfPages, ROOT } from '../../../scripts/docs/paths';

const PAGES = pathsOfPages();
/** A path of this repository in backticks, as pages name files and folders. */
const PATH = /`((?:nodes|credentials|sandbox|engine|scripts|test|contract|examples)\/[\w./-]*)`/g;

test.each(PAGES)('every file that %s names exists', (page) => {
	const text = readFileSync(join(ROOT, page), 'utf8');
	const named = [...text.matchAll(PATH)].map(([, path = '']) => path);
	expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('the messages that docs/troubleshooting.md names are those of the nodes', () => {
	const page = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8');
	const [table = ''] = page.slice(page.indexOf('## Find your message')).split('\n## ');
	const cells = [...table.matchAll(/^\| (?![-_]|message )(.+?) +\|/gm)].map(
		([, cell = '']) => cell,
	);
	expect(cells.length).toBeGreaterThan(5);
	const fixed = cells.flatMap((cell) =>
		cell
			.split(/ \/ |…|"[^"]*"/)
			.map((part) => part.trim())
			.filter((part) => part !== ''),
	);
	const texts = readdirSync(join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => readFileSync(join(ROOT, 'nodes', name), 'utf8'))
		.join('\n');
	// A text names the server that did not answer: the service or its storage.
	const isTold = (part: string) => texts.includes(part.replace(/^service /, ''));
	expect(fixed.filter((part) => !isTold(part))).toEqual([]);
});
