import { createServer } from 'node:http';
import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { startModel, type Model } from '../host/harness/model';
import { finishedExecutions } from '../host/harness/rest/executions';
import { activate, type Workflow } from '../host/harness/rest/workflows';
import { listening } from '../listening';
import { readExample } from './examples';
import { press } from './press';
import { startSmtp, type Smtp } from './servers/smtp';
import { openStage, type Stage } from './stage';
import { fetchAlone } from '../host/harness/fetchAlone';

/** Address of a PDF of two pages. */
let url: string;
let stage: Stage;
const closing = closedBy(afterAll);
beforeAll(async () => {
	const files = new Map([['/report.pdf', await makeDocument('Behind a link', 2)]]);
	const web = closing(
		createServer((request, response) => response.end(files.get(request.url ?? ''))),
	);
	const origin = `http://${await listening(web)}`;
	url = `${origin}/report.pdf`;
	stage = closing(await openStage());
});
beforeEach(() => stage.sandbox.reset());

test('tag-a-document: fetches and tags a document with one click', async () => {
	const workflow = await stage.prepare('tag-a-document', {
		parameters: { 'Get the document': { url } },
	});
	const execution = await stage.run(workflow, 'When clicking ‘Execute workflow’');
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(await stage.titles(execution, 'Tag the document')).toEqual(['Behind a link']);
	expect(stage.sandbox.ledger.spent).toBe(2);
});

test('inspect-then-tag: pays for a document that needs tags', async () => {
	const options = { parameters: { 'Get the document': { url } } };
	const workflow = await stage.prepare('inspect-then-tag', options);
	const execution = await stage.run(workflow, 'When clicking ‘Execute workflow’');
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(await stage.titles(execution, 'Tag the document')).toEqual(['Behind a link']);
	expect(execution.data.resultData.runData).not.toHaveProperty('Leave it');
	expect(stage.sandbox.ledger.spent).toBe(2);
});

describe('agent-with-approval', () => {
	let smtp: Smtp;
	let model: Model;
	let workflow: Workflow;
	let runs = 0;
	beforeAll(async () => {
		smtp = closing(await startSmtp());
		model = closing(
			await startModel([
				() => ({ name: 'Inspect_the_PDF', arguments: { url } }),
				// Arguments of a tool with human review, as the model passes them.
				() => ({
					name: 'Tag_the_PDF',
					arguments: { toolParameters: { url, pages: 2 }, hitlParameters: {} },
				}),
				([, tagged = '']) => {
					const [, job] = /"id":"([^"]+)"/.exec(tagged) ?? [];
					return job ? { name: 'Get_the_link', arguments: { job } } : undefined;
				},
			]),
		);
		const openAiApi = { apiKey: 'none', url: model.url, header: false };
		workflow = await stage.prepare('agent-with-approval', {
			credentials: { openAiApi, smtp: smtp.credential },
			parameters: {
				// The chat page needs a browser, but its address does not.
				'When chat message received': { public: true, mode: 'webhook' },
				Model: { model: { __rl: true, mode: 'id', value: 'test' } },
			},
		});
		await activate(stage.session, workflow);
	});

	/** Asks the agent, and presses a button in the mail that asks for approval. */
	async function decide(approved: boolean): Promise<void> {
		const { nodes } = readExample('agent-with-approval');
		const trigger = nodes.find(({ type }) => type.endsWith('.chatTrigger'));
		const conversation = runs + 1;
		const asked = smtp.count() + 1;
		const chat = fetchAlone(`${stage.n8n.url}/webhook/${String(trigger?.webhookId)}/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				action: 'sendMessage',
				sessionId: String(conversation),
				chatInput: 'Tag it',
			}),
		});
		const { html = '', subject } = await smtp.mail(asked);
		expect(subject).toBe('May the agent tag a PDF?');
		expect(html).toContain('/report.pdf');
		expect(html).toContain('at most 2 credits');
		expect(stage.sandbox.ledger.charges).toHaveLength(0);
		const [, link = ''] = new RegExp(`href="([^"]*approved=${approved}[^"]*)"`).exec(html) ?? [];
		await press(link.replaceAll('&amp;', '&'));
		await chat;
		const executions = await finishedExecutions(stage.session, workflow.id, conversation);
		for (const { data } of executions) expect(data.resultData.error?.message).toBeUndefined();
		// A public chat does not wait for the approval, so the answer comes by mail.
		expect((await smtp.mail(asked + 1)).subject).toBe('The agent’s answer');
		runs = conversation;
	}

	test('pays nothing if a person declines by mail, and tells the agent', async () => {
		await decide(false);
		expect(stage.sandbox.requests.filter(({ path }) => path === '/v1/jobs')).toEqual([]);
		expect(stage.sandbox.ledger.spent).toBe(0);
		expect(model.toolResults()).toHaveLength(2);
	});

	test('pays after a person agrees by mail, and gets a link to the tagged PDF', async () => {
		await decide(true);
		expect(stage.sandbox.ledger.spent).toBe(2);
		const link = /"result_url":"([^"]+)"/.exec(model.toolResults().at(-1) ?? '')?.[1] ?? '';
		const tagged = Buffer.from(await (await fetchAlone(link)).arrayBuffer());
		expect(await readTitle(tagged)).toBe('Behind a link');
	});
});
