/**
 * `npm run docs:check`: finds links and pictures of the pages that lead to no file or heading of this repository.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const LINK = /\]\(<?([^)\s>]+)|(?:src|href)="([^"]+)"|^\[[^\]]+\]: +(\S+)/gm;
const CODE = /^(```|~~~~).*?^\1$|`[^`\n]+`/gms;
const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
const anchors = new Map();

/** Anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page) {
	const known = anchors.get(page);
	if (known) return known;
	const made = new Set();
	const text = readFileSync(page, 'utf8').replace(/^(```|~~~~).*?^\1$/gms, '');
	for (const [, heading] of text.matchAll(/^#+ +(.+)$/gm)) {
		const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]|\b_|_\b/g, '');
		const slug = words
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-');
		let anchor = slug;
		for (let n = 1; made.has(anchor); n += 1) anchor = `${slug}-${n}`;
		made.add(anchor);
	}
	anchors.set(page, made);
	return made;
}

const lost = pages.filter(existsSync).flatMap((page) => {
	const links = [...readFileSync(page, 'utf8').replace(CODE, '').matchAll(LINK)];
	return links.flatMap(([, ...targets]) => {
		const target = targets.find(Boolean);
		if (/^[a-z]+:/i.test(target)) return [];
		const [file, anchor] = decodeURI(target).split('#');
		const path = file === '' ? page : normalize(join(dirname(page), file));
		if (!existsSync(path)) return [`${page}: ${target} does not exist`];
		const isPage = path.endsWith('.md') && statSync(path).isFile();
		return !anchor || !isPage || anchorsOf(path).has(anchor)
			? []
			: [`${page}: ${target} has no such heading`];
	});
});
console.log(lost.length === 0 ? `The links of ${pages.length} pages hold.` : lost.join('\n'));
process.exitCode = lost.length > 0 ? 1 : 0;
