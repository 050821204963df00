import { closedBy } from '../../closing';
import { onVersion1, openSetup, type Setup, type SetupOptions } from '../harness/setup';
import { writeDocuments } from '../harness/documents';
import { publishFlow, type Flow } from '../harness/flow';
import { outputs, type Execution } from '../harness/rest/executions';
import { readFiles, tagPdf } from '../harness/workflow';

let setup: Setup;
const closing = closedBy(afterEach);

/** Runs three documents in an n8n, in a workflow with these settings. */
const run = async (options: SetupOptions, settings: Record<string, unknown>): Promise<Flow> => {
	setup = closing(await openSetup(options));
	const pattern = await writeDocuments(setup.documents, 3);
	const nodes = [readFiles(pattern), tagPdf(setup.credential)];
	const flow = await publishFlow(setup, nodes, { settings });
	await flow.start();
	return flow;
};

function expectSuccess(execution: Execution): void {
	expect(execution.status).toBe('success');
}

function expectRefusal({ data }: Execution): void {
	expect(data.resultData.error?.message).toMatch(/n8n blocks/);
	expect(data.resultData.error?.description).toMatch(/N8N_SSRF_ALLOWED/);
	expect(setup.sandbox.requests).toEqual([]);
}

describe('Settings of n8n', () => {
	test('a workflow timeout ends the wait for a job that takes too long', async () => {
		const processingMs = 600_000;
		const flow = await run({ sandbox: { processingMs } }, { executionTimeout: 10 });
		expect((await flow.ended()).status).toBe('canceled');
		expect(setup.sandbox.ledger.charges).toHaveLength(3);
	});

	test('finds files in the JSON by their path (2.x, binaryMode combined)', async () => {
		const flow = await run({}, { binaryMode: 'combined' });
		const execution = await flow.ended();
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(outputs(execution, 'Tag PDF')[0]).toHaveLength(3);
		expect(setup.sandbox.ledger.charges).toHaveLength(3);
	});

	test('if n8n protects its network, the error says who can allow the address', async () => {
		const flow = await run({ env: { N8N_SSRF_PROTECTION_ENABLED: 'true' } }, {});
		const execution = await flow.ended();
		// 1.x has no SSRF protection.
		if (onVersion1) expectSuccess(execution);
		else expectRefusal(execution);
	});
});
