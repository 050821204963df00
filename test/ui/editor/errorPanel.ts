import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Default width in pixels of the error in the output panel, for a window of 1,440 pixels. */
export const PANEL_WIDTH_PX = 467;

/** A message and its description. */
interface Text {
	message: string;
	description: string;
}

/** Builds n8n's error view without n8n: the editor's styles, font and markup. */
export function errorPanel(editorFolder: string, widthPx: number): string {
	const assets = join(editorFolder, 'assets');
	const files = readdirSync(assets);
	const font = files.find((name) => /^InterVariable-.{8}\.woff2$/.test(name)) ?? '';
	const data = readFileSync(join(assets, font)).toString('base64');
	const styles = files
		.filter((name) => name.endsWith('.css'))
		.map((name) => readFileSync(join(assets, name), 'utf8'))
		.filter(
			(css) => css.includes('.node-error-view__header') || /font-family: ?InterVariable/.test(css),
		)
		.map((css) =>
			css.replace(/url\([^)]*InterVariable-[^)]*\)/g, `url(data:font/woff2;base64,${data})`),
		);
	return `<!doctype html><style>${styles.join('\n')}</style><div style="width: ${widthPx}px; line-height: var(--line-height--md)">
		<div class="node-error-view"><div class="node-error-view__header">
			<div class="node-error-view__header-message"><div id="message"></div></div>
			<div class="node-error-view__header-description" id="description"></div>
		</div></div></div>`;
}

/** Counts the lines of each text in the panel: message and description. */
export async function countLines(page: Page, texts: readonly Text[]): Promise<number[]> {
	await page.evaluate('document.fonts.ready');
	return await page.evaluate<number[]>(`(${count})(${JSON.stringify(texts)})`);
}

/** A string, because the types of the tests do not include the browser's. */
const count = `(texts) => {
	const linesOf = (id, text) => {
		const element = document.getElementById(id);
		element.textContent = text;
		const range = document.createRange();
		range.selectNodeContents(element);
		// The next line begins much lower; a character from another font begins only a little higher.
		const bottoms = [...range.getClientRects()].map(({ bottom }) => bottom).sort((a, b) => a - b);
		return bottoms.filter((bottom, at) => at === 0 || bottom - bottoms[at - 1] > 8).length;
	};
	return texts.map(({ message, description }) =>
		linesOf('message', message) + linesOf('description', description));
}`;
