import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { closedBy } from '../closing';
import { makeDocument, makeLockedDocument } from '../host/harness/documents';
import { DataTable } from '../host/harness/rest/dataTables';
import { executionEnded } from '../host/harness/rest/executions';
import { runManually, type Workflow } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { listening } from '../listening';
import { present } from '../present';
import { startSmtp, type Smtp } from './servers/smtp';
import { hasFormula, textsOf } from './spreadsheet';
import { openStage, type Stage } from './stage';

/** The limit of the example. */
const AT_ONCE = 4;
/** Milliseconds in which a client that ignores the limit would ask once more. */
const PATIENCE_MS = 300;

/** n8n deletes what it has not saved an hour after the execution, and looks every 15 minutes. */
const DELETE_AT_ONCE = {
	EXECUTIONS_DATA_HARD_DELETE_BUFFER: '0',
	EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '0.02',
};

let site: Site;
let stage: Stage;
let smtp: Smtp;
let workflow: Workflow;
const closing = closedBy(afterAll);
beforeAll(async () => {
	stage = closing(await openStage({ env: DELETE_AT_ONCE }));
	smtp = closing(await startSmtp());
	site = await openSite({
		'/tag.pdf': await makeDocument('=HYPERLINK("https://example.com")', 2),
		'/Long%20report.PDF?version=2': await makeDocument('Long report', 30),
		'/tagged.pdf': fixture('tagged.pdf'),
		'/scanned.pdf': fixture('scanned.pdf'),
		'/locked.pdf': await makeLockedDocument('Locked'),
		'/page.pdf': Buffer.from('<html>'),
	});
	closing(site.server);
	workflow = await stage.prepare('inventory-and-price', {
		credentials: { smtp: smtp.credential },
		parameters: { 'Get the sitemap': { url: `${site.origin}/sitemap.xml` } },
	});
});

const fixture = (name: string) => readFileSync(join(__dirname, '../fixtures', name));

/** Runs the workflow; @returns its mail number `count` */
async function run(count: number): Promise<Email> {
	const started = await runManually(stage.session, workflow, 'When clicking ‘Execute workflow’');
	const id = present(started.executionId);
	expect(await executionEnded(stage.session, workflow.id, id)).toBe(true);
	expect(smtp.count()).toBe(count);
	return await smtp.mail(count);
}

test('each PDF of the sitemap has a row and a line, also one that cannot be read; a second run adds none', async () => {
	const first = await run(1);
	expect(first.subject).toBe('7 PDFs: what to do, and what it costs');
	expect(countsIn(first)).toEqual({
		tag: [2, 32],
		tag_with_ocr: [1, 1],
		skip: [1, 1],
		review: [1, 0],
		not_read: [2, 0],
	});
	expect(first.text).toContain('together: 33 credits');
	const rows = await inventory();
	expect(rows).toMatchObject({
		'/tag.pdf': { recommendation: 'tag', pages: 2, tagged: false },
		'/Long%20report.PDF?version=2': { recommendation: 'tag', pages: 30 },
		'/tagged.pdf': { recommendation: 'skip', pages: 1, tagged: true },
		'/scanned.pdf': { recommendation: 'tag_with_ocr', pages: 1, image_only_pages: 1 },
		'/locked.pdf': { recommendation: 'review', pages: null },
		'/page.pdf': { recommendation: 'not_read', reasons: expect.stringContaining('no PDF') },
		'/later.pdf': { recommendation: 'not_read', reasons: expect.stringContaining('fetched') },
	});
	const sheet = textsOf(spreadsheetIn(first));
	expect(sheet).toHaveLength(1 + 7);
	expect(JSON.stringify(sheet)).toContain('=HYPERLINK');
	// The title of a stranger's PDF is text.
	expect(hasFormula(spreadsheetIn(first))).toBe(false);

	site.files.set('/later.pdf', await makeDocument('Later', 5));
	site.files.set('/page.pdf', await makeDocument('No page', 1));
	const second = await run(2);
	expect(countsIn(second)).toMatchObject({ tag: [4, 38] });
	expect(countsIn(second)).not.toHaveProperty('not_read');
	expect(Object.keys(await inventory()).sort()).toEqual(Object.keys(rows).sort());
	expect(stage.sandbox.requests).toEqual([]);
});

test('the web server gets four requests at once, and n8n keeps none of the PDFs', async () => {
	expect(site.most()).toBe(AT_ONCE);
	await until({ what: 'no file is left' }, async () => {
		const entries = await readdir(stage.home, { recursive: true, withFileTypes: true });
		return !entries.some((each) => each.isFile() && each.parentPath.includes('binary_data'));
	});
});

/** A website with a sitemap, and PDFs by their path. */
interface Site {
	readonly server: Server;
	readonly origin: string;
	readonly files: Map<string, Buffer>;
	/** Highest number of PDFs that were asked for at the same time. */
	readonly most: () => number;
}

async function openSite(given: Readonly<Record<string, Buffer>>): Promise<Site> {
	const files = new Map(Object.entries(given));
	const listed = [...files.keys(), '/later.pdf', '/tagged.pdf', '/index.html', '/pdf-help'];
	let waiting: Array<() => void> = [];
	let most = 0;
	let isOpen = false;
	const server = createServer((request, response) => {
		const path = request.url ?? '';
		if (path === '/sitemap.xml') {
			const entries = listed.map((each) => `<url><loc>\n${origin}${each}\n</loc></url>`);
			response.end(`<?xml version="1.0"?><urlset>${entries.join('')}</urlset>`);
			return;
		}
		const answer = () => {
			const file = files.get(path);
			response.writeHead(file ? 200 : 404).end(file);
		};
		if (isOpen) {
			answer();
			return;
		}
		waiting.push(answer);
		most = Math.max(most, waiting.length);
		// The first requests are held until a fifth would have come.
		if (waiting.length === AT_ONCE) {
			setTimeout(() => {
				isOpen = true;
				waiting.forEach((each) => each());
				waiting = [];
			}, PATIENCE_MS);
		}
	});
	const origin = `http://${await listening(server)}`;
	return { server, origin, files, most: () => most };
}

/** Rows of the inventory by their path. */
async function inventory(): Promise<Record<string, unknown>> {
	const table = await DataTable.find(stage.session, 'Tag PDF inventory');
	const rows = await present(table).rows();
	return Object.fromEntries(rows.map((row) => [String(row.url).replace(site.origin, ''), row]));
}

/** Number of PDFs and pages in the mail, by recommendation. */
function countsIn({ text = '' }: Email): Record<string, [number, number]> {
	const lines = text.matchAll(/^(\w+): (\d+) PDFs, (\d+) pages$/gm);
	return Object.fromEntries(
		[...lines].map(([, name = '', count, pages]) => [name, [Number(count), Number(pages)]]),
	);
}

function spreadsheetIn({ attachments: [file] }: Email): Buffer {
	const { filename, content } = present(file);
	expect(filename).toBe('inventory.xlsx');
	return Buffer.from(content as ArrayBuffer);
}
