import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { serveWelcome, type Welcome } from '../../../scripts/start/welcome';
import { closedBy } from '../../closing';
import { makeDocument } from '../../host/harness/documents';
import { openSetup, type Setup } from '../../host/harness/setup';
import { addWorkflow } from '../../host/harness/rest/workflows';
import { chain, manualTrigger, node, readFiles, tagPdf } from '../../host/harness/workflow';
import { launch } from '../browser';
import { Editor, WINDOW } from './editor';

let setup: Setup;
let browser: Browser;
let editor: Editor;
let welcome: Welcome;
const closing = closedBy(afterAll);

beforeAll(async () => {
	setup = closing(await openSetup({ sandbox: { processingMs: 0 } }));
	welcome = closing(await serveWelcome(0, setup.n8n.url, () => `${setup.n8n.url}/workflow/new`));
	browser = closing(await launch());
});
beforeEach(async () => {
	setup.sandbox.reset();
	const context = await browser.newContext(WINDOW);
	editor = new Editor(await context.newPage(), { n8n: setup.n8n, welcome });
	editor.page.setDefaultTimeout(60_000);
});
afterEach(async () => await editor.page.context().close());

const succeeded = async () =>
	await editor.page.getByText('Workflow executed successfully').waitFor();

/** The subject of a mail with two PDFs, a picture and a note. */
const subject = () =>
	node('Mail', 'n8n-nodes-base.set', 3.3, {
		assignments: {
			assignments: [
				{ id: '1', name: 'subject', value: '=Please: {{ $binary.data.fileName }}', type: 'string' },
			],
		},
		options: { includeBinary: true },
	});

/** Shows a workflow that tags the mail, and asks each tagged PDF for the mail's subject. */
const showMail = async (title: string, parameters: Readonly<Record<string, unknown>>) => {
	const folder = join(setup.documents, 'attachments');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'annex.pdf'), await makeDocument('annex'));
	await writeFile(join(folder, 'logo.png'), 'PNG');
	await writeFile(join(folder, 'note.txt'), 'Dear sirs,');
	await writeFile(join(folder, 'report.pdf'), await makeDocument('report'));
	const value = "={{ $('Mail').item.json.subject }}";
	const workflow = chain(
		title,
		manualTrigger(),
		readFiles(join(folder, '*')),
		// The fields are data, data_1, data_2 and data_3, in the order of the names.
		node('One Item', 'n8n-nodes-base.aggregate', 1, {
			aggregate: 'aggregateAllItemData',
			options: { includeBinaries: true },
		}),
		subject(),
		tagPdf(setup.credential, parameters),
		node('Subject', 'n8n-nodes-base.set', 3.3, {
			assignments: { assignments: [{ id: '1', name: 'subject', value, type: 'string' }] },
			includeOtherFields: true,
			options: {},
		}),
	);
	await editor.open((await addWorkflow(setup.session, workflow)).id);
};

/** The text of each row with a tagged PDF in a node's output. */
const readRows = async (name: string) => {
	await editor.openNode(name);
	await editor.part('radio-button-table', editor.output).click();
	await editor.output.getByText('2 items').first().waitFor();
	const rows = editor.output.getByRole('row').filter({ hasText: '-tagged.pdf' });
	const texts = await rows.allTextContents();
	await editor.page.keyboard.press('Escape');
	return texts;
};

test('with Input Binary Field left empty, each PDF is an item that is paired with the mail', async () => {
	await showMail('Tag every PDF', {});
	await editor.part('execute-workflow-button').click();
	await succeeded();
	expect(await readRows('Tag PDF')).toEqual([
		expect.stringMatching(/annex-tagged\.pdf.*data$/),
		expect.stringMatching(/report-tagged\.pdf.*data_3$/),
	]);
	expect(await readRows('Subject')).toEqual([
		expect.stringMatching(/annex-tagged\.pdf.*Please: annex\.pdf$/),
		expect.stringMatching(/report-tagged\.pdf.*Please: annex\.pdf$/),
	]);
	expect(setup.sandbox.ledger.charges).toHaveLength(2);
});

test('an expression without a value is an error that names the parameter', async () => {
	await showMail('A wrong expression', { binaryPropertyName: '={{ $json.file }}' });
	await editor.openNode('Tag PDF');
	const message = await editor.execute('node-error-message');
	expect(message).toContain("'Input Binary Field' has no file");
	expect(setup.sandbox.ledger.charges).toEqual([]);
});
