import type { Engine, Webhook } from '../../scripts/engine';
import { createEngine } from '../../scripts/engine';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { ReferenceClient } from '../reference/client';
import { makePdf } from '../unit/sandbox/support';

let sandbox: Sandbox;
let engine: Engine;
let webhook: Webhook;

/** The trigger in the engine, registered at the sandbox as a user would register it. */
const open = async (options: Partial<SandboxOptions> = {}, parameters: object = {}) => {
	sandbox = await startSandbox({ engine: 'stamp', deliveryBackoffMs: 20, ...options });
	const [account] = sandbox.accounts;
	engine = await createEngine({
		binaryMode: 'filesystem',
		credentials: {
			tagPdfWebhookApi: { signingSecret: 'set below' },
			tagPdfApi: { apiKey: account.apiKey, baseUrl: sandbox.url },
		},
	});
	webhook = await engine.webhook({
		nodes: [{ type: 'tagPdfTrigger', webhookId: 'hook', parameters: { ...parameters } }],
	});
	const endpoint = sandbox.webhooks.endpoints.add(account, webhook.url);
	engine.credentials.tagPdfWebhookApi = { signingSecret: endpoint.secret };
	const client = new ReferenceClient(sandbox.url, account.apiKey);
	const key = await client.upload(await makePdf());
	const submit = async () => (await client.submitJob({ key, filename: 'report.pdf' })).body.id;
	return { endpoint, submit };
};
afterEach(async () => {
	await webhook.close();
	await engine.close();
	await sandbox.close();
	expect(webhook.errors).toEqual([]);
	expect(sandbox.violations).toEqual([]);
});

const emitted = async () =>
	(await webhook.executions()).flatMap((execution) => execution.items('Tag PDF Trigger'));

test.each(['hex', 'base64'] as const)(
	'what the sandbox signs in %s is accepted',
	async (hmacEncoding) => {
		const { submit } = await open({ hmacEncoding });
		const id = await submit();
		await sandbox.jobFinished(id);
		await sandbox.webhooks.settled();
		expect((await emitted()).map(({ json }) => json)).toEqual([
			sandbox.webhooks.deliveries[0]?.event,
		]);
		expect(sandbox.webhooks.deliveries[0]?.attempts.map(({ status }) => status)).toEqual([200]);
	},
);

test.each([
	['old timestamps', { signatureAgeSeconds: 400 }],
	['timestamps of the future', { signatureAgeSeconds: -400 }],
	['a wrong secret', { wrongSecret: true }],
])('%s: refused, and accepted once it is mended', async (_what, switches) => {
	const { submit } = await open({ ...switches, deliveryAttempts: 20 });
	const refused = new Promise<void>((resolve) => {
		const stop = sandbox.onAttempted(({ attempts }) => {
			if (attempts.length < 2) return;
			Object.assign(sandbox.switches, { signatureAgeSeconds: 0, wrongSecret: false });
			stop();
			resolve();
		});
	});
	await submit();
	await refused;
	expect(await webhook.executions()).toEqual([]);
	await sandbox.webhooks.settled();
	expect(sandbox.webhooks.deliveries[0]?.attempts.map(({ status }) => status)).toEqual([
		401, 401, 200,
	]);
	expect(await emitted()).toHaveLength(1);
});

test('an endpoint whose secret is not in the credential yet: delivered once it is', async () => {
	const { endpoint, submit } = await open();
	engine.credentials.tagPdfWebhookApi = { signingSecret: '' };
	const refused = new Promise((resolve) => sandbox.onAttempted(resolve));
	await submit();
	await refused;
	engine.credentials.tagPdfWebhookApi = { signingSecret: endpoint.secret };
	await sandbox.webhooks.settled();
	expect(sandbox.webhooks.deliveries.map(({ status }) => status)).toEqual(['delivered']);
	expect(await emitted()).toHaveLength(1);
});

test('200 events, each five times, concurrently and out of order: exactly 200 items', async () => {
	const jobs = 200;
	const { submit } = await open({
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
	const arrived = deliveries
		.map(({ attempts, event }) => ({ at: attempts[0]?.at ?? 0, created: event.data.job.id }))
		.sort((a, b) => a.at - b.at)
		.map(({ created }) => created);
	expect(arrived).not.toEqual(deliveries.map(({ event }) => event.data.job.id));

	const items = await emitted();
	expect(
		items.map(({ json }) => (json as { data: { job: { id: string } } }).data.job.id).sort(),
	).toEqual([...ids].sort());
	// Bursts are settled before they cost an execution.
	expect(await webhook.executions()).toHaveLength(jobs);
}, 60_000);
