import { closedBy } from '../../closing';
import { openSetup, type Setup } from '../harness/setup';
import { writeDocuments } from '../harness/documents';
import { publishFlow, type Flow } from '../harness/flow';
import { listExecutions, outputs, retryExecution } from '../harness/rest/executions';
import { until } from '../harness/until';
import { readFiles, tagPdf } from '../harness/workflow';

const DOCUMENTS = 3;

let setup: Setup;
const closing = closedBy(afterAll);
beforeAll(async () => {
	setup = closing(await openSetup({ sandbox: { processingMs: 5_000, parallelJobs: DOCUMENTS } }));
});

/** Kills n8n while it waits for the jobs of an execution, and starts it again. */
const killedWhileWaiting = async (flow: Flow) => {
	setup.sandbox.reset();
	const polled = setup.sandbox.requestsOf('getJob').length;
	await flow.start();
	await until({ what: 'all jobs are waited for' }, () => {
		const { jobs } = setup.sandbox;
		return jobs.length === DOCUMENTS && setup.sandbox.requestsOf('getJob').length > polled;
	});
	await setup.n8n.kill();
	await setup.restart();
	const [crashed] = await until({ what: 'n8n has found the crashed execution' }, async () => {
		const list = await listExecutions(setup.session, flow.workflow.id);
		return list[0]?.status === 'crashed' && list;
	});
	if (!crashed) throw new Error('There is no execution');
	return crashed;
};

describe('n8n killed while jobs wait, restarted, execution retried', () => {
	test('scope content: the retry takes up the jobs, which are paid for once', async () => {
		const pattern = await writeDocuments(setup.documents, DOCUMENTS);
		const parameters = { options: { idempotencyScope: 'content' } };
		const node = tagPdf(setup.credential, parameters);
		const flow = await publishFlow(setup, [readFiles(pattern), node]);
		const crashed = await killedWhileWaiting(flow);
		await retryExecution(setup.session, crashed.id);
		const retried = await flow.ended(2);
		expect(retried.status).toBe('success');
		expect(outputs(retried, 'Tag PDF')[0]).toHaveLength(DOCUMENTS);
		expect(setup.sandbox.jobs).toHaveLength(DOCUMENTS);
		expect(setup.sandbox.ledger.charges).toHaveLength(DOCUMENTS);
	});

	test('scope delivery: n8n has lost everything of the execution, and the retry pays nothing more', async () => {
		const pattern = await writeDocuments(setup.documents, DOCUMENTS);
		const flow = await publishFlow(setup, [readFiles(pattern), tagPdf(setup.credential)]);
		const crashed = await killedWhileWaiting(flow);
		await retryExecution(setup.session, crashed.id);
		expect((await flow.ended(2)).status).toBe('success');
		expect(setup.sandbox.jobs).toHaveLength(DOCUMENTS);
		expect(setup.sandbox.ledger.charges).toHaveLength(DOCUMENTS);
	});
});
