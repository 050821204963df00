import { request } from 'undici';
import { open } from './openSandbox';
import { receive } from './receiver';

type Json = Record<string, unknown>;

const SAMPLE = { filename: 'sample.pdf' };

const setUp = async () => {
	const opened = await open({ deliveryBackoffMs: 1, credits: 50 });
	const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, json?: object) => {
		const answer = await request(`${opened.sandbox.developersUrl}${path}`, {
			method,
			headers: json && { 'content-type': 'application/json' },
			body: json && JSON.stringify(json),
		});
		const text = await answer.body.text();
		return { status: answer.statusCode, body: (text === '' ? {} : JSON.parse(text)) as Json };
	};
	return { ...opened, call };
};

test('the page and its files are served without anything from elsewhere', async () => {
	const { sandbox } = await open();
	const page = await (await fetch(sandbox.developersUrl)).text();
	const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
	expect(files).toEqual(['/developers/style.css', '/developers/page.js']);
	const seen = new Set<string>();
	while (files.length > 0) {
		const path = files.pop() ?? '';
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

test('an endpoint: added, switched off and on, given a new secret, removed', async () => {
	const { call } = await setUp();
	const url = 'http://n8n.example/webhook';
	const added = await call('POST', '/endpoints', { url });
	expect(added).toMatchObject({ status: 201, body: { url, enabled: true } });
	expect(String(added.body.secret)).toMatch(/^whsec_[0-9a-f]{32}$/);
	expect((await call('POST', '/endpoints', { url })).status).toBe(409);
	expect((await call('POST', '/endpoints', { url: 'nonsense' })).status).toBe(400);
	expect((await call('POST', '/endpoints', {})).status).toBe(400);

	const path = `/endpoints/${String(added.body.id)}`;
	expect((await call('PATCH', path, { enabled: false })).body.enabled).toBe(false);
	expect((await call('PATCH', path, { enabled: true })).body.enabled).toBe(true);
	const renewed = await call('POST', `${path}/secret`);
	expect(renewed.body.secret).not.toBe(added.body.secret);
	expect((await call('DELETE', path)).status).toBe(204);
	expect((await call('PATCH', path, { enabled: true })).status).toBe(404);
	expect((await call('GET', '/state')).body.endpoints).toEqual([]);
});

test('the sample document is charged, tagged and delivered, and delivered again on demand', async () => {
	const { account, call, sandbox } = await setUp();
	const receiver = await receive();
	await call('POST', '/endpoints', { url: receiver.url });
	const { status, body } = await call('POST', `/accounts/${account.accountId}/sample`, SAMPLE);
	expect(status).toBe(202);
	await sandbox.jobFinished(String(body.id));
	await sandbox.webhooks.settled();

	const state = (await call('GET', '/state')).body;
	expect(state.account).toMatchObject({ apiKey: account.apiKey, credits: 47 });
	expect(state.jobs).toMatchObject([
		{ id: body.id, status: 'completed', pages: 3, creditsUsed: 3 },
	]);
	const [delivery] = state.deliveries as Json[];
	expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status: 200 }] });

	await call('POST', `/deliveries/${String(delivery?.id)}/resend`);
	await sandbox.webhooks.settled();
	expect(receiver.received).toHaveLength(2);
	expect((await call('POST', '/deliveries/none/resend')).status).toBe(404);
});

test('the damaged document fails with a short reason', async () => {
	const { account, call, sandbox } = await setUp();
	const path = `/accounts/${account.accountId}/sample`;
	const { status, body } = await call('POST', path, { filename: 'damaged.pdf' });
	expect(status).toBe(202);
	await sandbox.jobFinished(String(body.id));
	expect((await call('GET', '/state')).body.jobs).toMatchObject([
		{
			status: 'failed',
			filename: 'damaged.pdf',
			failure: 'the document cannot be read as a PDF',
		},
	]);
	expect((await call('POST', path, { filename: 'other.pdf' })).status).toBe(400);
});

test('the accounts are listed with their credits', async () => {
	const { call, sandbox } = await setUp();
	const [first, second] = sandbox.accounts;
	await call('PATCH', `/accounts/${second.accountId}`, { credits: 0 });
	expect((await call('GET', '/state')).body.accounts).toEqual([
		{ accountId: first.accountId, credits: 50 },
		{ accountId: second.accountId, credits: 0 },
	]);
});

test("the sample document shows the service's words without credits or with a revoked key", async () => {
	const { account, call } = await setUp();
	const path = `/accounts/${account.accountId}`;
	await call('PATCH', path, { credits: 2 });
	const poor = await call('POST', `${path}/sample`, SAMPLE);
	expect(poor).toMatchObject({
		status: 402,
		body: { error: { message: expect.stringContaining('3 credits needed, ') } },
	});
});

test('each account sees its own jobs and endpoints', async () => {
	const { account, call, sandbox } = await setUp();
	const [, second] = sandbox.accounts;
	await call('POST', '/endpoints', { url: 'http://a.example/', account: second.accountId });
	const of = async (id: string) => (await call('GET', `/state?account=${id}`)).body;
	expect((await of(account.accountId)).endpoints).toEqual([]);
	expect((await of(second.accountId)).endpoints).toHaveLength(1);
	expect((await call('GET', '/state?account=nobody')).status).toBe(404);
});

test('switches take effect and are checked', async () => {
	const { call, sandbox } = await setUp();
	const { seed } = sandbox.options;
	const changed = await call('PATCH', '/switches', { deliveryCopies: 5, hmacEncoding: 'base64' });
	expect(changed.body).toMatchObject({ deliveryCopies: 5, hmacEncoding: 'base64' });
	expect(sandbox.switches.deliveryCopies).toBe(5);
	for (const wrong of [
		{ deliveryCopies: 0 },
		{ hmacEncoding: 'rot13' },
		{ deliveryDelayMs: -1 },
		{},
	])
		expect((await call('PATCH', '/switches', wrong)).status).toBe(400);
	// This route changes only switches.
	await call('PATCH', '/switches', { deliveryCopies: 1, seed: 'other' });
	expect(sandbox.options.seed).toBe(seed);
});

test('a revoked key is refused until it is restored', async () => {
	const { account, call, client } = await setUp();
	const path = `/accounts/${account.accountId}`;
	await call('PATCH', path, { revoked: true });
	expect((await client.getAccount()).status).toBe(401);
	await call('PATCH', path, { revoked: false });
	expect((await client.getAccount()).status).toBe(200);
});
