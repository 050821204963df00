import { closedBy } from '../../closing';
import { present } from '../../present';
import { openSetup, type Setup } from '../harness/setup';
import { readTitle, titleOf, writeDocuments } from '../harness/documents';
import { publish, publishFlow, runFlow, type Flow } from '../harness/flow';
import {
	listExecutions,
	outputs,
	readBinary,
	retryExecution,
	stopExecution,
	type Binary,
} from '../harness/rest/executions';
import { until } from '../harness/until';
import { chain, extend, noOp, readFiles, tagPdf, target } from '../harness/workflow';
import type { Step } from '../../../sandbox';

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

describe('Retry On Fail', () => {
	test('the second try resumes the job that the first has paid for', async () => {
		const pattern = await writeDocuments(setup.documents, 2);
		setup.sandbox.faults.order(LOST);
		const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
		const execution = await runFlow(
			setup,
			readFiles(pattern),
			tagPdf(setup.credential, {}, retried),
		);
		expect(execution.status).toBe('success');
		expect(outputs(execution, 'Tag PDF')[0]).toHaveLength(2);
		expect(setup.sandbox.ledger.charges).toHaveLength(2);
		expect(setup.sandbox.jobs).toHaveLength(2);
	});
});

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

describe('Error output', () => {
	test('gets the failed item with code, job and input', async () => {
		const pattern = await writeDocuments(setup.documents, 3);
		setup.sandbox.faults.order({ step: 'submitJob', fault: { failJob: true }, nth: 2 });
		const read = readFiles(pattern);
		const settings = { onError: 'continueErrorOutput' };
		const tag = tagPdf(setup.credential, { options: { maxDocumentsAtOnce: 1 } }, settings);
		const [good, bad] = [noOp('Good'), noOp('Bad')];
		const links = { [tag.name]: { main: [[target(good)], [target(bad)]] } };
		const flow = await publish(setup, (event) =>
			extend(chain('Error output', event, read, tag), [good, bad], links),
		);
		await flow.start();
		const execution = await flow.ended();
		expect(outputs(execution, 'Good')[0]).toHaveLength(2);
		const [item, ...more] = outputs(execution, 'Bad')[0] ?? [];
		expect(more).toEqual([]);
		const [, job] = setup.sandbox.jobs;
		expect(item?.json).toMatchObject({
			filename: 'document-001.pdf',
			id: job?.id,
			status: 'failed',
			error: { code: 'JOB_FAILED', job_id: job?.id },
		});
		const original = await readBinary(setup.session, item?.binary?.data as Binary);
		expect(await readTitle(original)).toBe(titleOf(1));
	});
});

describe('A failing item stops the workflow', () => {
	test('nothing secret is stored with a failed execution', async () => {
		const pattern = await writeDocuments(setup.documents, 1);
		setup.sandbox.faults.order({ step: 'download', fault: { status: 501 }, times: 'always' });
		const execution = await runFlow(setup, readFiles(pattern), tagPdf(setup.credential));
		expect(execution.status).toBe('error');
		const stored = JSON.stringify(execution);
		expect(stored).not.toContain(setup.sandbox.accounts[0].apiKey);
		expect(stored).not.toMatch(/X-Amz-Signature|Signature=|Policy=/i);
		expect(setup.n8n.lines.join('\n')).not.toContain(setup.sandbox.accounts[0].apiKey);
	});
});

describe('Stop', () => {
	/** Presses Stop while a call has no answer, and measures how long the call outlived it. */
	const stopAt = async (step: Step) => {
		setup.sandbox.faults.order({ step, fault: { stall: 'headers' } });
		const flow = await startDocuments(1);
		const seen = await until({ what: step }, () => setup.sandbox.requestsOf(step)[0]);
		const pressed = Date.now();
		await stop(flow);
		await setup.sandbox.requestAnswered(step, seen.n);
		const outlivedMs = Date.now() - pressed;
		return { execution: await flow.ended(), outlivedMs };
	};
	const stop = async ({ workflow }: Flow) => {
		const running = present((await listExecutions(setup.session, workflow.id))[0]);
		await stopExecution(setup.session, running.id);
	};

	test('during an upload: the connection closes at once and nothing is submitted', async () => {
		const { execution, outlivedMs } = await stopAt('store');
		expect(execution.status).toBe('canceled');
		expect(outlivedMs).toBeLessThan(AT_ONCE_MS);
		expect(setup.sandbox.requestsOf('submitJob')).toEqual([]);
	});

	test('during a call of the wait: the connection closes at once', async () => {
		const { execution, outlivedMs } = await stopAt('getJob');
		expect(execution.status).toBe('canceled');
		expect(outlivedMs).toBeLessThan(AT_ONCE_MS);
	});
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
