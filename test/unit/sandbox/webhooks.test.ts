import Stripe from 'stripe';
import type { Sandbox, SandboxOptions } from '../../../sandbox';
import { present } from '../../present';
import { theContract } from '../../../sandbox/api/contract';
import { hmacOf } from '../TagPdfTrigger/deliveries';
import { open } from './openSandbox';
import { makePdf } from './pdf';
import { receive, type Received } from './receiver';

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
	const add = (url: string) => sandbox.webhooks.endpoints.add(account, url);
	return { ...opened, add, finish };
};

const eventOf = ({ body }: Received) =>
	JSON.parse(body) as { id: string; type: string; data: { job: { id: string } } };
const signatureOf = ({ headers }: Received) => String(headers['x-service-signature']);
const verified = (delivery: Received, secret: string) =>
	Stripe.webhooks.constructEvent(delivery.body, signatureOf(delivery), secret);
const statuses = ({ webhooks }: Sandbox) =>
	webhooks.deliveries.map(({ status, attempts }) => [
		status,
		...attempts.map((each) => each.status),
	]);

describe('a job that finishes', () => {
	test('sends its event to every enabled endpoint of the account, signed with its own secret', async () => {
		const { add, finish, sandbox } = await setUp();
		const [one, two, off, foreign] = [
			await receive(),
			await receive(),
			await receive(),
			await receive(),
		];
		const endpoints = [add(one.url), add(two.url)];
		add(off.url).enabled = false;
		sandbox.webhooks.endpoints.add(sandbox.accounts[1], foreign.url);
		await finish();
		await sandbox.webhooks.settled();

		expect([one, two, off, foreign].map(({ received }) => received.length)).toEqual([1, 1, 0, 0]);
		for (const [
			index,
			{
				received: [delivery],
			},
		] of [one, two].entries()) {
			if (!delivery) throw new Error('nothing was received');
			expect(delivery.headers['content-type']).toBe('application/json');
			const event = verified(delivery, endpoints[index]?.secret ?? '') as unknown;
			expect(theContract().schema('Event', event)).toEqual([]);
			expect(event).toMatchObject({
				type: 'job.completed',
				data: { job: { id: sandbox.jobs[0]?.id, status: 'completed', credits_used: 1 } },
			});
			expect(() => verified(delivery, endpoints[1 - index]?.secret ?? '')).toThrow('signature');
		}
		expect(one.received[0]?.body).toBe(two.received[0]?.body);
	});

	test('sends a failed event if it failed', async () => {
		const { add, finish, sandbox } = await setUp();
		const receiver = await receive();
		add(receiver.url);
		sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
		await finish();
		await sandbox.webhooks.settled();
		expect(receiver.received.map(eventOf)).toMatchObject([
			{ type: 'job.failed', data: { job: { status: 'failed' } } },
		]);
	});

	test('sends nothing without an endpoint', async () => {
		const { finish, sandbox } = await setUp();
		await finish();
		expect(sandbox.webhooks.deliveries).toEqual([]);
	});
});

