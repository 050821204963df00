import type { Browser, Page } from 'playwright-core';
import { closedBy } from '../closing';
import { wordsOf } from '../unit/scripts/backlog/codeNode';
import { barriers } from './barriers';
import { launch } from './browser';

let browser: Browser;
let page: Page;
const requests: string[] = [];
const closing = closedBy(afterAll);
beforeAll(async () => {
	browser = closing(await launch());
	page = await browser.newPage();
	page.on('request', (request) => requests.push(request.url()));
});

const STATUSES = [
	'tagged',
	'skipped',
	'archive',
	'review',
	'failed',
	'proposed',
	'ready',
	'submitted',
];
const lines = STATUSES.map((status, n) => ({
	file: `originals/${n} <b> & "c".pdf`,
	status,
	pages: 10 * n,
	reason: status === 'failed' ? 'The service could not tag it: the job has failed' : '',
	inspected_at: '2026-11-20T10:00:00.000Z',
	settled_at: '2026-11-22T10:00:00.000Z',
}));

test.each([
	['with files in every state', lines],
	['with an empty ledger', []],
])('the report of the backlog kit has no barriers that axe finds, %s', async (_, ledger) => {
	await page.setContent(String(wordsOf(...ledger).html));
	expect(await barriers(page)).toEqual([]);
});

test('the report loads nothing', async () => {
	await page.setContent(String(wordsOf(...lines).html));
	expect(requests).toEqual([]);
});

test('the bar shows the share of each state', async () => {
	await page.setContent(String(wordsOf(...lines).html));
	const widths = await page.evaluate<number[]>(
		"[...document.querySelectorAll('[role=img] > span')].map((span) => span.offsetWidth / span.parentElement.clientWidth)",
	);
	expect(widths).toHaveLength(7);
	const all = widths.reduce((sum, width) => sum + width, 0);
	expect(all).toBeGreaterThan(0.98);
	expect(all).toBeLessThanOrEqual(1.01);
});
