import type { SandboxOptions } from '../../sandbox';
import { openAtSandbox, type TriggerAtSandbox } from './triggerAtSandbox';

let trigger: TriggerAtSandbox;
const open = async (sandbox: Partial<SandboxOptions> = {}) =>
	(trigger = await openAtSandbox({ sandbox }));
afterEach(async () => {
	jest.restoreAllMocks();
	expect(trigger.webhook.errors).toEqual([]);
	expect(trigger.sandbox.violations).toEqual([]);
	await trigger.close();
});

test.each(['hex', 'base64'] as const)(
	'accepts events that the sandbox signs in %s',
	async (hmacEncoding) => {
		const { deliver, emitted, sandbox } = await open({ hmacEncoding });
		await deliver();
		const [delivery] = sandbox.webhooks.deliveries;
		expect((await emitted()).map(({ json }) => json)).toEqual([delivery?.event]);
		expect(delivery?.attempts.map(({ status }) => status)).toEqual([200]);
	},
);

test.each([
	['old timestamps', { signatureAgeSeconds: 400 }],
	['timestamps of the future', { signatureAgeSeconds: -400 }],
	['a wrong secret', { wrongSecret: true }],
])('refuses events with %s, and accepts them after the repair', async (_what, switches) => {
	const { deliver, emitted, sandbox, webhook } = await open({ ...switches, deliveryAttempts: 20 });
	let startedBefore: Promise<number> | undefined;
	sandbox.onAttempted(({ attempts }) => {
		if (attempts.length !== 2) return;
		Object.assign(sandbox.switches, { signatureAgeSeconds: 0, wrongSecret: false });
		startedBefore = webhook.executions().then(({ length }) => length);
	});
	await deliver();
	const [delivery] = sandbox.webhooks.deliveries;
	expect(delivery?.attempts.map(({ status }) => status)).toEqual([401, 401, 200]);
	expect(await startedBefore).toBe(0);
	expect(await emitted()).toHaveLength(1);
});

test('50 events, each five times, concurrently and out of order: exactly 50 items', async () => {
	const jobs = 50;
	const { emitted, sandbox, submit, webhook } = await open({
		credits: jobs,
		deliveryCopies: 5,
		deliveryShuffleMs: 2000,
		parallelJobs: 8,
	});
	const ids = await Promise.all(Array.from({ length: jobs }, submit));
	await Promise.all(ids.map(async (id) => await sandbox.jobFinished(id)));
	await sandbox.webhooks.settled();

	const { deliveries } = sandbox.webhooks;
	expect(deliveries).toHaveLength(5 * jobs);
	expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
	const created = deliveries.map(({ event }) => event.data.job.id);
	const arrived = [...deliveries]
		.sort((one, other) => (one.attempts[0]?.at ?? 0) - (other.attempts[0]?.at ?? 0))
		.map(({ event }) => event.data.job.id);
	expect(arrived).not.toEqual(created);

	const items = await emitted();
	const emittedIds = items.map(({ json }) => (json.data as { job: { id: string } }).job.id);
	expect(emittedIds.sort()).toEqual([...ids].sort());
	// Duplicates in a burst are dropped before they start an execution.
	expect(await webhook.executions()).toHaveLength(jobs);
});
