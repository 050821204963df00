import { closedBy } from '../closing';
import { makeDocument } from '../host/harness/documents';
import {
	finishedExecutions,
	listExecutions,
	outputs,
	retryExecution,
	type Execution,
} from '../host/harness/rest/executions';
import { activate, deactivate, type Workflow } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { present } from '../present';
import { readExample } from './examples';
import {
	CREDITS,
	failsBroken,
	IN_PROCESS,
	LONG_JOBS,
	makeUploads,
	OUTCOMES,
	readOutcomes,
	STORED_WAIT,
	told,
	uploadTo,
} from './longJobs';
import { startSmtp, type Smtp } from './servers/smtp';
import { openStage, type Parameters, type Stage } from './stage';

const SHORT_WAIT = { resume: 'timeInterval', amount: 1, unit: 'seconds' };

let stage: Stage;
let smtp: Smtp;
let workflow: Workflow;
const closing = closedBy(afterAll);
beforeAll(async () => {
	stage = closing(await openStage({ sandbox: { fails: await failsBroken() } }));
});
beforeEach(async () => {
	stage.sandbox.reset();
	smtp = closing(await startSmtp());
});
afterEach(async () => {
	stage.sandbox.faults.clear();
	await deactivate(stage.session, workflow);
});

/** Publishes the example with these parameters of its nodes. */
async function publish(parameters: Readonly<Record<string, Parameters>>): Promise<void> {
	const credentials = { smtp: smtp.credential };
	workflow = await stage.prepare(LONG_JOBS, { credentials, parameters });
	await activate(stage.session, workflow);
}

const upload = async (files: Readonly<Record<string, Buffer>>) =>
	await uploadTo(stage.n8n.url, files);
const executions = async (count: number) =>
	await finishedExecutions(stage.session, workflow.id, count);
const charged = () => stage.sandbox.ledger.charges.map(({ credits }) => credits).sort();
const roundsOf = ({ data }: Execution) => data.resultData.runData['Look at the jobs']?.length;

test('each PDF is mailed, or the reason, although n8n is killed while it waits', async () => {
	stage.sandbox.faults.order(IN_PROCESS);
	await publish({ 'Wait two minutes': STORED_WAIT });
	await upload(await makeUploads());
	await until({ what: 'the execution waits' }, async () => {
		const [execution] = await listExecutions(stage.session, workflow.id);
		return execution?.status === 'waiting';
	});
	await stage.n8n.kill();
	await stage.restart();
	// It finds all jobs in process in the first round.
	await stage.sandbox.requestAnswered('getJob', 3);
	stage.sandbox.faults.clear();

	const [execution, ...others] = await executions(1);
	expect(others).toEqual([]);
	expect(execution?.status).toBe('success');
	expect(roundsOf(present(execution))).toBe(2);
	expect(await readOutcomes(smtp, 4)).toEqual(OUTCOMES);
	expect(smtp.count()).toBe(4);
	expect(charged()).toEqual(CREDITS);
});

test('after a kill in another step, Retry mails each PDF, and nothing is paid again', async () => {
	stage.sandbox.faults.order({
		step: 'download',
		fault: { stall: 'headers' },
		times: 'always',
	});
	await publish({ 'Wait two minutes': SHORT_WAIT });
	await upload(await makeUploads());
	await until(
		{ what: 'both results are fetched' },
		() => stage.sandbox.requestsOf('download').length === 2,
	);
	await stage.n8n.kill();
	stage.sandbox.faults.clear();
	await stage.restart();
	const [killed] = await executions(1);
	expect(killed?.status).toBe('crashed');
	expect(smtp.count()).toBe(0);

	await retryExecution(stage.session, present(killed).id);
	const [, again] = await executions(2);
	expect(again?.status).toBe('success');
	expect(await readOutcomes(smtp, 4)).toEqual(OUTCOMES);
	expect(charged()).toEqual(CREDITS);
});

test('what is not ready after all rounds, or was not submitted, is told, and paid for once later', async () => {
	const documents = {
		'slow.pdf': await makeDocument('Slow', 2),
		'costly.pdf': await makeDocument('Costly', 3),
	};
	stage.sandbox.accounts[0].credits = 2;
	stage.sandbox.faults.order(IN_PROCESS);
	await publish({
		'Wait two minutes': SHORT_WAIT,
		'Is a round left?': { conditions: roundsLeft(2) },
	});
	await upload(documents);
	expect(await readOutcomes(smtp, 2)).toEqual({
		'Not ready: slow.pdf': told('you get the same job and do not pay again'),
		'Not ready: costly.pdf': told('Not enough credits for "costly.pdf"'),
	});
	const [first] = await executions(1);
	expect(roundsOf(present(first))).toBe(2);
	expect(outputs(present(first), 'Submit the PDFs').map((items) => items.length)).toEqual([1, 1]);

	stage.sandbox.faults.clear();
	stage.sandbox.accounts[0].credits = 100;
	await upload(documents);
	const both = await executions(2);
	expect(both.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(await readOutcomes(smtp, 4)).toMatchObject({
		'slow-tagged.pdf': 'Slow',
		'costly-tagged.pdf': 'Costly',
	});
	expect(charged()).toEqual([2, 3]);
});

/** The example's condition, with another number of rounds. */
function roundsLeft(rounds: number): unknown {
	const limit = /\$runIndex < 59/;
	const { nodes } = readExample(LONG_JOBS);
	const node = nodes.find(({ name }) => name === 'Is a round left?');
	const conditions = JSON.stringify(present(node).parameters.conditions);
	expect(conditions).toMatch(limit);
	return JSON.parse(conditions.replace(limit, `$runIndex < ${rounds - 1}`));
}
