import { request } from 'undici';
import type { SandboxOptions } from '../../../sandbox';
import { open } from './openSandbox';
import { receive } from './receiver';

type Json = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A sandbox, and a function that calls its routes outside the interface. */
const setUp = async (options: Partial<SandboxOptions> = {}) => {
	const opened = await open({ deliveryBackoffMs: 1, credits: 50, ...options });
	const call = async (method: Method, path: string, json?: object) => {
		const answer = await request(opened.sandbox.url + path, {
			method,
			headers: json && { 'content-type': 'application/json' },
			body: json && JSON.stringify(json),
		});
		const text = await answer.body.text();
		return { status: answer.statusCode, body: (text === '' ? {} : JSON.parse(text)) as Json };
	};
	const onPage = async (method: Method, path: string, json?: object) =>
		await call(method, `/developers${path}`, json);
	return { ...opened, call, onPage };
};

describe('the Developers page', () => {
	test('is served without anything from elsewhere', async () => {
		const { sandbox } = await open();
		const page = await (await fetch(sandbox.developersUrl)).text();
		const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
		const seen = new Set<string>();
		for (const path of files) {
			if (seen.has(path)) continue;
			seen.add(path);
			const response = await fetch(sandbox.url + path);
			expect([path, response.status]).toEqual([path, 200]);
			const text = await response.text();
			expect(text).not.toMatch(/https?:\/\/|@import/);
			files.push(...[...text.matchAll(/from '(\/[^']+)'/g)].map(([, imported]) => imported ?? ''));
		}
		expect(seen.size).toBeGreaterThan(5);
		expect(sandbox.requests).toEqual([]);
	});

	test('has samples charged, tagged and delivered, also again, and shows why one fails', async () => {
		const { account, client, onPage, sandbox } = await setUp();
		const receiver = await receive();
		await onPage('POST', '/endpoints', { url: receiver.url });
		const path = `/accounts/${account.accountId}`;
		const submit = async (filename = 'sample.pdf') =>
			await onPage('POST', `${path}/sample`, { filename });
		const { status, body } = await submit();
		expect(status).toBe(202);
		await sandbox.jobFinished(String(body.id));
		const damaged = await submit('damaged.pdf');
		await sandbox.jobFinished(String(damaged.body.id));
		await sandbox.webhooks.settled();

		const state = (await onPage('GET', '/state')).body;
		const delivered = { status: 'delivered', attempts: [{ status: 200 }] };
		expect(state).toMatchObject({
			account: { apiKey: account.apiKey, credits: 47 },
			accounts: [{ credits: 47 }, { credits: 50 }],
			jobs: [
				{ status: 'failed', failure: 'the document cannot be read as a PDF' },
				{ id: body.id, status: 'completed', pages: 3, creditsUsed: 3 },
			],
			deliveries: [delivered, delivered],
		});
		const [delivery] = state.deliveries as Json[];
		await onPage('POST', `/deliveries/${String(delivery?.id)}/resend`);
		await sandbox.webhooks.settled();
		expect(receiver.received).toHaveLength(3);
		expect((await onPage('POST', '/deliveries/none/resend')).status).toBe(404);

		expect((await submit('other.pdf')).status).toBe(400);
		await onPage('PATCH', path, { credits: 2 });
		const message = expect.stringContaining('3 credits needed, ') as string;
		expect(await submit()).toMatchObject({ status: 402, body: { error: { message } } });
		await onPage('PATCH', path, { revoked: true });
		expect((await submit()).status).toBe(401);
		await onPage('PATCH', path, { revoked: false });
		expect((await client.getAccount()).status).toBe(200);
	});

	test('sets switches, and checks them', async () => {
		const { onPage, sandbox } = await setUp();
		const { seed } = sandbox.options;
		const changed = await onPage('PATCH', '/switches', { deliveryCopies: 5, seed: 'other' });
		expect(changed.body).toMatchObject({ deliveryCopies: 5, hmacEncoding: 'hex' });
		expect([sandbox.switches.deliveryCopies, sandbox.options.seed]).toEqual([5, seed]);
		for (const wrong of [{ deliveryCopies: 0 }, { hmacEncoding: 'rot13' }, {}])
			expect((await onPage('PATCH', '/switches', wrong)).status).toBe(400);
	});
});

describe('routes under /sandbox', () => {
	test('order and clear faults, and refuse impossible ones', async () => {
		const { call, client } = await setUp();
		const path = '/sandbox/faults';
		const order = { step: 'getAccount', fault: { status: 503 }, times: 'always' };
		expect(await call('POST', path, order)).toEqual({ status: 201, body: { open_faults: 1 } });
		expect((await client.getAccount()).status).toBe(503);
		expect((await call('DELETE', path)).status).toBe(204);
		expect((await client.getAccount()).status).toBe(200);
		for (const wrong of [
			{ step: 'nothing', fault: { status: 500 } },
			{ step: 'getJob' },
			{ step: 'getJob', fault: { statuss: 500 } },
			{ step: 'getJob', fault: { status: 500 }, times: 0 },
			{ step: 'getJob', fault: { status: 500 }, nth: 0 },
			// Faults that could not show there.
			{ step: 'store', fault: { malformedJson: true } },
			{ step: 'download', fault: { missingField: 'id' } },
			{ step: 'getJob', fault: { expired: true } },
			{ step: 'getJob', fault: { failJob: true } },
			{ step: 'store', fault: { truncate: 0.5 } },
			{ step: 'store', fault: { stall: 'body' } },
		])
			expect((await call('POST', path, wrong)).status).toBe(400);
	});

	test('show state, ledger, jobs and requests, and forget them on reset', async () => {
		const { account, call, client, sandbox, submit } = await setUp({
			rateLimit: { requests: 2, windowSeconds: 3_600 },
		});
		const id = await submit();
		const get = async (path: string) => (await call('GET', path)).body;
		expect(await get('/sandbox')).toMatchObject({ tagger: 'stamp', violations: [] });
		expect(await get('/sandbox/ledger')).toMatchObject([{ jobId: id, credits: 1 }]);
		expect(await get('/sandbox/jobs')).toMatchObject([{ id }]);
		const steps = [{ step: 'createUpload' }, { step: 'store' }, { step: 'submitJob' }];
		expect(await get('/sandbox/requests')).toMatchObject(steps);
		account.revoked = true;
		expect((await call('POST', '/sandbox/reset')).status).toBe(204);
		expect([sandbox.jobs, sandbox.requests, sandbox.ledger.entries]).toEqual([[], [], []]);
		expect(account.credits).toBe(50);
		// The key is accepted again, in a new rate window.
		expect((await client.getJob(id)).status).toBe(404);
	});
});
