import type { Page } from 'playwright-core';
import { NODE_TYPES } from '../../test/host/harness/package';
import { until } from '../../test/host/harness/until';
import { finishedExecutions } from '../../test/host/harness/rest/executions';
import { addWorkflow, listWorkflows } from '../../test/host/harness/rest/workflows';
import { chain, manualTrigger, node } from '../../test/host/harness/workflow';
import type { Editor } from '../../test/ui/editor/editor';
import { ACTIVE_EXAMPLES, nodeOf, readExample } from '../start/examples';
import type { Tour } from '../start/tour';
import type { Recording } from './recording';

/** Everything that a scene needs. */
export interface Stage {
	readonly tour: Tour;
	readonly page: Page;
	readonly editor: Editor;
	readonly say: Recording['say'];
	readonly unseen: Recording['unseen'];
}

type Scene = (stage: Stage) => Promise<void>;

/** The demo in its order: installation, credential test, each operation, the trigger. */
export const SCENES: readonly Scene[] = [install, tagFirstDocument, showOperations, showTrigger];
/** The GIF ends with it. */
export const LAST_GIF_SCENE: Scene = tagFirstDocument;

async function install({ tour, page, say, unseen }: Stage): Promise<void> {
	await unseen(async () => {
		await page.goto(`${tour.n8n.url}/settings/community-nodes`);
		await page.getByRole('button', { name: 'Install' }).first().click();
		await page.getByPlaceholder('n8n-nodes').first().waitFor();
	});
	await say('Install: Settings → Community nodes → Install');
	await page
		.getByPlaceholder('n8n-nodes')
		.first()
		.pressSequentially('n8n-nodes-tag-pdf', { delay: 60 });
	await say('Here it is installed already.');
}

async function tagFirstDocument(stage: Stage): Promise<void> {
	const { tour, editor, say, unseen } = stage;
	const get = tour.example.nodes.find(({ type }) => type === 'n8n-nodes-base.httpRequest');
	if (!get) throw new Error('The example fetches no document.');
	const workflow = await addWorkflow(
		tour.session,
		chain('Accessible reports', manualTrigger(), get),
	);
	await unseen(async () => await editor.show(workflow.id));
	await say(
		'This workflow fetches a PDF. Its tags are missing, so screen readers cannot read it well.',
	);
	await (await editor.search('pdf')).click();
	await say('Tag PDF: eight actions and a trigger');
	await editor.addNode('Tag document');
	await testCredential(stage);
	await editor.execute('node-run-status-success');
	await editor.part('radio-button-binary', editor.output).click();
	await say('Execute step: the tagged PDF is ready for the next node.');
	await editor.part('radio-button-json', editor.output).click();
	await say('Its job, as JSON, has the credits that it used.');
}

async function testCredential({ tour, editor, say }: Stage): Promise<void> {
	const dialog = await editor.saveWrongCredential(tour.sandbox.url);
	await say('n8n tests the credential as you save. This key is wrong.');
	await editor.field('apiKey', dialog).fill(tour.sandbox.accounts[0].apiKey);
	await editor.part('credential-save-button').click();
	// A valid credential closes its dialog.
	await dialog.waitFor({ state: 'hidden' });
	await editor.part('credential-edit-button').click();
	await dialog.getByText('Connection tested successfully').waitFor();
	await say('The right key is accepted. The test is free.');
	await editor.part('editCredential-modal').locator('.el-dialog__headerbtn').click();
}

/** The operations after the first, in the order in which they use each other's output. */
const OPERATIONS = [
	[
		'Inspect',
		'document',
		'inspect',
		'Inspect reads pages, tags and scans inside n8n, free of charge.',
	],
	[
		'Submit',
		'document',
		'submit',
		'Submit uploads the document and does not wait: 1 credit per page.',
	],
	['Wait', 'job', 'wait', 'Wait returns the job once it is completed.'],
	['Get', 'job', 'get', 'Get returns the job as it is now.'],
	['Download', 'job', 'download', 'Download fetches the tagged PDF, as often as you like.'],
	[
		'Get Download Link',
		'job',
		'getDownloadLink',
		'Get Download Link returns a short-lived address.',
	],
	['Account', 'account', 'get', 'Account shows the credits that are left.'],
] as const;

async function showOperations({ tour, page, editor, say, unseen }: Stage): Promise<void> {
	const get = tour.example.nodes.find(({ type }) => type === 'n8n-nodes-base.httpRequest');
	if (!get) throw new Error('The example fetches no document.');
	const credentials = { tagPdfApi: tour.credentials.tagPdfApi };
	const steps = OPERATIONS.map(([name, resource, operation]) => {
		const jobId = resource === 'job' ? { jobId: "={{ $('Submit').item.json.id }}" } : {};
		const source = name === 'Submit' ? fromUrl(tour) : {};
		const parameters = { resource, operation, ...jobId, ...source };
		return node(name, NODE_TYPES.tagPdf, 1, parameters, { credentials });
	});
	const definition = chain('Every operation', manualTrigger(), get, ...steps);
	const workflow = await addWorkflow(tour.session, definition);
	await unseen(async () => await editor.show(workflow.id));
	await say('Every operation is a node: one workflow with all the others');
	await editor.part('execute-workflow-button').click();
	await page.getByText('Workflow executed successfully').waitFor();
	for (const [name, , , sentence] of OPERATIONS) {
		await editor.openNode(name);
		await say(sentence);
		await page.keyboard.press('Escape');
		await editor.details.waitFor({ state: 'hidden' });
	}
}

/** Inspect does not pass the file on. */
function fromUrl(tour: Tour) {
	return { source: 'url', url: tour.welcome.sampleUrl };
}

async function showTrigger({ tour, page, editor, say, unseen }: Stage): Promise<void> {
	const example = readExample(ACTIVE_EXAMPLES.file);
	const { name } = example;
	const { name: trigger } = nodeOf(example, NODE_TYPES.tagPdfTrigger);
	const workflows = await listWorkflows(tour.session);
	const id = workflows.find((each) => each.name === name)?.id ?? '';
	await unseen(async () => {
		await editor.show(id);
		await editor.openNode(trigger);
	});
	await say('The trigger: the service calls this address when a job has finished.');
	await editor.parameters.getByText('Webhook URLs').click();
	await say('Add the URL on the Developers page of the service, and its secret to the credential.');
	await unseen(async () => {
		await page.goto(tour.sandbox.developersUrl);
		await page.getByRole('button', { name: 'Tag the sample document' }).waitFor();
	});
	const before = (await finishedExecutions(tour.session, id, 0)).length;
	await page.getByRole('button', { name: 'Tag the sample document' }).click();
	await page.getByRole('region', { name: 'Deliveries' }).getByText('delivered').first().waitFor();
	await say('A job finishes. The service delivers a signed event.');
	await until({ what: 'the event has started the workflow' }, async () => {
		return (await finishedExecutions(tour.session, id, before + 1)).length > before;
	});
	await unseen(async () => {
		await page.goto(`${tour.n8n.url}/workflow/${id}/executions`);
		await editor.part('execution-list-item').or(page.getByText('Succeeded')).first().waitFor();
	});
	await say('The event has started the workflow.');
}
