import { ageJobs } from '../ageJobs';
import { closedBy } from '../closing';
import { deliver, eventAbout, jobIdOf } from '../host/harness/events';
import { titleOf, writeDocuments } from '../host/harness/documents';
import { publishFlow, type Flow } from '../host/harness/flow';
import type { N8n } from '../host/harness/n8n';
import { addCredential, serviceOf } from '../host/harness/rest/credentials';
import {
	finishedExecutions,
	hints,
	listExecutions,
	outputs,
	stopExecution,
	titles,
	type Execution,
} from '../host/harness/rest/executions';
import { activate, addWorkflow, type Workflow } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { chain, readFiles, tagPdf, tagPdfTrigger } from '../host/harness/workflow';
import { CONCURRENCY, startCluster, type Cluster } from '../host/harness/queue/cluster';

const SECRET = 'of the endpoint';

let cluster: Cluster;
const closing = closedBy(afterAll);
beforeAll(async () => {
	cluster = closing(await startCluster());
});
beforeEach(() => {
	cluster.sandbox.reset();
});
afterEach(() => cluster.sandbox.faults.clear());

/** Publishes a flow whose webhook is a processor's unless another process is given. */
const publish = async (n8n: N8n, count: number, options = {}) => {
	const pattern = await writeDocuments(cluster.documents, count);
	const node = tagPdf(cluster.credential, { options });
	return await publishFlow({ session: cluster.session, n8n }, [readFiles(pattern), node]);
};
const times = (count: number) => Array.from({ length: count }, (_, n) => n);
const startAll = async (flow: Flow, count: number) =>
	await Promise.all(times(count).map(async () => await flow.start()));
const runs = async (flow: Flow, count: number) =>
	await finishedExecutions(cluster.session, flow.workflow.id, count);
/** Executions that a worker has started, according to its log. */
const startedBy = ({ lines }: N8n) =>
	lines.flatMap((line) => /started execution (\d+)/i.exec(line)?.[1] ?? []);
const firstProcessor = () => cluster.processors[0] as N8n;

const titlesIn = async (execution: Execution) => {
	for (const { binary } of outputs(execution, 'Tag PDF')[0] ?? []) {
		expect(binary?.data?.id).toMatch(/^database:/);
	}
	return await titles(cluster.session, execution);
};

describe('Queue mode', () => {
	test('both workers tag, and the main process reads their files', async () => {
		// The five documents are charged once, no matter which worker runs first.
		const flow = await publish(firstProcessor(), 5);
		await startAll(flow, 10);
		const executions = await runs(flow, 10);
		expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['success']));
		for (const execution of executions) {
			expect(await titlesIn(execution)).toEqual(times(5).map(titleOf));
		}
		const ids = executions.map(({ id }) => id);
		for (const worker of cluster.workers) {
			expect(startedBy(worker).filter((id) => ids.includes(id)).length).toBeGreaterThan(0);
		}
		expect(cluster.sandbox.ledger.charges).toHaveLength(5);
	});

	test('after a worker is killed, the next run resumes its jobs without paying again', async () => {
		neverFinish();
		const flow = await publish(firstProcessor(), 3);
		await flow.start();
		await until({ what: 'all jobs are waited for' }, () => cluster.sandbox.jobs.length === 3);
		const [running] = await listExecutions(cluster.session, flow.workflow.id);
		if (!running) throw new Error('There is no execution');
		const worker = await until({ what: 'a worker logs the execution' }, () =>
			cluster.workers.find((each) => startedBy(each).includes(running.id)),
		);
		await worker.kill();
		await cluster.replace(worker);
		ageJobs(cluster.sandbox.jobs);
		const [lost] = await runs(flow, 1);
		expect(lost?.status).toMatch(/error|crashed/);
		cluster.sandbox.faults.clear();

		// n8n has kept no data of the lost execution, so its own Retry has nothing to run.
		await flow.start();
		const [, again] = await runs(flow, 2);
		expect(again?.status).toBe('success');
		expect(await titlesIn(again as Execution)).toEqual(times(3).map(titleOf));
		expect(hints(again as Execution, 'Tag PDF').join()).toContain(
			'paid for before, not charged again: 3 jobs, 3 credits',
		);
		expect(cluster.sandbox.ledger.charges).toHaveLength(3);
	});

	test('the same document on both workers is paid for once and delivered to each', async () => {
		neverFinish();
		const flow = await publish(firstProcessor(), 1);
		// As many executions as both workers can run at the same time.
		const count = 2 * CONCURRENCY;
		await startAll(flow, count);
		await until(
			{ what: 'each has submitted it' },
			() => cluster.sandbox.requestsOf('submitJob').length === count,
		);
		cluster.sandbox.faults.clear();
		const executions = await runs(flow, count);
		for (const execution of executions) {
			expect(execution.status).toBe('success');
			expect(await titlesIn(execution)).toEqual([titleOf(0)]);
		}
		for (const worker of cluster.workers) {
			const own = startedBy(worker);
			expect(executions.some(({ id }) => own.includes(id))).toBe(true);
		}
		expect(cluster.sandbox.ledger.charges).toHaveLength(1);
	});

	test('Stop ends the wait on the worker when the main process has started the execution', async () => {
		expect(await stopped(cluster.main, 3_600)).toBe('canceled');
		await noMorePolls();
	});

	test("Stop marks a processor's execution, and the worker goes on to its own deadline: n8n's limit", async () => {
		expect(await stopped(firstProcessor(), 25)).toBe('canceled');
		const before = polls();
		// One poll may have been in flight.
		await until({ what: 'the worker asks on' }, () => polls() > before + 1);
		expect(cluster.sandbox.ledger.charges).toHaveLength(1);
		await noMorePolls();
	});

	test('200 events over both processors: 200 items', async () => {
		const workflows = [await listening(), await listening()];
		const jobs = times(100).map((n) => `job_${n}`);
		for (const { path } of workflows) {
			// Ten at a time, because each request waits for a database connection.
			for (const batch of times(10)) {
				const ten = jobs.slice(10 * batch, 10 * batch + 10);
				const answers = ten.map(
					async (id, n) => await send(cluster.processors[n % 2] as N8n, path, id),
				);
				expect(await Promise.all(answers)).toEqual(Array(10).fill(200));
			}
		}
		for (const { workflow } of workflows) {
			const emitted = await emittedBy(workflow, jobs.length);
			expect(emitted.sort()).toEqual([...jobs].sort());
		}
	});

	test('an event that reaches both processors at the same moment is not lost', async () => {
		const { workflow, path } = await listening();
		const jobs = times(25).map((n) => `job_${n}`);
		const deliveries = jobs.flatMap((id) =>
			cluster.processors.map(async (processor) => await send(processor, path, id)),
		);
		expect(await Promise.all(deliveries)).toEqual(Array(50).fill(200));
		// The processes share nothing but n8n's database, which gives nodes no lock.
		const emitted = await emittedBy(workflow, deliveries.length);
		expect(new Set(emitted)).toEqual(new Set(jobs));
		const twice = emitted.length - jobs.length;
		console.log(`${jobs.length} jobs delivered twice at the same moment: ${twice} emitted twice`);
	});

	test('a repeat that comes later starts nothing, although another processor gets it', async () => {
		const { workflow, path } = await listening();
		const [first, second] = cluster.processors as [N8n, N8n];
		expect(await send(first, path, 'job_1')).toBe(200);
		expect(await emittedBy(workflow, 1)).toEqual(['job_1']);
		expect(await send(second, path, 'job_1')).toBe(200);
		expect(await emittedBy(workflow, 2)).toEqual(['job_1']);
	});
});

