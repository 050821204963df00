import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { request } from 'undici';
import { makePdf, open } from './openSandbox';

describe('a sandbox that is closed', () => {
	it('ends stalled answers and waiting jobs at once, and leaves no document behind', async () => {
		const { client, sandbox, submit } = await open({ processingMs: 3_600_000 });
		const id = await submit();
		expect((await client.getJob(id)).body.status).toBe('processing');
		expect((await client.getResult(id)).status).toBe(409);
		const folder = dirname(sandbox.jobs[0]?.source ?? '');
		expect(existsSync(folder)).toBe(true);
		sandbox.faults.order({ step: 'getAccount', fault: { stall: 'headers' } });
		const stalled = client.getAccount();
		await sandbox.requestArrived('getAccount');
		await Promise.all([expect(stalled).rejects.toThrow(), sandbox.close()]);
		expect(existsSync(folder)).toBe(false);
	});

	it('ends the Java process of a running job', async () => {
		const { sandbox, submit } = await open({ tagger: 'opendataloader' });
		await submit(await makePdf(50));
		await sandbox.close();
		expect(sandbox.jobs[0]?.status).toBe('processing');
	});
});

test('a sandbox that listens on every address names loopback, where n8n takes http', async () => {
	const { sandbox } = await open({ listen: '0.0.0.0' });
	for (const url of [sandbox.url, sandbox.storageUrl]) {
		expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
	}
	const taken = { listen: '0.0.0.0', port: Number(new URL(sandbox.url).port) };
	await expect(open(taken)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('keys and signing secrets follow the seed, and without one nobody can compute them', async () => {
	const endpoints = ['https://n8n.example/1', 'https://n8n.example/2'];
	const secretsOf = async (options: { seed?: string }) => {
		const { sandbox } = await open({ endpoints, ...options });
		const keys = sandbox.accounts.map(({ apiKey }) => apiKey);
		return [...keys, ...sandbox.webhooks.endpoints.all.map(({ secret }) => secret)];
	};
	const seeded = await secretsOf({ seed: 'mine' });
	expect(await secretsOf({ seed: 'mine' })).toEqual(seeded);
	const others = [...seeded, ...(await secretsOf({})), ...(await secretsOf({}))];
	expect(new Set(others).size).toBe(12);
});

describe('routes without a key', () => {
	test.each([
		['POST', '/sandbox/reset', { origin: 'http://HOST' }, 204],
		['POST', '/sandbox/reset', { host: 'localhost:4010', origin: 'http://localhost:4010' }, 204],
		['POST', '/sandbox/reset', { host: '[::1]:4010' }, 204],
		['POST', '/sandbox/reset', { host: '192.168.0.7:4010' }, 204],
		['POST', '/sandbox/reset', { origin: 'https://evil.example' }, 403],
		['POST', '/sandbox/reset', { origin: 'null' }, 403],
		['POST', '/sandbox/reset', { origin: 'http://127.0.0.1:5678' }, 403],
		['GET', '/sandbox', { host: 'localhost.evil.example' }, 403],
		['GET', '/developers', { host: 'evil.example:4010' }, 403],
		['GET', '/developers/state', { host: 'a.nip.io', origin: 'http://a.nip.io' }, 403],
		['GET', '/nowhere', { host: 'evil.example' }, 403],
		// The API asks for a key and is called by any name.
		['GET', '/v1/me', { host: 'sandbox:4010' }, 401],
	] as const)('answer this machine and IP addresses: %s %s %j: %d', async (...row) => {
		const [method, path, headers, status] = row;
		const { sandbox, account } = await open();
		const filled = JSON.stringify(headers).replace('HOST', new URL(sandbox.url).host);
		// undici sends Host and Origin as they are given; fetch does not.
		const answer = await request(sandbox.url + path, {
			method,
			headers: JSON.parse(filled) as Record<string, string>,
		});
		expect(answer.statusCode).toBe(status);
		expect(await answer.body.text()).not.toContain(account.apiKey);
	});
});
