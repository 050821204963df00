import { jobEvent, openTrigger, type TriggerSetup, type TriggerOptions } from './triggerSetup';

let trigger: TriggerSetup;
const open = async (options?: TriggerOptions) => (trigger = await openTrigger(options));
afterEach(async () => {
	jest.restoreAllMocks();
	await trigger.close();
});

/** Starts the execution from the stored event, as n8n does after a restart or in another process. */
const execute = async (event: object, options: object = {}) =>
	await trigger.engine.run({
		nodes: [{ type: 'tagPdfTrigger', webhookId: 'hook', retryOnFail: false }],
		items: [{ json: { ...event } }],
		startNode: 'Tag PDF Trigger',
		connections: {},
		mode: 'webhook',
		...options,
	});

describe('a job is emitted once', () => {
	test('twenty deliveries of the same event at the same time: one item', async () => {
		await open();
		const event = jobEvent();
		const answers = await Promise.all(
			Array.from({ length: 20 }, async () => await trigger.deliver(event)),
		);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		expect(await trigger.executions()).toHaveLength(1);
		expect(await trigger.emitted()).toHaveLength(1);
	});

	test("n8n's store still knows jobs that the process has forgotten", async () => {
		await open();
		const event = jobEvent();
		const [first, second] = [await execute(event), await execute(event)];
		expect(first.items('Tag PDF Trigger')).toHaveLength(1);
		expect(second.status).toBe('success');
		expect(second.items('Tag PDF Trigger')).toEqual([]);
	});

	test('fifty executions at the same time: none of their records is lost', async () => {
		await open();
		const events = Array.from({ length: 50 }, () => jobEvent());
		const first = await Promise.all(events.map(async (event) => await execute(event)));
		const again = await Promise.all(events.map(async (event) => await execute(event)));
		const count = (executions: typeof first) =>
			executions.reduce((sum, execution) => sum + execution.items('Tag PDF Trigger').length, 0);
		expect([count(first), count(again)]).toEqual([50, 0]);
	});
});

describe('a repeat on purpose is emitted:', () => {
	test('a test does not use up the job for production', async () => {
		await open({ mode: 'manual' });
		const event = jobEvent();
		await trigger.deliver(event);
		expect((await execute(event)).items('Tag PDF Trigger')).toHaveLength(1);
	});

	test('a second run of the same execution, as n8n 1 makes of a stalled one', async () => {
		await open();
		const event = jobEvent();
		const stalled = await execute(event, { executionId: '77' });
		const rerun = await execute(event, { executionId: '77' });
		expect([stalled, rerun].map((each) => each.items('Tag PDF Trigger').length)).toEqual([1, 1]);
	});

	test('a manual Retry', async () => {
		await open();
		const event = jobEvent();
		await execute(event);
		const retried = await execute(event, { mode: 'retry' });
		expect(retried.items('Tag PDF Trigger')).toHaveLength(1);
	});
});
