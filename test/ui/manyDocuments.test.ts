import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { serveWelcome, type Welcome } from '../../scripts/start/welcome';
import { closedBy } from '../closing';
import { present } from '../present';
import { makeDocument, makeLockedDocument } from '../host/harness/documents';
import { openSetup, type Setup } from '../host/harness/setup';
import { finishedExecutions, outputs } from '../host/harness/rest/executions';
import { addWorkflow, type WorkflowNode } from '../host/harness/rest/workflows';
import {
	chain,
	extend,
	manualTrigger,
	node,
	noOp,
	readFiles,
	tagPdf,
	target,
} from '../host/harness/workflow';
import { launch } from './browser';
import { Editor, WINDOW } from './editor/editor';

/** Names of twenty documents, in reading order. */
const NAMES = (
	'agenda annual-report balance-sheet birdisland brochure bylaws calendar catalog contract directory ' +
	'flyer guide handbook invoice leaflet manual minutes newsletter price-list program'
).split(' ');
/** The file with this name is not a PDF; the service cannot tag the files in UNTAGGABLE. */
const NO_PDF = 'invoice';
const UNTAGGABLE = ['contract', 'newsletter'];
/** Height of about six lines in a table of the editor. */
const MAX_ROW_PX = 160;

let setup: Setup;
let browser: Browser;
let editor: Editor;
let welcome: Welcome;
let folder: string;
let pattern: string;
const closing = closedBy(afterAll);

beforeAll(async () => {
	setup = closing(await openSetup({ sandbox: { processingMs: 0 } }));
	welcome = closing(await serveWelcome(0, setup.n8n.url, () => `${setup.n8n.url}/workflow/new`));
	folder = join(setup.documents, 'twenty');
	pattern = await writeAll(folder);
	browser = closing(await launch());
});
beforeEach(async () => {
	setup.sandbox.reset();
	const submitted = NAMES.filter((name) => name !== NO_PDF);
	for (const name of UNTAGGABLE) {
		const nth = submitted.indexOf(name) + 1;
		setup.sandbox.faults.order({ step: 'submitJob', nth, fault: { failJob: true } });
	}
	const context = await browser.newContext(WINDOW);
	editor = new Editor(await context.newPage(), { n8n: setup.n8n, welcome });
	editor.page.setDefaultTimeout(60_000);
});
afterEach(async () => await editor.page.context().close());

async function writeAll(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	for (const name of NAMES) {
		const content = name === NO_PDF ? Buffer.from('Dear sirs,') : await makeDocument(name);
		await writeFile(join(folder, `${name}.pdf`), content);
	}
	return join(folder, '*');
}

/** Adds the data of an email to each file. */
const mail = () =>
	node('Mail', 'n8n-nodes-base.set', 3.3, {
		assignments: {
			assignments: [
				{ id: '1', name: 'from', value: 'clerk@example.com', type: 'string' },
				{ id: '2', name: 'subject', value: '=Please: {{ $binary.data.fileName }}', type: 'string' },
			],
		},
		options: { includeBinary: true },
	});

/** Opens a workflow that reads and tags all documents one after the other. */
const openAll = async (
	title: string,
	settings: Readonly<Record<string, unknown>>,
	options: object,
	...next: WorkflowNode[]
): Promise<string> => {
	const tag = tagPdf(
		setup.credential,
		{ options: { maxDocumentsAtOnce: 1, ...options } },
		settings,
	);
	const straight = chain(title, manualTrigger(), readFiles(pattern), mail(), tag);
	const places = next.map((each, at) => ({
		...each,
		position: [880, (2 * at - next.length + 1) * 100] as const,
	}));
	const outputs = next.length === 0 ? [] : next.map((each) => [target(each)]);
	const workflow = extend(straight, places, { [tag.name]: { main: outputs } });
	const { id } = await addWorkflow(setup.session, workflow);
	await editor.open(id);
	return id;
};
const runAll = async (...workflow: Parameters<typeof openAll>): Promise<string> => {
	const id = await openAll(...workflow);
	await editor.part('execute-workflow-button').click();
	return id;
};
const succeeded = async () =>
	await editor.page.getByText('Workflow executed successfully').waitFor();

