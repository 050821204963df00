import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Download } from 'playwright-core';
import { structureOf } from '../../../scripts/demo/structure';
import { nodeOf } from '../../../scripts/start/examples';
import { startTour, type Tour } from '../../../scripts/start/tour';
import { closedBy } from '../../closing';
import { versionUnderTest } from '../../host/harness/setup';
import { installHost } from '../../host/harness/install';
import { NODE_TYPES, packageUnderTest } from '../../host/harness/package';
import {
	addCredential,
	serviceOf,
	type CredentialReference,
} from '../../host/harness/rest/credentials';
import { addWorkflow } from '../../host/harness/rest/workflows';
import { hostVersion } from '../../host/harness/versions';
import { launch, TAKES_PICTURES } from '../browser';
import {
	chain,
	manualTrigger,
	node,
	readFiles,
	tagPdf,
	tagPdfTrigger,
} from '../../host/harness/workflow';
import { differences } from './differences';
import { Editor, WINDOW } from './editor';

/** Pictures show the default ports of `npm start`. */
const PORTS = TAKES_PICTURES
	? { n8n: 5678, sandbox: 4010, welcome: 4000 }
	: { n8n: 0, sandbox: 0, welcome: 0 };
let tour: Tour;
let browser: Browser;
let editor: Editor;
const closing = closedBy(afterAll);

beforeAll(async () => {
	const host = await installHost(hostVersion(versionUnderTest), () => undefined);
	tour = closing(await startTour(host, await packageUnderTest(), PORTS));
	browser = closing(await launch());
});
beforeEach(async () => {
	const context = await browser.newContext({ ...WINDOW, acceptDownloads: true });
	editor = new Editor(await context.newPage(), tour);
	editor.page.setDefaultTimeout(60_000);
});
afterEach(async () => await editor.page.context().close());

/**
 * Copies the example's nodes up to that type into a new workflow. n8n autosaves changes of a test, and
 * allows only one browser at a time to change a workflow.
 */
const exampleUpTo = async (type: string, name: string, options?: object) => {
	const nodes = tour.example.nodes.filter((node) => node.type !== 'n8n-nodes-base.stickyNote');
	const last = nodeOf(tour.example, type);
	const links = Object.entries(tour.example.connections);
	const index = nodes.indexOf(last);
	const connections = Object.fromEntries(links.slice(0, index));
	const parameters = options ? { ...last.parameters, options } : last.parameters;
	const used = [...nodes.slice(0, index), { ...last, parameters }];
	return await addWorkflow(tour.session, { name, nodes: used, connections });
};

/** Downloads the file and returns it; the output also describes the tagged PDF. */
const download = async (): Promise<Download> => {
	await editor.part('radio-button-binary', editor.output).click();
	const [started] = await Promise.all([
		editor.page.waitForEvent('download'),
		editor.part('ndv-download-binary-data', editor.output).click(),
	]);
	return started;
};

/** The fields that the package shows for an operation that has not run. */
const readSchema = (operation: string) => {
	const folder = join(__dirname, '../../../nodes/TagPdf/__schema__/v1.0.0');
	const text = readFileSync(join(folder, `${operation}.json`), 'utf8');
	return JSON.parse(text) as { properties: object };
};

