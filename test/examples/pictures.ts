import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { openSetup } from '../host/harness/setup';
import { signInBrowser } from '../host/harness/rest/session';
import { addWorkflow } from '../host/harness/rest/workflows';
import { launch } from '../ui/browser';
import { exampleNames, readExample } from './examples';

const FOLDER = join(__dirname, '../../docs/images/examples');
/** Wide enough for the longest example, and a sticky note that can be read. */
const VIEWPORT = { width: 1400, height: 720 };
/** What of the editor is no part of the workflow. */
const OTHERS =
	'[data-test-id="canvas-controls"], [data-test-id="canvas-execute-workflow-button"], .el-notification, ' +
	'[data-test-id="node-creator-plus-button"], [class*="executionButtons"], [class*="nodeButtonsWrapper"], ' +
	'.vue-flow__minimap, [class*="focusPanel"] { visibility: hidden !important }';

/** Takes a picture of an open workflow, moved and scaled so that all of it is seen. */
async function takePicture(page: Page, path: string): Promise<void> {
	await page.locator('[data-test-id="canvas-node"]').first().waitFor();
	await page.addStyleTag({ content: OTHERS });
	await page.locator('.vue-flow__pane').click({ position: { x: 5, y: 5 } });
	await page.keyboard.press('1');
	await page.waitForTimeout(1_000);
	await mkdir(dirname(path), { recursive: true });
	await page.locator('.vue-flow').screenshot({ path });
}

/** One picture of each example, as the newest n8n's editor shows it. */
async function main(names: readonly string[]): Promise<void> {
	const setup = await openSetup();
	const browser = await launch();
	try {
		const context = await browser.newContext({ viewport: VIEWPORT });
		const [cookie = ''] = (await signInBrowser(setup.n8n.url)).split(';');
		const [name = '', value = ''] = cookie.split(/=(.*)/s);
		await context.addCookies([{ name, value, url: setup.n8n.url }]);
		for (const each of names) {
			const { id } = await addWorkflow(setup.session, readExample(each));
			const page = await context.newPage();
			await page.goto(`${setup.n8n.url}/workflow/${id}`);
			await takePicture(page, join(FOLDER, `${each}.png`));
			await page.close();
			console.log(`docs/images/examples/${each}.png`);
		}
	} finally {
		await browser.close();
		await setup.close();
	}
}

const wanted = process.argv.slice(2);
void main(wanted.length > 0 ? wanted : exampleNames());