test('a failed document stops the others, and the panel says what is paid for and how to get it', async () => {
	const { page } = editor;
	const id = await runAll('Tag the folder', {}, {});
	await page.getByText('Problem in node').waitFor();
	await editor.openNode('Tag PDF');
	const message = editor.part('node-error-message', editor.output);
	expect(await message.textContent()).toContain('"contract.pdf" could not be tagged');
	const description = editor.part('node-error-description', editor.output);
	expect(await description.textContent()).toMatch(
		/ 8 of 19 other PDFs are paid for\. Check that the PDF opens without a password\. Run again without it to get the others\.$/,
	);
	await editor.picture('many-stopped');
	const paid = setup.sandbox.ledger.charges.length;

	// Follows the instructions of the error text.
	await rm(join(folder, 'contract.pdf'));
	await page.keyboard.press('Escape');
	await editor.part('execute-workflow-button').click();
	const [, again] = await finishedExecutions(setup.session, id, 2);
	await writeAll(folder);
	expect(again?.data.resultData.error?.message).toContain('"invoice.pdf" is not a PDF');
	const names = setup.sandbox.ledger.charges.slice(paid).map(({ jobId }) => jobId);
	const paidLater = setup.sandbox.jobs.filter((job) => names.includes(job.id));
	expect(paidLater.map(({ filename }) => filename)).toEqual(
		['directory', 'flyer', 'guide', 'handbook'].map((name) => `${name}.pdf`),
	);
});

test('with Continue the table shows which documents failed, and the others continue', async () => {
	await runAll('Tag and go on', { onError: 'continueRegularOutput' }, {}, noOp('File all'));
	await succeeded();
	await editor.openNode('Tag PDF');
	await editor.part('radio-button-table', editor.output).click();
	const row = editor.output.getByRole('row').filter({ hasText: 'contract.pdf' });
	expect(await row.first().textContent()).toContain('failed');
	await editor.output.getByText('17 tagged, 3 failed').waitFor();
	// Wide enough for the last column, the error.
	await editor.page.setViewportSize({ width: 2400, height: 820 });
	await editor.widen('output');
	await row.first().scrollIntoViewIfNeeded();
	await editor.picture('many-table');
});

test('the error output has the failed originals', async () => {
	const branches = [noOp('File tagged PDFs'), noOp('File failed originals')];
	const id = await runAll('Tag and file', { onError: 'continueErrorOutput' }, {}, ...branches);
	await succeeded();
	const [execution] = await finishedExecutions(setup.session, id);
	const filedBy = (name: string) =>
		(outputs(present(execution), name)[0] ?? []).map(({ binary }) => binary?.data?.fileName);
	const failed = NAMES.filter((name) => name === NO_PDF || UNTAGGABLE.includes(name));
	const tagged = NAMES.filter((name) => !failed.includes(name));
	expect(filedBy('File failed originals')).toEqual(failed.map((name) => `${name}.pdf`));
	expect(filedBy('File tagged PDFs')).toEqual(tagged.map((name) => `${name}-tagged.pdf`));
	await editor.openNode('File failed originals');
	const input = editor.input;
	await editor.part('radio-button-table', input).click();
	for (const name of [...UNTAGGABLE, NO_PDF]) {
		await input.getByText(`${name}.pdf`, { exact: true }).first().waitFor();
	}
	await editor.page.setViewportSize({ width: 2000, height: 740 });
	await editor.widen('input');
	await editor.picture('many-failed');
	await editor.part('radio-button-binary', input).click();
	await input.getByText('contract.pdf', { exact: true }).first().waitFor();
});

test('Keep Input Data is an option, and the next node has the data of the item beside the job', async () => {
	await openAll('Tag and keep', { onError: 'continueErrorOutput' }, {}, noOp('Next'));
	await editor.openNode('Tag PDF');
	await editor.choose(editor.parameters.getByPlaceholder('Add option'), 'Keep Input Data');
	await editor.choose(editor.part('parameter-input-keepInputData', editor.details), 'Both');
	await editor.parameters
		.getByText("dropped unless you set 'Keep Input Data' in 'Options'")
		.waitFor();
	await editor.execute('node-run-status-success');
	await editor.part('radio-button-json', editor.output).click();
	await editor.output.getByText('tagged_filename').first().waitFor();
	await editor.output.getByText('clerk@example.com').first().waitFor();
	await editor.picture('keep-source');
});

test('in the table of Inspect a PDF with a password is a short row', async () => {
	const folder = join(setup.documents, 'locked');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'locked.pdf'), await makeLockedDocument('locked'));
	await writeFile(join(folder, 'open.pdf'), await makeDocument('open'));
	const files = readFiles(join(folder, '*'));
	const inspect = tagPdf(undefined, { operation: 'inspect' });
	const { id } = await addWorkflow(
		setup.session,
		chain('Inspect a folder', manualTrigger(), files, inspect),
	);
	await editor.open(id);
	await editor.part('execute-workflow-button').click();
	await succeeded();
	await editor.openNode('Tag PDF');
	await editor.part('radio-button-table', editor.output).click();
	const height = async (name: string) => {
		const row = editor.output.getByRole('row').filter({ hasText: name }).first();
		return present(await row.boundingBox()).height;
	};
	expect(await height('open.pdf')).toBeLessThanOrEqual(MAX_ROW_PX);
	expect(await height('locked.pdf')).toBeLessThanOrEqual(MAX_ROW_PX);
});
