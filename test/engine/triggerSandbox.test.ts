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
	'a job whose event the sandbox signs in %s and delivers five times is one item',
	async (hmacEncoding) => {
		const { deliver, emitted, sandbox } = await open({ hmacEncoding, deliveryCopies: 5 });
		await deliver();
		const { deliveries } = sandbox.webhooks;
		expect(deliveries).toHaveLength(5);
		expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
		expect((await emitted()).map(({ json }) => json)).toEqual([deliveries[0]?.event]);
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
