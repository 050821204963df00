import { setTimeout as sleep } from 'node:timers/promises';
import { closedBy } from '../../closing';
import { openSetup, type Setup } from '../harness/setup';
import { writeDocuments } from '../harness/documents';
import { publishFlow, type Flow } from '../harness/flow';
import { listExecutions, stopExecution } from '../harness/rest/executions';
import { readFiles, tagPdf } from '../harness/workflow';
import type { Step } from '../../../sandbox';

/** Much less than the one-minute timeout of a call. */
const AT_ONCE_MS = 20_000;

let setup: Setup;
const closing = closedBy(afterAll);
beforeAll(async () => {
	setup = closing(await openSetup({ sandbox: { processingMs: 600_000 } }));
});

/** Starts a document. */
const start = async () => {
	const pattern = await writeDocuments(setup.documents, 1);
	const flow = await publishFlow(setup, [readFiles(pattern), tagPdf(setup.credential)]);
	await flow.start();
	return flow;
};

/** Presses Stop. */
const stop = async ({ workflow }: Flow) => {
	const [running] = await listExecutions(setup.session, workflow.id);
	if (!running) throw new Error('There is no execution');
	await stopExecution(setup.session, running.id);
};

/** Stops a document at a stalled call and measures how long the call outlived the Stop. */
const stopAt = async (step: Step) => {
	const nth = setup.sandbox.requestsOf(step).length + 1;
	setup.sandbox.faults.order({ step, fault: { stall: 'headers' } });
	const flow = await start();
	await setup.sandbox.requestArrived(step, nth);
	const pressed = Date.now();
	await stop(flow);
	await setup.sandbox.requestAnswered(step, nth);
	const outlivedMs = Date.now() - pressed;
	return { execution: await flow.ended(), outlivedMs };
};

describe('Stop', () => {
	test('during an upload: the connection closes at once and nothing is submitted', async () => {
		const submissions = setup.sandbox.requestsOf('submitJob').length;
		const { execution, outlivedMs } = await stopAt('store');
		expect(execution.status).toBe('canceled');
		expect(outlivedMs).toBeLessThan(AT_ONCE_MS);
		expect(setup.sandbox.requestsOf('submitJob')).toHaveLength(submissions);
	});

	test('during a call of the wait: the connection closes at once', async () => {
		const { execution, outlivedMs } = await stopAt('getJob');
		expect(execution.status).toBe('canceled');
		expect(outlivedMs).toBeLessThan(AT_ONCE_MS);
	});

	test('between two calls of the wait: there is no further call', async () => {
		const calls = () => setup.sandbox.requestsOf('getJob').length;
		const nth = calls() + 1;
		const flow = await start();
		await setup.sandbox.requestAnswered('getJob', nth);
		await stop(flow);
		expect((await flow.ended()).status).toBe('canceled');
		const before = calls();
		// No event signals that polling has ended, so this waits three poll intervals of a young job.
		await sleep(3_000);
		expect(calls()).toBe(before);
	});
});
