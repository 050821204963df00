import { closedBy } from '../../closing';
import { present } from '../../present';
import { openSetup, type Setup } from '../harness/setup';
import { writeDocuments } from '../harness/documents';
import { publishFlow } from '../harness/flow';
import { listExecutions, outputs, retryExecution, stopExecution } from '../harness/rest/executions';
import { until } from '../harness/until';
import { readFiles, tagPdf } from '../harness/workflow';

/** Much less than the one-minute timeout of a call. */
const AT_ONCE_MS = 20_000;

let setup: Setup;
const closing = closedBy(afterAll);
beforeAll(async () => {
	setup = closing(await openSetup({ sandbox: { processingMs: 50 } }));
});
beforeEach(() => setup.sandbox.reset());

/** Starts documents in a workflow with these settings. */
const startDocuments = async (count: number, settings = {}) => {
	const pattern = await writeDocuments(setup.documents, count);
	const nodes = [readFiles(pattern), tagPdf(setup.credential)];
	const flow = await publishFlow(setup, nodes, { settings });
	await flow.start();
	return flow;
};

const LOST = { step: 'getJob', fault: { status: 401 } } as const;

describe('Manual Retry', () => {
	test('resumes the job of the failed execution', async () => {
		const pattern = await writeDocuments(setup.documents, 1);
		const flow = await publishFlow(setup, [readFiles(pattern), tagPdf(setup.credential)]);
		setup.sandbox.faults.order(LOST);
		await flow.start();
		const failed = await flow.ended();
		const [job] = setup.sandbox.jobs;
		expect(failed.status).toBe('error');
		expect(failed.data.resultData.error?.message).toMatch(/the API key is not accepted/);
		expect(failed.data.resultData.error?.description).toContain(job?.id);

		await retryExecution(setup.session, failed.id);
		const retried = await flow.ended(2);
		expect(retried).toMatchObject({ status: 'success', mode: 'retry', retryOf: failed.id });
		expect(outputs(retried, 'Tag PDF')[0]?.[0]?.json).toMatchObject({ id: job?.id });
		expect(setup.sandbox.ledger.charges).toHaveLength(1);
	});
});

test('Stop during an upload closes the connection at once, and nothing is submitted', async () => {
	setup.sandbox.faults.order({ step: 'store', fault: { stall: 'headers' } });
	const flow = await startDocuments(1);
	const seen = await until({ what: 'the upload' }, () => setup.sandbox.requestsOf('store')[0]);
	const pressed = Date.now();
	const running = present((await listExecutions(setup.session, flow.workflow.id))[0]);
	await stopExecution(setup.session, running.id);
	await setup.sandbox.requestAnswered('store', seen.n);
	expect(Date.now() - pressed).toBeLessThan(AT_ONCE_MS);
	expect((await flow.ended()).status).toBe('canceled');
	expect(setup.sandbox.requestsOf('submitJob')).toEqual([]);
});

describe("The workflow's settings", () => {
	test('a timeout ends the wait for a job that takes too long', async () => {
		const fault = { fields: { status: 'processing' } };
		setup.sandbox.faults.order({ step: 'getJob', times: 'always', fault });
		const flow = await startDocuments(3, { executionTimeout: 10 });
		expect((await flow.ended()).status).toBe('canceled');
		expect(setup.sandbox.ledger.charges).toHaveLength(3);
	});

	test('files in the JSON are found by their path (2.x, binaryMode combined)', async () => {
		const flow = await startDocuments(3, { binaryMode: 'combined' });
		const execution = await flow.ended();
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(outputs(execution, 'Tag PDF')[0]).toHaveLength(3);
		expect(setup.sandbox.ledger.charges).toHaveLength(3);
	});
});
