import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page as Tab } from 'playwright-core';
import remarkGfm from 'remark-gfm';
import remarkHtml from 'remark-html';
import { unified } from 'unified';
import { barriers } from '../../../test/ui/barriers';
import { launch } from '../../../test/ui/browser';
import { faintShapes } from '../../../test/ui/drawings';
import type { Page } from '../pages';
import { ROOT } from '../paths';

const IMAGES = 'docs/images';
/** GitHub's backgrounds behind a picture; a reader can choose between them. */
const GROUNDS = [
	['light', '#ffffff'],
	['dark', '#0d1117'],
] as const;

/** Returns barriers in the pages as GitHub shows them, and in their drawings, in light and dark mode. */
export async function barriersOfPages(pages: readonly Page[]): Promise<string[]> {
	const browser = await launch();
	try {
		const tab = await browser.newPage();
		const found: string[] = [];
		for (const page of pages) {
			await tab.setContent(rendered(page));
			found.push(...(await barriers(tab)).map((barrier) => `${page.path}: ${barrier}`));
		}
		for (const drawing of drawings()) found.push(...(await faintIn(tab, drawing)));
		return found;
	} finally {
		await browser.close();
	}
}

/** Renders a page as GitHub does, without the scripts and styles that GitHub removes. */
function rendered({ path, tree }: Page): string {
	const processor = unified().use(remarkGfm).use(remarkHtml);
	const html = processor.stringify(processor.runSync(tree) as typeof tree);
	return `<!doctype html><html lang="en"><head><title>${path}</title></head><body><main>${html}</main></body></html>`;
}

function drawings(): string[] {
	return readdirSync(join(ROOT, IMAGES), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.svg'))
		.map((name) => `${IMAGES}/${name}`);
}

async function faintIn(tab: Tab, drawing: string): Promise<string[]> {
	const svg = readFileSync(join(ROOT, drawing), 'utf8');
	const found: string[] = [];
	for (const [colorScheme, ground] of GROUNDS) {
		await tab.emulateMedia({ colorScheme });
		await tab.setContent(`<body style="margin: 0; background: ${ground}">${svg}</body>`);
		const faint = await faintShapes(tab);
		found.push(...faint.map((shape) => `${drawing}, ${colorScheme}: ${shape}`));
	}
	return found;
}
