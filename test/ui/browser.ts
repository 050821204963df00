import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

/** Debian's Chromium: `apt-get install -y chromium`. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

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

/** A browser that calls nobody but the pages it is sent to. */
export async function launch(): Promise<Browser> {
	if (!existsSync(EXECUTABLE)) {
		throw new Error(
			`There is no Chromium at ${EXECUTABLE}. Install Debian's package "chromium", or set CHROMIUM.`,
		);
	}
	return await chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
}

/** What the page complained about on its console, and exceptions that nobody caught. */
export function complaints(page: Page): string[] {
	const found: string[] = [];
	page.on('pageerror', ({ message }) => found.push(message));
	page.on('console', (line) => {
		if (line.type() === 'error' || line.type() === 'warning') found.push(line.text());
	});
	return found;
}

/** Takes the picture `docs/images/<name>.png`, when SCREENSHOTS is set. */
export async function picture(page: Page, name: string): Promise<void> {
	if (!process.env.SCREENSHOTS) return;
	const path = join(__dirname, '../../docs/images', `${name}.png`);
	await page.screenshot({ path, fullPage: true });
}