describe('Editor', () => {
	test('the imported example tags a PDF with one click, and the PDF has a structure', async () => {
		const { page } = editor;
		await page.goto(tour.welcome.url);
		await editor.part('execute-workflow-button').click();
		await page.getByText('Workflow executed successfully').waitFor();

		const tagPdf = nodeOf(tour.example, NODE_TYPES.tagPdf);
		await editor.openNode(tagPdf.name);
		// n8n shows View only for the ViewableMimeTypes of @n8n/api-types, which do not include PDF.
		const tagged = await download();
		await editor.picture('editor-output');
		expect(tagged.suggestedFilename()).toBe('sample-tagged.pdf');
		const { tagger } = tour.sandbox;
		const structure = await structureOf(await readFile(await tagged.path()));
		expect(structure.elements).toBeGreaterThan(tagger.name === 'stamp' ? -1 : 0);
	});

	test('the trigger is found and added, and its panel shows the steps', async () => {
		await editor.open();
		await editor.search('pdf');
		await (await editor.search('accessib')).click();
		await editor.addNode('On job completed');
		for (const step of [
			'1. Under Webhook URLs',
			'2. Open the credential and paste',
			'3. Click Execute step',
		]) {
			await editor.details.getByText(step).waitFor();
		}
		const ready = editor.details.getByText('Copy the Production URL');
		expect(await ready.isVisible()).toBe(false);

		await editor.parameters.getByText('Webhook URLs').click();
		await editor.parameters.getByText(`${tour.n8n.url}/webhook-test/`).waitFor();
		await editor.details.getByText('More info').click();
		await ready.waitFor();
		await editor.details.getByText('4. Switch the endpoint of the Test URL off').waitFor();
		// All steps fit into the picture.
		await editor.page.setViewportSize({ width: 1440, height: 1000 });
		await editor.picture('editor-trigger');
	});

	test('a newcomer finds the node, makes the credential, and tags a document', async () => {
		const { id } = await exampleUpTo('n8n-nodes-base.httpRequest', 'Accessible reports');
		await editor.open(id);
		await editor.search('accessib');
		const description = editor.creator.getByText('Turn PDFs into tagged, accessible (PDF/UA) PDFs');
		if (differences.searchDescribes) await description.waitFor();
		await (await editor.search('pdf')).click();
		await description.last().waitFor();
		await editor.picture('editor-actions');
		await editor.addNode('Tag document');

		const dialog = await editor.saveWrongCredential(tour.sandbox.url);
		await dialog.getByText('More details').click();
		await dialog.getByText(differences.refusedKey).waitFor();
		await editor.picture('editor-credential');

		await editor.field('apiKey', dialog).fill(tour.sandbox.accounts[0].apiKey);
		await editor.part('credential-save-button').click();
		if (differences.workingCredentialCloses) {
			await dialog.waitFor({ state: 'hidden' });
			await editor.part('credential-edit-button').click();
		}
		await dialog.getByText('Connection tested successfully').waitFor();
		expect(await editor.field('apiKey', dialog).getAttribute('type')).toBe('password');
		await editor.part('editCredential-modal').locator('.el-dialog__headerbtn').click();

		await editor.field('binaryPropertyOutput').fill('accessible');
		await editor.choose(
			editor.parameters.getByPlaceholder('Add option'),
			'File Name of Tagged PDF',
		);
		await editor.field('taggedFileName').fill('annual-report.pdf');
		await editor.execute('node-run-status-success');
		expect((await download()).suggestedFilename()).toBe('annual-report.pdf');
		await editor.output.getByText('accessible', { exact: true }).waitFor();
	});

	test('before anything is paid, the next node shows the fields, and one of them is mapped', async () => {
		const { spent } = tour.sandbox.ledger;
		const store = node('Store', 'n8n-nodes-base.s3', 1, { operation: 'upload', fileName: '' });
		const tag = tagPdf(tour.credentials.tagPdfApi);
		const flow = chain('Map a field', manualTrigger(), readFiles('report.pdf'), tag, store);
		await editor.open((await addWorkflow(tour.session, flow)).id);
		await editor.openNode(store.name);
		const fields = editor.part('run-data-schema-item', editor.input);
		const mapped = fields.getByText('tagged_filename', { exact: true });
		await mapped.waitFor();
		const { properties } = readSchema('document/tag');
		// The list is virtual: its elements have another order than the screen.
		const shown = await fields.allInnerTexts();
		expect(shown.sort()).toEqual(Object.keys(properties).sort());
		const fileName = editor.part('parameter-input-fileName', editor.details);
		await editor.map(mapped, fileName);
		await fileName.filter({ hasText: '$json.tagged_filename' }).waitFor();
		await editor.picture('editor-fields');
		expect(tour.sandbox.ledger.spent).toBe(spent);
	});

	test('the panel shows a wrong field name and the existing ones, whatever options the node no longer has', async () => {
		const removed = {
			avoidPayingTwice: { payOnce: { per: 'delivery' } },
			compareWithOriginal: 'fail',
			maxFileSize: 1,
		};
		const { id } = await exampleUpTo(NODE_TYPES.tagPdf, 'A wrong field name', removed);
		await editor.open(id);
		await editor.openNode(nodeOf(tour.example, NODE_TYPES.tagPdf).name);
		await editor.field('binaryPropertyName').fill('attachment_0');
		const message = await editor.execute('node-error-message');
		expect(message).toContain('The item has no binary field "attachment_0"');
		const description = editor.part('node-error-description', editor.output);
		expect(await description.textContent()).toContain('The item has "data".');
		await editor.field('binaryPropertyName').fill('data');
		await editor.execute('node-run-status-success');
	});

	test('the panel shows missing credits and what to do', async () => {
		const [account] = tour.sandbox.accounts;
		const { credits } = account;
		// Another test has paid for the document, so it would be free.
		tour.sandbox.reset();
		account.credits = 1;
		await editor.open((await exampleUpTo(NODE_TYPES.tagPdf, 'Too few credits')).id);
		await editor.openNode(nodeOf(tour.example, NODE_TYPES.tagPdf).name);
		const message = await editor.execute('node-error-message');
		account.credits = credits;
		expect(message).toContain('Not enough credits for "sample.pdf"');
		const description = editor.part('node-error-description', editor.output);
		expect(await description.textContent()).toMatch(
			/^No new charge was made\. Add credits\. The service says: 3 credits needed, 1 left\.$/,
		);
		await editor.picture('editor-error');
	});

	test('a test of a trigger without a secret does not begin, and the editor says where the secret is', async () => {
		const withoutSecret = serviceOf(tour.sandbox);
		const none = await addCredential(tour.session, 'tagPdfApi', 'No secret', withoutSecret);
		const trigger = tagPdfTrigger(none);
		await editor.open((await addWorkflow(tour.session, chain('No secret', trigger))).id);
		await editor.openNode(trigger.name);
		await editor.part('node-execute-button', editor.details).first().click();
		const text = "Open the credential and fill in 'Signing Secret for Test URL'";
		await editor.page.getByText(text).first().waitFor();
	});

	test('without a credential the panel is empty, and the credential says where a secret comes from', async () => {
		// Other tests have made some.
		const all = await tour.session.call<CredentialReference[]>('GET', '/rest/credentials');
		for (const { id } of all) await tour.session.call('DELETE', `/rest/credentials/${id}`);
		await editor.open();
		await (await editor.search('pdf')).click();
		await editor.addNode('On job completed');
		const connect = editor.parameters.getByText('Connect to Tag PDF');
		const none = differences.firstCredentialHasButton
			? connect
			: editor.part('node-credentials-select');
		await none.waitFor();
		expect(await editor.details.getByText('1. Under Webhook URLs').isVisible()).toBe(false);

		await none.click();
		if (!differences.firstCredentialHasButton) {
			await editor.part('node-credentials-select-item-new').click();
		}
		const dialog = editor.part('credential-edit-dialog');
		await dialog.getByText('secret of the endpoint with its Production URL').waitFor();
	});
});
