import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { closedBy } from '../../closing';
import { openSetup, type Setup } from '../harness/setup';
import { readTitle, titleOf, writeDocuments } from '../harness/documents';
import { publishFlow, runFlow } from '../harness/flow';
import {
	finishedExecutions,
	outputs,
	readBinary,
	retryExecution,
	type Binary,
} from '../harness/rest/executions';
import { activate, addWorkflow } from '../harness/rest/workflows';
import { chain, noOp, readFiles, tagPdf, target, webhook } from '../harness/workflow';

let setup: Setup;
const closing = closedBy(afterAll);
beforeAll(async () => {
	setup = closing(await openSetup({ sandbox: { processingMs: 50 } }));
});
beforeEach(() => setup.sandbox.reset());

const LOST = { step: 'getJob', fault: { status: 401 } } as const;

/** Three documents; the second is not a PDF. */
const withABadOne = async () => {
	const pattern = await writeDocuments(setup.documents, 3);
	await writeFile(join(dirname(pattern), 'document-001.pdf'), 'Dear sirs,');
	return pattern;
};

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

	test('with Continue On Fail, a failing item does not make the others cost twice', async () => {
		const pattern = await withABadOne();
		const settings = {
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 10,
			onError: 'continueRegularOutput',
		};
		const node = tagPdf(setup.credential, {}, settings);
		const execution = await runFlow(setup, readFiles(pattern), node);
		expect(outputs(execution, 'Tag PDF')[0]).toHaveLength(3);
		expect(setup.sandbox.ledger.charges).toHaveLength(2);
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

	test('repeats a submission with a lost answer, and pays once', async () => {
		const pattern = await writeDocuments(setup.documents, 1);
		const flow = await publishFlow(setup, [readFiles(pattern), tagPdf(setup.credential)]);
		const lost = { status: 401, afterEffect: true };
		setup.sandbox.faults.order({ step: 'submitJob', fault: lost });
		await flow.start();
		const failed = await flow.ended();
		expect(failed.status).toBe('error');

		await retryExecution(setup.session, failed.id);
		expect((await flow.ended(2)).status).toBe('success');
		const [first, second] = setup.sandbox.requestsOf('submitJob');
		expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
		expect(setup.sandbox.jobs).toHaveLength(1);
		expect(setup.sandbox.ledger.charges).toHaveLength(1);
	});
});

describe('Continue On Fail', () => {
	test('reports an item that is no PDF, and tags the others', async () => {
		const pattern = await withABadOne();
		const settings = { onError: 'continueRegularOutput' };
		const node = tagPdf(setup.credential, {}, settings);
		const execution = await runFlow(setup, readFiles(pattern), node);
		expect(execution.status).toBe('success');
		const [first, bad, last] = outputs(execution, 'Tag PDF')[0] ?? [];
		expect(first?.json.status).toBe('completed');
		expect(bad?.json.error).toMatchObject({ code: 'NOT_A_PDF' });
		expect(last?.json.status).toBe('completed');
		expect(setup.sandbox.ledger.spent).toBe(2);
	});
});

describe('Error output', () => {
	test('gets the failed item with code, job and input', async () => {
		const pattern = await writeDocuments(setup.documents, 3);
		setup.sandbox.faults.order({ step: 'submitJob', fault: { failJob: true }, nth: 2 });
		const start = webhook('error-output');
		const read = readFiles(pattern);
		const settings = { onError: 'continueErrorOutput' };
		const tag = tagPdf(setup.credential, { options: { maxInFlight: 1 } }, settings);
		const [good, bad] = [noOp('Good'), noOp('Bad')];
		const straight = chain('Error output', start, read, tag);
		const connections = {
			...straight.connections,
			[tag.name]: { main: [[target(good)], [target(bad)]] },
		};
		const nodes = [...straight.nodes, good, bad];
		const workflow = await addWorkflow(setup.session, { ...straight, nodes, connections });
		await activate(setup.session, workflow);
		await fetch(`${setup.n8n.url}/webhook/error-output`, { method: 'POST' });
		const [execution] = await finishedExecutions(setup.session, workflow.id);
		if (!execution) throw new Error('There is no execution');
		expect(outputs(execution, 'Good')[0]).toHaveLength(2);
		const [item, ...more] = outputs(execution, 'Bad')[0] ?? [];
		expect(more).toEqual([]);
		const [, job] = setup.sandbox.jobs;
		expect(item?.json).toMatchObject({
			filename: 'document-001.pdf',
			id: job?.id,
			status: 'failed',
			error: { code: 'JOB_FAILED', jobId: job?.id },
		});
		const original = await readBinary(setup.session, item?.binary?.data as Binary);
		expect(await readTitle(original)).toBe(titleOf(1));
	});
});

describe('A failing item stops the workflow', () => {
	test('the error says what happened and names every paid job', async () => {
		const pattern = await withABadOne();
		const parameters = { options: { maxInFlight: 1 } };
		const node = tagPdf(setup.credential, parameters);
		const execution = await runFlow(setup, readFiles(pattern), node);
		expect(execution.status).toBe('error');
		const { error } = execution.data.resultData;
		expect(error?.message).toMatch(/"document-001.pdf" is not a PDF/);
		expect(error?.description).toContain('1 of 2 other PDFs is paid for.');
		expect(error).toMatchObject({
			context: { data: { jobs: [{ item: 0, job_id: setup.sandbox.jobs[0]?.id }] } },
		});
		expect(setup.sandbox.ledger.charges).toHaveLength(1);
	});

	test('nothing secret is stored with a failed execution', async () => {
		const pattern = await writeDocuments(setup.documents, 1);
		setup.sandbox.faults.order({ step: 'download', fault: { status: 403 }, times: 'always' });
		const execution = await runFlow(setup, readFiles(pattern), tagPdf(setup.credential));
		expect(execution.status).toBe('error');
		const stored = JSON.stringify(execution);
		expect(stored).not.toContain(setup.sandbox.accounts[0].apiKey);
		expect(stored).not.toMatch(/X-Amz-Signature|Signature=|Policy=/i);
		expect(setup.n8n.lines.join('\n')).not.toContain(setup.sandbox.accounts[0].apiKey);
	});
});
