import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { closedBy } from '../../closing';
import { listening } from '../../listening';
import { onVersion1, openSetup, versionUnderTest, type Setup } from '../harness/setup';
import { makeDocument, readTitle, titleOf, writeDocuments } from '../harness/documents';
import { publish, runFlow } from '../harness/flow';
import { startModel, type Model } from '../harness/model';
import { NODE_TYPES } from '../harness/package';
import { addCredential } from '../harness/rest/credentials';
import { titles } from '../harness/rest/executions';
import { activate, addWorkflow } from '../harness/rest/workflows';
import { hostVersion } from '../harness/versions';
import { chain, extend, node, noOp, readFiles, tagPdf, target } from '../harness/workflow';
import { fetchAlone } from '../harness/fetchAlone';

let setup: Setup;
const closing = closedBy(afterAll);
beforeAll(async () => {
	setup = closing(await openSetup());
});
beforeEach(() => setup.sandbox.reset());

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
		expect(await titles(setup.session, execution, 'Call')).toEqual([0, 1, 2].map(titleOf));
		expect(setup.sandbox.ledger.spent).toBe(3);
	});
});

describe('Loop', () => {
	test('each pass tags its own document, although the item is number 0 each time', async () => {
		const pattern = await writeDocuments(setup.documents, 3);
		const read = readFiles(pattern);
		const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 1, options: {} });
		const tag = tagPdf(setup.credential);
		const done = noOp('Done');
		const flow = await publish(setup, (event) =>
			extend(chain('Loop', event, read, loop), [tag, done], {
				[loop.name]: { main: [[target(done)], [target(tag)]] },
				[tag.name]: { main: [[target(loop)]] },
			}),
		);
		await flow.start();
		const execution = await flow.ended();
		expect(await titles(setup.session, execution, 'Done')).toEqual([0, 1, 2].map(titleOf));
		expect(setup.sandbox.ledger.charges).toHaveLength(3);
	});
});

describe('AI tool', () => {
	let model: Model;
	const closing = closedBy(afterAll);
	beforeAll(async () => {
		const url = await serveDocument('Asked for by an agent');
		model = closing(
			await startModel([
				() => ({ name: 'Tag_a_PDF', arguments: { url } }),
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
			const tag = tagTool();
			const link = asTool('Get a link', {
				resource: 'job',
				operation: 'getDownloadLink',
				jobId: "={{ $fromAI('job', 'ID of the job', 'string') }}",
			});
			const flow = await publish(setup, (event) =>
				extend(chain('Agent', event, agent), [chat, tag, link], {
					[chat.name]: { ai_languageModel: [[target(agent, 'ai_languageModel')]] },
					[tag.name]: { ai_tool: [[target(agent, 'ai_tool')]] },
					[link.name]: { ai_tool: [[target(agent, 'ai_tool')]] },
				}),
			);
			await flow.start();
			const execution = await flow.ended();
			expect(execution.data.resultData.error?.message).toBeUndefined();
			expect(setup.sandbox.ledger.charges).toHaveLength(1);
			const [tagged = '', linked = ''] = model.toolResults();
			expect(tagged).toContain('"status":"completed"');
			expect(tagged).toContain('Get Download Link');
			const url = /"result_url":"([^"]+)"/.exec(linked)?.[1] ?? '';
			const file = Buffer.from(await (await fetchAlone(url)).arrayBuffer());
			expect(await readTitle(file)).toBe('Asked for by an agent');
			const told = Object.fromEntries(model.tools().map((tool) => [tool.name, tool.description]));
			expect(told.Tag_a_PDF).toContain('Costs 1 credit per page');
			expect(told.Get_a_link).toContain('Free');
		},
	);
});

const MCP_TRIGGER = '@n8n/n8n-nodes-langchain.mcpTrigger';
// It has spoken HTTP without a lasting connection since its version 2.
const describeMcp = readMcpVersions().includes(2) ? describe : describe.skip;

describeMcp('MCP Server Trigger', () => {
	test('a client has a document tagged, and the same call again is free', async () => {
		const url = await serveDocument('Asked for by a client');
		const parameters = { path: 'tags', authentication: 'none' };
		const trigger = node('Server', MCP_TRIGGER, 2, parameters, { webhookId: 'tags' });
		const tag = tagTool();
		const links = { [tag.name]: { ai_tool: [[target(trigger, 'ai_tool')]] } };
		const workflow = await addWorkflow(setup.session, extend(chain('MCP', trigger), [tag], links));
		await activate(setup.session, workflow);
		const call = await connectToMcp(`${setup.n8n.url}/mcp/tags`);
		const wanted = { name: 'Tag_a_PDF', arguments: { url } };
		const [first, second] = [await call(wanted), await call(wanted)];
		expect(first).toMatch(/status\W+completed/);
		expect(second).toMatch(/status\W+completed/);
		expect(setup.sandbox.ledger.charges).toHaveLength(1);
	});
});

/** Versions of n8n's MCP Server Trigger in the n8n under test; none if it does not have the node. */
function readMcpVersions(): number[] {
	const { folder } = hostVersion(versionUnderTest);
	const file = 'node_modules/@n8n/n8n-nodes-langchain/dist/nodes/mcp/McpTrigger/McpTrigger.node.js';
	if (!existsSync(join(folder, file))) return [];
	const [, list = ''] =
		/version: \[([^\]]+)\]/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
	return list.split(',').map(Number);
}

/** @returns a function that calls a tool of the server, and gives the text of its answer */
async function connectToMcp(url: string) {
	let session: Record<string, string> = {};
	const send = async (message: object) => {
		const response = await fetchAlone(url, {
			method: 'POST',
			headers: {
				...session,
				'Content-Type': 'application/json',
				Accept: 'application/json, text/event-stream',
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		});
		const id = response.headers.get('mcp-session-id');
		if (id !== null) session = { 'mcp-session-id': id };
		return await response.text();
	};
	await send({
		id: 1,
		method: 'initialize',
		params: {
			protocolVersion: '2025-03-26',
			capabilities: {},
			clientInfo: { name: 'test', version: '1' },
		},
	});
	await send({ method: 'notifications/initialized' });
	return async (params: object) => await send({ id: 2, method: 'tools/call', params });
}

/** Tag as a tool, with a URL that the model or client chooses. */
function tagTool() {
	return asTool('Tag a PDF', {
		source: 'url',
		url: "={{ $fromAI('url', 'Address of the PDF', 'string') }}",
	});
}

function asTool(name: string, parameters: object) {
	return { ...tagPdf(setup.credential, { ...parameters }), name, type: NODE_TYPES.tagPdfTool };
}

/** Serves a document on this machine until the tests end. @returns its address */
async function serveDocument(title: string): Promise<string> {
	const pdf = await makeDocument(title);
	const server = closing(createServer((_request, response) => response.end(pdf)));
	return `http://${await listening(server)}/agent.pdf`;
}

/** The job ID in the result of a tool. */
function jobIn(result: string): string {
	return /"id":"([^"]+)"/.exec(result)?.[1] ?? '';
}
