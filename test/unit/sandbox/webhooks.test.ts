import Stripe from 'stripe';
import type { Sandbox, SandboxOptions } from '../../../sandbox';
import { present } from '../../present';
import { theContract } from '../../../sandbox/api/contract';
import { makePdf, open } from './openSandbox';
import { receive, type Received } from './receiver';

const HOUR_MS = 3_600_000;

/** A sandbox that delivers without delay, and a function that finishes this many jobs. */
const setUp = async (options: Partial<SandboxOptions> = {}) => {
	const opened = await open({ deliveryBackoffMs: 1, ...options });
	const { client, sandbox, account } = opened;
	const key = await client.upload(await makePdf());
	const finish = async (jobs = 1) => {
		for (let n = 0; n < jobs; n += 1) {
			const { body } = await client.submitJob({ key });
			await sandbox.jobFinished(body.id);
		}
	};
	const finishAndSettle = async (jobs = 1) => {
		await finish(jobs);
		await sandbox.webhooks.settled();
	};
	const add = (url: string) => sandbox.webhooks.endpoints.add(account, url);
	return { ...opened, add, finish, finishAndSettle };
};

const eventOf = ({ body }: Received) =>
	JSON.parse(body) as { id: string; type: string; data: { job: { id: string } } };
const verified = ({ body, headers }: Received, secret: string): unknown =>
	Stripe.webhooks.constructEvent(body, String(headers['x-service-signature']), secret);
const statuses = ({ webhooks }: Sandbox) =>
	webhooks.deliveries.map(({ status, attempts }) => [
		status,
		...attempts.map((each) => each.status),
	]);

// test/engine/triggerSandbox uses the switches: base64, copies, age, and a wrong secret.

describe('a job that finishes', () => {
	test('sends its event to every enabled endpoint of the account, signed with its own secret', async () => {
		const { add, finishAndSettle, sandbox } = await setUp();
		const [one, two, off, foreign] = await Promise.all([
			receive(),
			receive(),
			receive(),
			receive(),
		]);
		const endpoints = [add(one.url), add(two.url)];
		add(off.url).enabled = false;
		sandbox.webhooks.endpoints.add(sandbox.accounts[1], foreign.url);
		await finishAndSettle();

		expect([one, two, off, foreign].map(({ received }) => received.length)).toEqual([1, 1, 0, 0]);
		for (const [index, { received }] of [one, two].entries()) {
			const delivery = present(received[0]);
			expect(delivery.headers['content-type']).toBe('application/json');
			const event = verified(delivery, endpoints[index]?.secret ?? '');
			expect(theContract().schema('Event', event)).toEqual([]);
			expect(event).toMatchObject({
				type: 'job.completed',
				data: { job: { id: sandbox.jobs[0]?.id, status: 'completed', credits_used: 1 } },
			});
			expect(() => verified(delivery, endpoints[1 - index]?.secret ?? '')).toThrow('signature');
		}
		expect(one.received[0]?.body).toBe(two.received[0]?.body);
	});

	test('sends a failed event if it failed, to an endpoint given at the start', async () => {
		const receiver = await receive();
		const { finishAndSettle, sandbox } = await setUp({ endpoints: [receiver.url] });
		sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
		await finishAndSettle();
		expect(receiver.received.map(eventOf)).toMatchObject([
			{ type: 'job.failed', data: { job: { status: 'failed' } } },
		]);
	});
});

describe('an event is sent again, byte for byte the same, with a fresh signature,', () => {
	test('until the endpoint answers 2xx, with the secret of now', async () => {
		const { add, finishAndSettle, sandbox } = await setUp();
		const receiver = await receive(500, 302, 404, 204);
		const endpoint = add(receiver.url);
		const secrets = [endpoint.secret];
		sandbox.onAttempted(() =>
			secrets.push(sandbox.webhooks.endpoints.renewSecret(endpoint).secret),
		);
		await finishAndSettle();
		expect(statuses(sandbox)).toEqual([['delivered', 500, 302, 404, 204]]);
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
		for (const [n, delivery] of receiver.received.entries()) verified(delivery, secrets[n] ?? '');
		expect(new Set(secrets).size).toBe(5);
		expect(sandbox.webhooks.deliveries[0]?.attempts[0]?.answer).toBe('answer 0');
	});

	test('when no answer comes in time', async () => {
		const { add, finishAndSettle, sandbox } = await setUp({ deliveryTimeoutMs: 100 });
		const receiver = await receive('hang');
		add(receiver.url);
		sandbox.onAttempted(() => {
			receiver.answers = [200];
			sandbox.switches.deliveryTimeoutMs = 60_000;
		});
		await finishAndSettle();
		expect(statuses(sandbox)).toEqual([['delivered', null, 200]]);
		expect(sandbox.webhooks.deliveries[0]?.attempts[0]?.answer).toBe('no answer in time');
	});

	test('after ever longer pauses until the tries are used up; then on demand', async () => {
		const pauses: number[] = [];
		const sleep = async (ms: number) => {
			pauses.push(ms);
			await Promise.resolve();
		};
		const options = { deliveryBackoffMs: HOUR_MS, deliveryAttempts: 4, sleep };
		const { add, finishAndSettle, sandbox } = await setUp(options);
		add((await receive(503, 503, 503, 503, 200)).url);
		await finishAndSettle();
		expect(statuses(sandbox)).toEqual([['failed', 503, 503, 503, 503]]);
		expect(pauses).toEqual([0, 0, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS]);
		sandbox.webhooks.resend(sandbox.webhooks.deliveries[0]?.id ?? '');
		await sandbox.webhooks.settled();
		expect(statuses(sandbox)).toEqual([['delivered', 503, 503, 503, 503, 200]]);
	});

	test('at once when asked for while it waits, and no more when the endpoint is off', async () => {
		const { add, finishAndSettle, sandbox } = await setUp({ deliveryBackoffMs: HOUR_MS });
		const receiver = await receive(500);
		const endpoint = add(receiver.url);
		sandbox.onAttempted(({ attempts, id, status }) => {
			if (status !== 'pending') return;
			endpoint.enabled = attempts.length < 2;
			// The pause begins after this event.
			setImmediate(() => sandbox.webhooks.resend(id));
		});
		await finishAndSettle();
		expect(statuses(sandbox)).toEqual([['failed', 500, 500]]);
	});
});

test('an endpoint that hangs or is missing delays no other', async () => {
	const { add, finish } = await setUp();
	const [hanging, good] = [await receive('hang'), await receive()];
	add(hanging.url);
	add('http://127.0.0.1:1/nobody');
	add(good.url);
	await finish(3);
	await good.arrived(3);
	expect(good.received).toHaveLength(3);
});

test('closing ends pending and waiting deliveries at once', async () => {
	const { add, finish, sandbox } = await setUp({
		deliveryBackoffMs: HOUR_MS,
		deliveryTimeoutMs: HOUR_MS,
	});
	const [hanging, failing] = [await receive('hang'), await receive(500)];
	add(hanging.url);
	add(failing.url);
	await finish();
	await Promise.all([hanging.arrived(1), failing.arrived(1)]);
	await sandbox.close();
	expect(failing.received).toHaveLength(1);
});