describe('an event is sent again, byte for byte the same, with a fresh signature,', () => {
	test('until the endpoint answers 2xx', async () => {
		const { add, finish, sandbox } = await setUp();
		const receiver = await receive(500, 302, 404, 204);
		const { secret } = add(receiver.url);
		await finish();
		await sandbox.webhooks.settled();
		expect(statuses(sandbox)).toEqual([['delivered', 500, 302, 404, 204]]);
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
		for (const delivery of receiver.received) verified(delivery, secret);
		expect(sandbox.webhooks.deliveries[0]?.attempts[0]?.answer).toBe('answer 0');
	});

	test('when no answer comes in time', async () => {
		const { add, finish, sandbox } = await setUp({ deliveryTimeoutMs: 100 });
		const receiver = await receive('hang');
		add(receiver.url);
		sandbox.onAttempted(() => {
			receiver.answers = [200];
			sandbox.switches.deliveryTimeoutMs = 60_000;
		});
		await finish();
		await sandbox.webhooks.settled();
		expect(statuses(sandbox)).toEqual([['delivered', null, 200]]);
		expect(sandbox.webhooks.deliveries[0]?.attempts[0]?.answer).toBe('no answer in time');
	});

	test('after ever longer pauses', async () => {
		const hour = 3_600_000;
		const now = Date.now();
		const { add, finish, sandbox } = await setUp({
			deliveryBackoffMs: hour,
			deliveryAttempts: 4,
			now: () => now,
		});
		const pauses: number[] = [];
		sandbox.onAttempted(({ id, attempts }) => {
			if (attempts.length === 4) return;
			// The pause begins after this event.
			setImmediate(() => {
				pauses.push((present(sandbox.webhooks.deliveries[0]).nextAttemptAt ?? 0) - now);
				sandbox.webhooks.resend(id);
			});
		});
		add((await receive(503)).url);
		await finish();
		await sandbox.webhooks.settled();
		expect(statuses(sandbox)).toEqual([['failed', 503, 503, 503, 503]]);
		expect(pauses).toEqual([hour, 2 * hour, 4 * hour]);
	});

	test('until the tries are used up; then on demand', async () => {
		const { add, finish, sandbox } = await setUp({ deliveryAttempts: 3 });
		const receiver = await receive(401, 401, 401, 200);
		add(receiver.url);
		await finish();
		await sandbox.webhooks.settled();
		expect(statuses(sandbox)).toEqual([['failed', 401, 401, 401]]);
		sandbox.webhooks.resend(sandbox.webhooks.deliveries[0]?.id ?? '');
		await sandbox.webhooks.settled();
		expect(statuses(sandbox)).toEqual([['delivered', 401, 401, 401, 200]]);
	});

	test('at once when asked for while it waits', async () => {
		const { add, finish, sandbox } = await setUp({ deliveryBackoffMs: 3_600_000 });
		const receiver = await receive(500, 200);
		add(receiver.url);
		const attempted = new Promise((resolve) => sandbox.onAttempted(resolve));
		await finish();
		await attempted;
		await new Promise(setImmediate);
		sandbox.webhooks.resend(sandbox.webhooks.deliveries[0]?.id ?? '');
		await sandbox.webhooks.settled();
		expect(statuses(sandbox)).toEqual([['delivered', 500, 200]]);
	});

	test('with the new secret when that was changed, and no more when the endpoint is off', async () => {
		const { add, finish, sandbox } = await setUp();
		const receiver = await receive(500);
		const endpoint = add(receiver.url);
		const old = endpoint.secret;
		sandbox.onAttempted(({ attempts }) => {
			if (attempts.length === 1) sandbox.webhooks.endpoints.renewSecret(endpoint);
			if (attempts.length === 2) endpoint.enabled = false;
		});
		await finish();
		await sandbox.webhooks.settled();
		expect(statuses(sandbox)).toEqual([['failed', 500, 500]]);
		const [first, second] = receiver.received;
		expect(endpoint.secret).not.toBe(old);
		if (first) verified(first, old);
		if (second) verified(second, endpoint.secret);
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

describe('the switches', () => {
	test('base64', async () => {
		const { add, finish, sandbox } = await setUp({ hmacEncoding: 'base64' });
		const receiver = await receive();
		const { secret } = add(receiver.url);
		await finish();
		await sandbox.webhooks.settled();
		const [delivery] = receiver.received;
		const [, t, v1] =
			/^t=(\d+),v1=(.{44})$/.exec(signatureOf(delivery ?? { headers: {}, body: '' })) ?? [];
		expect(v1).toBe(hmacOf(secret, Number(t), Buffer.from(delivery?.body ?? ''), 'base64'));
	});

	test('copies: the same event several times', async () => {
		const { add, finish, sandbox } = await setUp({ deliveryCopies: 3 });
		const receiver = await receive();
		add(receiver.url);
		await finish();
		await sandbox.webhooks.settled();
		expect(receiver.received).toHaveLength(3);
		expect(new Set(receiver.received.map((each) => eventOf(each).id)).size).toBe(1);
	});

	test('shuffle: events overtake each other', async () => {
		const { add, finish, sandbox } = await setUp({
			deliveryShuffleMs: 3_000,
			deliveryDelayMs: 100,
		});
		const receiver = await receive();
		add(receiver.url);
		await finish(12);
		await sandbox.webhooks.settled();
		const order = receiver.received.map((each) => eventOf(each).data.job.id);
		const finished = sandbox.jobs.map(({ id }) => id);
		expect(order).not.toEqual(finished);
		expect([...order].sort()).toEqual([...finished].sort());
	});

	test('old timestamps and wrong secrets, which a receiver must refuse', async () => {
		const { add, finish, sandbox } = await setUp();
		const receiver = await receive();
		const { secret } = add(receiver.url);
		sandbox.switches.signatureAgeSeconds = 400;
		await finish();
		await sandbox.webhooks.settled();
		sandbox.switches.signatureAgeSeconds = 0;
		sandbox.switches.wrongSecret = true;
		await finish();
		await sandbox.webhooks.settled();
		const [old, wrong] = receiver.received as [Received, Received];
		expect(() => verified(old, secret)).toThrow('Timestamp outside the tolerance zone');
		expect(() => verified(wrong, secret)).toThrow('No signatures found matching');
	});
});

describe('endpoints', () => {
	test('keep their secret over restarts with the same seed; each has its own', async () => {
		const secrets = async () => {
			const { add } = await setUp({ seed: 'mine' });
			return ['http://a.example/1', 'http://a.example/2'].map((url) => add(url).secret);
		};
		const first = await secrets();
		expect(await secrets()).toEqual(first);
		expect(new Set(first).size).toBe(2);
	});

	test('can be given at the start', async () => {
		const receiver = await receive();
		const { finish, sandbox } = await setUp({ endpoints: [receiver.url] });
		await finish();
		await sandbox.webhooks.settled();
		expect(receiver.received).toHaveLength(1);
	});

	test.each(['', 'n8n.example/webhook', 'ftp://n8n.example/', 'javascript:alert(1)'])(
		'are refused without a valid address: %j',
		async (url) => {
			const { add } = await setUp();
			expect(() => add(url)).toThrow('must begin with http:// or https://');
		},
	);
});

test('closing ends pending and waiting deliveries at once', async () => {
	const { add, finish, sandbox } = await setUp({
		deliveryBackoffMs: 3_600_000,
		deliveryTimeoutMs: 3_600_000,
	});
	const [hanging, failing] = [await receive('hang'), await receive(500)];
	add(hanging.url);
	add(failing.url);
	await finish();
	await Promise.all([hanging.arrived(1), failing.arrived(1)]);
	await sandbox.close();
	expect(failing.received).toHaveLength(1);
});