/** Activates a workflow that starts with the trigger; returns it with the path of its production URL. */
const listening = async () => {
	const data = { ...serviceOf(cluster.sandbox), productionSigningSecret: SECRET };
	const credential = await addCredential(cluster.session, 'tagPdfApi', 'Endpoint', data);
	const trigger = tagPdfTrigger(credential);
	const workflow = await addWorkflow(cluster.session, chain('On a finished job', trigger));
	await activate(cluster.session, workflow);
	return { workflow, path: `/webhook/${String(trigger.webhookId)}/webhook` };
};

/** Delivers an event about a job to a processor. */
const send = async ({ url }: N8n, path: string, jobId: string) =>
	await deliver(url + path, eventAbout(jobId), { secret: SECRET });

/** The jobs of all items that the trigger emitted, once `count` executions have ended. */
const emittedBy = async ({ id }: Workflow, count: number) =>
	(await finishedExecutions(cluster.session, id, count))
		.flatMap((execution) => outputs(execution, 'Tag PDF Trigger')[0] ?? [])
		.map(jobIdOf);

/** Reports every job as processing until the faults are cleared. */
const neverFinish = () => {
	const fault = { fields: { status: 'processing' } };
	for (const step of ['submitJob', 'getJob'] as const) {
		cluster.sandbox.faults.order({ step, fault, times: 'always' });
	}
};
const polls = () => cluster.sandbox.requestsOf('getJob').length;

/** Stops an execution that waits for a job with this Wait Timeout in seconds; returns its status. */
const stopped = async (starter: N8n, waitTimeout: number) => {
	neverFinish();
	const flow = await publish(starter, 1, { waitTimeout });
	await flow.start();
	await until({ what: 'the job is waited for' }, () => polls() > 0);
	const [running] = await listExecutions(cluster.session, flow.workflow.id);
	if (!running) throw new Error('There is no execution');
	await stopExecution(cluster.session, running.id);
	const [execution] = await runs(flow, 1);
	return execution?.status;
};

/** Resolves when no poll has come for longer than the poll interval of a young job. */
const noMorePolls = async () => {
	let before = -1;
	await until({ what: 'nobody asks any more', within: 40_000, every: 5_000 }, () => {
		const asked = polls();
		const quiet = asked === before;
		before = asked;
		return quiet;
	});
};
