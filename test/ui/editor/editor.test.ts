import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { structureOf } from '../../../scripts/demo/structure';
import { nodeOf, readExample } from '../../../scripts/start/examples';
import { startTour, type Tour } from '../../../scripts/start/tour';
import { installHost } from '../../host/harness/install';
import { NODE_TYPES, packageUnderTest } from '../../host/harness/package';
import { addWorkflow, listWorkflows } from '../../host/harness/rest/workflows';
import { latestVersion } from '../../host/harness/versions';
import { launch } from '../browser';
import { Editor } from './editor';

/** Pictures show the ports that `npm start` has. */
const PORTS = process.env.SCREENSHOTS
	? { n8n: 5678, sandbox: 4010, welcome: 4000 }
	: { n8n: 0, sandbox: 0, welcome: 0 };
const SIZE = { width: 1280, height: 800 };

let tour: Tour;
let browser: Browser;
let editor: Editor;

beforeAll(async () => {
	const host = await installHost(latestVersion(), () => undefined);
	tour = await startTour(host, await packageUnderTest(), PORTS);
	browser = await launch();
});
afterAll(async () => {
	await browser?.close();
	await tour?.close();
});
beforeEach(async () => {
	const context = await browser.newContext({ viewport: SIZE, acceptDownloads: true });
	editor = new Editor(await context.newPage(), tour);
	editor.page.setDefaultTimeout(60_000);
});
afterEach(async () => await editor.page.context().close());

/** The example as it was before its Tag PDF node was added. */
const withoutTagPdf = async (name: string) => {
	const { nodes, connections } = tour.example;
	const kept = nodes.filter(({ type }) => /manualTrigger|httpRequest/.test(type));
	const [start] = kept;
	if (!start) throw new Error('The example has changed');
	const links = { [start.name]: connections[start.name] };
	return await addWorkflow(tour.session, { name, nodes: kept, connections: links });
};

describe('Editor', () => {
	test('the imported example tags a PDF with one click, and the PDF has a structure', async () => {
		const { page } = editor;
		await page.goto(tour.welcome.url);
		await editor.part('execute-workflow-button').click();
		await page.getByText('Workflow executed successfully').waitFor();
		await editor.picture('editor-workflow');

		const tagPdf = nodeOf(tour.example, NODE_TYPES.tagPdf);
		await editor.openNode(tagPdf.name);
		await editor.part('radio-button-binary', editor.output).click();
		await editor.picture('editor-output');
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			editor.part('ndv-download-binary-data', editor.output).click(),
		]);
		expect(download.suggestedFilename()).toBe('sample-tagged.pdf');
		const { engine } = tour.sandbox;
		const structure = await structureOf(await readFile(await download.path()));
		expect(structure.elements).toBeGreaterThan(engine.name === 'stamp' ? -1 : 0);
	});

	test('a newcomer finds the node, makes the credential, and tags a document', async () => {
		await editor.open((await withoutTagPdf('Accessible reports')).id);
		await (await editor.search('accessib')).waitFor();
		await (await editor.search('pdf')).click();
		await editor.picture('editor-actions');
		await editor.part('node-creator').getByText('Tag a document', { exact: true }).click();

		await editor.part('node-credentials-select').click();
		await editor.part('node-credentials-select-item-new').click();
		const dialog = editor.part('credential-edit-dialog');
		await editor.field('baseUrl', dialog).fill(tour.sandbox.url);
		await editor.field('apiKey', dialog).fill('mistyped');
		await editor.part('credential-save-button').click();
		await dialog.getByText('More details').click();
		await dialog.getByText('The service does not accept this API key').waitFor();

		await editor.field('apiKey', dialog).fill(tour.sandbox.accounts[0].apiKey);
		await editor.part('credential-save-button').click();
		await dialog.waitFor({ state: 'hidden' });
		await editor.part('credential-edit-button').click();
		await dialog.getByText('Connection tested successfully').waitFor();
		await editor.picture('editor-credential');
		await editor.part('editCredential-modal').locator('.el-dialog__headerbtn').click();

		const before = tour.sandbox.jobs.length;
		await editor.part('node-execute-button').click();
		await editor.part('node-run-status-success', editor.output).waitFor();
		expect(tour.sandbox.jobs).toHaveLength(before + 1);
	});

	test('what went wrong is told where the user looks, with the way on', async () => {
		await editor.open(tour.example.id);
		await editor.openNode(nodeOf(tour.example, NODE_TYPES.tagPdf).name);
		await editor.field('binaryPropertyName').fill('attachment_0');
		await editor.part('node-execute-button').click();
		await expectText(editor, 'node-error-message', 'The item has no binary field "attachment_0"');
		await expectText(editor, 'node-error-description', 'Its binary fields are: data.');
		await editor.picture('editor-error');
	});

	test("the trigger's panel has both URLs, and says step by step where to put them", async () => {
		const listed = await listWorkflows(tour.session);
		const { name, ...example } = readExample('file-tagged-documents');
		const id = listed.find((workflow) => workflow.name === name)?.id ?? '';
		await editor.open(id);
		const trigger = nodeOf({ name, ...example }, NODE_TYPES.tagPdfTrigger);
		await editor.openNode(trigger.name);
		await editor.details.getByText('Webhook URLs').click();
		const address = `/webhook-test/${String(trigger.webhookId)}/webhook`;
		await editor.details.getByText(`${tour.n8n.url}${address}`).waitFor();
		await editor.details.getByText('When will this node trigger my flow?').click();
		await editor.details.getByText('Developers page').first().waitFor();
		await editor.picture('editor-trigger');
	});
});

const expectText = async (shown: Editor, part: string, text: string) => {
	const found = shown.part(part, shown.output);
	await found.waitFor();
	expect(await found.textContent()).toContain(text);
};
