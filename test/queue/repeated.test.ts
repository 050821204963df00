import { closedBy } from '../closing';
import { titleOf, writeDocuments } from '../host/harness/documents';
import { publishFlow, type Flow } from '../host/harness/flow';
import { startCluster, type Cluster } from '../host/harness/queue/cluster';
import { finishedExecutions, listExecutions, titles } from '../host/harness/rest/executions';
import { until } from '../host/harness/until';
import { readFiles, tagPdf } from '../host/harness/workflow';

const CASES = (["before its submission's answer", 'in the wait'] as const)
	.flatMap((killed) => [false, true].map((newJob) => ({ killed, newJob })))
	.map((each, index) => ({ ...each, index }));
type Case = (typeof CASES)[number];

let cluster: Cluster;
/** The flow of each case. */
const flows = new Map<number, Flow>();
const closing = closedBy(afterAll);

// n8n 1 repeats an execution whose worker is gone: under its ID, and without what the first try knew.
beforeAll(async () => {
	cluster = closing(await startCluster({ workers: 1, processors: 0, concurrency: CASES.length }));
	const { sandbox } = cluster;
	const pattern = await writeDocuments(cluster.documents, CASES.length);
	for (const each of CASES) flows.set(each.index, await publish(each, pattern));

	sandbox.faults.order({ step: 'submitJob', fault: { stall: 'headers' }, times: 'always' });
	await start(({ killed }) => killed !== 'in the wait');
	await until({ what: 'the first jobs exist' }, () => sandbox.jobs.length === CASES.length / 2);
	sandbox.faults.clear();
	const fault = { fields: { status: 'processing' } };
	sandbox.faults.order({ step: 'getJob', fault, times: 'always' });
	await start(({ killed }) => killed === 'in the wait');
	const countAsked = () => new Set(sandbox.requestsOf('getJob').map(({ path }) => path)).size;
	await until({ what: 'the others are waited for' }, () => countAsked() === CASES.length / 2);

	const [worker] = cluster.workers;
	if (!worker) throw new Error('There is no worker');
	await worker.kill();
	sandbox.faults.clear();
	// Started again in its folder, the same worker would find its executions there, and mark them as crashed.
	await cluster.addWorker();
});

async function publish({ index, newJob }: Case, pattern: string): Promise<Flow> {
	const file = pattern.replace('*', `${titleOf(index)}.pdf`);
	const node = tagPdf(cluster.credential, { options: { newJobPerExecution: newJob } });
	return await publishFlow({ session: cluster.session, n8n: cluster.main }, [
		readFiles(file),
		node,
	]);
}

async function start(isStarted: (each: Case) => boolean): Promise<void> {
	for (const each of CASES.filter(isStarted)) await flows.get(each.index)?.start();
}

describe('An execution that n8n repeats under its ID, because its worker was killed: 1 charge', () => {
	test.each(CASES)('killed $killed, New Job per Execution $newJob', async ({ index }) => {
		const { workflow } = flows.get(index) as Flow;
		const [execution] = await finishedExecutions(cluster.session, workflow.id);
		expect(execution?.status).toBe('success');
		expect(execution && (await titles(cluster.session, execution))).toEqual([titleOf(index)]);
		// The other worker has run it, and n8n has made no other execution.
		const started = `started execution ${execution?.id} `;
		expect(cluster.workers[1]?.lines.join('\n')).toContain(started);
		expect(await listExecutions(cluster.session, workflow.id)).toHaveLength(1);

		const { jobs, ledger } = cluster.sandbox;
		const own = jobs.filter(({ filename }) => filename === `${titleOf(index)}.pdf`);
		expect(own).toHaveLength(1);
		expect(ledger.charges.filter(({ jobId }) => jobId === own[0]?.id)).toHaveLength(1);
	});
});
