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

const verified = ({ body, headers }: Received, secret = ''): unknown =>
	Stripe.webhooks.constructEvent(body, String(headers['x-service-signature']), secret);
const statuses = ({ webhooks }: Sandbox) =>
	webhooks.deliveries.map(({ status, attempts }) => [
		status,
		...attempts.map((each) => each.status),
	]);

// test/engine/triggerSandbox uses the switches: base64, copies, age, and a wrong secret.

test('a job sends its event to every enabled endpoint of its account, signed with its own secret', async () => {
	const [one, two, off, foreign] = [
		await receive(),
		await receive(),
		await receive(),
		await receive(),
	];
	const { add, finishAndSettle, sandbox } = await setUp({ endpoints: [one.url] });
	add(two.url);
	add(off.url).enabled = false;
	const { endpoints } = sandbox.webhooks;
	endpoints.add(sandbox.accounts[1], foreign.url);
	sandbox.faults.order({ step: 'submitJob', nth: 2, fault: { failJob: true } });
	await finishAndSettle(2);

	expect([one, two, off, foreign].map(({ received }) => received.length)).toEqual([2, 2, 0, 0]);
	const [ofOne, ofTwo] = endpoints.all.map(({ secret }) => secret);
	for (const [n, status] of ['completed', 'failed'].entries()) {
		const delivery = present(one.received[n]);
		expect(delivery.headers['content-type']).toBe('application/json');
		const event = verified(delivery, ofOne);
		expect(theContract().schema('Event', event)).toEqual([]);
		const job = { id: sandbox.jobs[n]?.id, status, credits_used: 1 };
		expect(event).toMatchObject({ type: `job.${status}`, data: { job } });
		expect(() => verified(delivery, ofTwo)).toThrow('signature');
		expect(verified(present(two.received[n]), ofTwo)).toEqual(event);
	}
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
		for (const [n, delivery] of receiver.received.entries()) verified(delivery, secrets[n]);
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

test('an endpoint that hangs or is missing delays no other; closing ends all deliveries at once', async () => {
	const { add, finish, sandbox } = await setUp({
		deliveryBackoffMs: HOUR_MS,
		deliveryTimeoutMs: HOUR_MS,
	});
	const [hanging, failing] = [await receive('hang'), await receive(500)];
	for (const url of [hanging.url, 'http://127.0.0.1:1/nobody', failing.url]) add(url);
	await finish(3);
	await Promise.all([hanging.arrived(3), failing.arrived(3)]);
	await sandbox.close();
	expect(failing.received).toHaveLength(3);
});
