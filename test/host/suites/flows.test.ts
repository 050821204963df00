import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { closedBy } from '../../closing';
import { onVersion1, openSetup, type Setup } from '../harness/setup';
import { makeDocument, readTitle, titleOf, writeDocuments } from '../harness/documents';
import { runFlow } from '../harness/flow';
import { startModel, type Model } from '../harness/model';
import { NODE_TYPES } from '../harness/package';
import { addCredential } from '../harness/rest/credentials';
import { finishedExecutions, outputs, readBinary, type Item } from '../harness/rest/executions';
import { activate, addWorkflow } from '../harness/rest/workflows';
import { chain, node, noOp, readFiles, tagPdf, target, webhook } from '../harness/workflow';

let setup: Setup;
const closing = closedBy(afterAll);
beforeAll(async () => {
	setup = closing(await openSetup());
});
beforeEach(() => setup.sandbox.reset());

const titlesOf = async (items: readonly Item[]) =>
	await Promise.all(
		items.map(async ({ binary }) =>
			binary?.data ? await readTitle(await readBinary(setup.session, binary.data)) : undefined,
		),
	);

describe('Sub-workflow', () => {
	test("tags the caller's document and returns it", async () => {
		const inputs = { inputSource: 'passthrough' };
		const entry = node('Start', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, inputs);
		const inner = await addWorkflow(setup.session, chain('Inner', entry, tagPdf(setup.credential)));
		// 2.x runs published sub-workflows only; 1.x cannot publish a workflow without an external trigger.
		if (!onVersion1) await activate(setup.session, inner);
		const pattern = await writeDocuments(setup.documents, 3);
		const call = node('Call', 'n8n-nodes-base.executeWorkflow', 1.1, {
			workflowId: { __rl: true, mode: 'id', value: inner.id },
			options: {},
		});
		const execution = await runFlow(setup, readFiles(pattern), call);
		expect(execution.data.resultData.error).toBeUndefined();
		const titles = await titlesOf(outputs(execution, 'Call')[0] ?? []);
		expect(titles).toEqual([0, 1, 2].map(titleOf));
		expect(setup.sandbox.ledger.spent).toBe(3);
	});
});

describe('Loop', () => {
	test('each pass tags its own document, although the item is number 0 each time', async () => {
		const pattern = await writeDocuments(setup.documents, 3);
		const start = webhook('loop');
		const read = readFiles(pattern);
		const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 1, options: {} });
		const tag = tagPdf(setup.credential);
		const done = noOp('Done');
		const straight = chain('Loop', start, read, loop);
		const workflow = await addWorkflow(setup.session, {
			...straight,
			nodes: [...straight.nodes, tag, done],
			connections: {
				...straight.connections,
				[loop.name]: { main: [[target(done)], [target(tag)]] },
				[tag.name]: { main: [[target(loop)]] },
			},
		});
		await activate(setup.session, workflow);
		await fetch(`${setup.n8n.url}/webhook/loop`, { method: 'POST' });
		const [execution] = await finishedExecutions(setup.session, workflow.id);
		if (!execution) throw new Error('There is no execution');
		const titles = await titlesOf(outputs(execution, 'Done')[0] ?? []);
		expect(titles).toEqual([0, 1, 2].map(titleOf));
		expect(setup.sandbox.ledger.charges).toHaveLength(3);
	});
});

describe('AI tool', () => {
	let model: Model;
	const closing = closedBy(afterAll);
	beforeAll(async () => {
		const pdf = await makeDocument('Asked for by an agent');
		const drive = closing(createServer((_request, response) => response.end(pdf)));
		drive.listen(0, '127.0.0.1');
		await once(drive, 'listening');
		const { port } = drive.address() as AddressInfo;
		model = closing(
			await startModel([
				() => ({ name: 'Tag_a_PDF', arguments: { url: `http://127.0.0.1:${port}/agent.pdf` } }),
				([tagged = '']) => ({ name: 'Get_a_link', arguments: { job: jobIn(tagged) } }),
			]),
		);
	});

	// Agents before version 3 call tools themselves; later versions let the engine run tools as nodes.
	test.each([2.2, 3])(
		'an agent of version %d tags a document and gets its link',
		async (version) => {
			const openAi = await addCredential(setup.session, 'openAiApi', 'Model', {
				apiKey: 'none',
				url: model.url,
				header: false,
			});
			const start = webhook(`agent-${version}`);
			const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', version, {
				promptType: 'define',
				text: 'Tag the report',
				options: { enableStreaming: false },
			});
			const chat = node(
				'Model',
				'@n8n/n8n-nodes-langchain.lmChatOpenAi',
				1.2,
				{ model: { __rl: true, mode: 'id', value: 'test' }, options: { maxRetries: 0 } },
				{ credentials: { openAiApi: openAi } },
			);
			const asTool = (name: string, parameters: object) => ({
				...tagPdf(setup.credential, { ...parameters }),
				name,
				type: NODE_TYPES.tagPdfTool,
			});
			const tag = asTool('Tag a PDF', {
				source: 'url',
				url: "={{ $fromAI('url', 'Address of the PDF', 'string') }}",
			});
			const link = asTool('Get a link', {
				resource: 'job',
				operation: 'getDownloadLink',
				jobId: "={{ $fromAI('job', 'ID of the job', 'string') }}",
			});
			const straight = chain('Agent', start, agent);
			const workflow = await addWorkflow(setup.session, {
				...straight,
				nodes: [...straight.nodes, chat, tag, link],
				connections: {
					...straight.connections,
					[chat.name]: { ai_languageModel: [[target(agent, 'ai_languageModel')]] },
					[tag.name]: { ai_tool: [[target(agent, 'ai_tool')]] },
					[link.name]: { ai_tool: [[target(agent, 'ai_tool')]] },
				},
			});
			await activate(setup.session, workflow);
			await fetch(`${setup.n8n.url}/webhook/agent-${version}`, { method: 'POST' });
			const [execution] = await finishedExecutions(setup.session, workflow.id);
			expect(execution?.data.resultData.error?.message).toBeUndefined();
			expect(setup.sandbox.ledger.charges).toHaveLength(1);
			const [tagged = '', linked = ''] = model.toolResults();
			expect(tagged).toContain('"status":"completed"');
			expect(tagged).toContain('Get Download Link');
			const url = /"result_url":"([^"]+)"/.exec(linked)?.[1] ?? '';
			const file = Buffer.from(await (await fetch(url)).arrayBuffer());
			expect(await readTitle(file)).toBe('Asked for by an agent');
			const told = Object.fromEntries(model.tools().map((tool) => [tool.name, tool.description]));
			expect(told.Tag_a_PDF).toContain('Costs 1 credit per page');
			expect(told.Get_a_link).toContain('Free');
		},
	);
});

/** The job ID in the result of a tool. */
function jobIn(result: string): string {
	return /"id":"([^"]+)"/.exec(result)?.[1] ?? '';
}
