import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type Page, type PageScreenshotOptions } from 'playwright-core';

/** Path of Debian's Chromium, or the path in CHROMIUM. */
const CHROMIUM =
	process.env.CHROMIUM ??
	(process.env.PATH ?? '')
		.split(delimiter)
		.map((folder) => join(folder, 'chromium'))
		.find(existsSync);

const FLAGS = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Starts a browser that makes no requests of its own. */
export async function launch(): Promise<Browser> {
	if (!CHROMIUM || !existsSync(CHROMIUM)) {
		throw new Error(
			`There is no Chromium${CHROMIUM ? ` at ${CHROMIUM}` : ''}. Install Debian's package "chromium", or set CHROMIUM to its path.`,
		);
	}
	return await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** Errors and warnings on the page's console, and uncaught exceptions. */
export function complaints(page: Page): string[] {
	const found: string[] = [];
	page.on('pageerror', ({ message }) => found.push(message));
	page.on('console', (line) => {
		if (line.type() === 'error' || line.type() === 'warning') found.push(line.text());
	});
	return found;
}

/** Whether this run takes the pictures of the documentation. */
export const TAKES_PICTURES = Boolean(process.env.SCREENSHOTS);

/** The pictures of the documentation. */
const IMAGES = join(__dirname, '../../docs/images');

/** A part of a page, in CSS pixels. */
export type Clip = NonNullable<PageScreenshotOptions['clip']>;

/** If SCREENSHOTS is set, takes `<folder>/<name>.png` of `clip` or the page, after all animations. */
export async function picture(
	page: Page,
	name: string,
	folder = IMAGES,
	clip?: Clip,
): Promise<void> {
	if (!TAKES_PICTURES) return;
	await page.evaluate(STILL);
	const path = join(folder, `${name}.png`);
	await page.screenshot(clip ? { path, clip } : { path, fullPage: true });
}

/** Ends with the last finite animation. A string, because the test types do not include the browser's. */
const STILL = `(async () => {
	const moving = () => document.getAnimations().filter(({ playState, effect }) =>
		playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime));
	while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
	await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
	await document.fonts.ready;
})()`;
