import { closedBy } from '../closing';
import {
	CREDITS,
	failsBroken,
	IN_PROCESS,
	LONG_JOBS,
	makeUploads,
	OUTCOMES,
	readOutcomes,
	STORED_WAIT,
	uploadTo,
} from '../examples/longJobs';
import { startSmtp, type Smtp } from '../examples/servers/smtp';
import { prepareExample } from '../examples/stage';
import { NodeTypes } from '../examples/validation/nodeTypes';
import { startCluster, type Cluster } from '../host/harness/queue/cluster';
import { finishedExecutions, listExecutions } from '../host/harness/rest/executions';
import { Session } from '../host/harness/rest/session';
import { activate } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';

let cluster: Cluster;
let smtp: Smtp;
const closing = closedBy(afterAll);
beforeAll(async () => {
	const service = { fails: await failsBroken() };
	cluster = closing(await startCluster({ workers: 1, processors: 0, service }));
	smtp = closing(await startSmtp());
});

test('long-jobs: the execution continues by itself although all of n8n is killed while it waits', async () => {
	cluster.sandbox.faults.order(IN_PROCESS);
	const credentials = { smtp: smtp.credential };
	const workflow = await prepareExample(cluster, await NodeTypes.of(cluster.session), LONG_JOBS, {
		credentials,
		parameters: { 'Wait two minutes': STORED_WAIT },
	});
	await activate(cluster.session, workflow);
	await uploadTo(cluster.main.url, await makeUploads());
	await until({ what: 'the execution waits' }, async () => {
		const [execution] = await listExecutions(cluster.session, workflow.id);
		return execution?.status === 'waiting';
	});
	for (const each of [cluster.main, ...cluster.workers]) {
		await each.kill();
		await cluster.replace(each);
	}
	const session = await Session.signIn(cluster.main.url);
	// It finds all jobs in process in the first round.
	await cluster.sandbox.requestAnswered('getJob', 3);
	cluster.sandbox.faults.clear();

	const executions = await finishedExecutions(session, workflow.id);
	expect(executions.map(({ status }) => status)).toEqual(['success']);
	expect(executions[0]?.data.resultData.runData['Look at the jobs']).toHaveLength(2);
	expect(await readOutcomes(smtp, 4)).toEqual(OUTCOMES);
	expect(smtp.count()).toBe(4);
	const credits = cluster.sandbox.ledger.charges.map((charge) => charge.credits);
	expect(credits.sort()).toEqual(CREDITS);
});
