import { request } from 'undici';
import { ReferenceClient } from '../../reference/client';
import { makeClock } from './clock';
import { open } from './openSandbox';
import { makePdf } from './pdf';

const ERROR = {
	error: {
		type: expect.any(String),
		message: expect.any(String),
		request_id: expect.any(String),
	},
};

describe('errors have the body of the interface', () => {
	it('401 for a missing, an invalid and a revoked key', async () => {
		const { account, client, sandbox } = await open();
		const missing = await request(`${sandbox.url}/v1/me`);
		expect(missing.statusCode).toBe(401);
		expect(await missing.body.json()).toEqual(ERROR);
		expect((await new ReferenceClient(sandbox.url, 'wrong').getAccount()).status).toBe(401);
		account.revoked = true;
		expect((await client.getAccount()).status).toBe(401);
	});

	it('404 for unknown jobs, for those of another account, and for unknown routes', async () => {
		const { account, client, other, sandbox } = await open();
		const { body } = await client.submitJob({ key: await client.upload(await makePdf()) });
		for (const answer of [
			await client.getJob('nobody'),
			await other.getJob(body.id),
			await other.getResult(body.id),
		])
			expect([answer.status, answer.body]).toEqual([404, ERROR]);
		const headers = { authorization: `Bearer ${account.apiKey}` };
		const unknown = await request(`${sandbox.url}/v1/nothing`, { headers });
		expect([unknown.statusCode, await unknown.body.json()]).toEqual([404, ERROR]);
	});

	it("does not take another account's upload", async () => {
		const { client, other } = await open();
		const key = await client.upload(await makePdf());
		expect((await other.submitJob({ key })).status).toBe(400);
	});

	it.each([
		['an option key it does not know', { options: { ocr: true, language: 'en' } }],
		['an option of another type', { options: { ocr: 'yes' } }],
		['a file name that is no text', { filename: 7 }],
		['an unknown upload key', { key: 'nobody' }],
		['no upload key', { key: undefined }],
	])('400 for %s', async (_what, change) => {
		const { client, sandbox } = await open();
		const key = await client.upload(await makePdf());
		const { body, status } = await client.submitJob({ key, ...change });
		expect([status, body]).toEqual([400, ERROR]);
		expect(sandbox.jobs).toHaveLength(0);
	});

	it.each([
		['bad JSON', 'application/json', '{"key":'],
		['no body', 'application/json', ''],
		['another content type', 'text/plain', '{"key":"x"}'],
	])('400 for %s', async (_what, type, body) => {
		const { account, sandbox } = await open();
		const headers = { authorization: `Bearer ${account.apiKey}`, 'content-type': type };
		const answer = await request(`${sandbox.url}/v1/jobs`, { method: 'POST', headers, body });
		expect([answer.statusCode, await answer.body.json()]).toEqual([400, ERROR]);
	});
});

test('every answer has the date of the sandbox, also a refusal', async () => {
	const { client, sandbox } = await open({ now: makeClock().now });
	const date = new Date(makeClock().now()).toUTCString();
	expect((await client.getAccount()).headers.date).toBe(date);
	expect((await request(`${sandbox.url}/v1/account`)).headers.date).toBe(date);
});

describe('rate windows', () => {
	it('answer 429 with the seconds until the window resets, per account', async () => {
		const clock = makeClock();
		const { client, other } = await open({
			now: clock.now,
			rateLimit: { requests: 2, windowSeconds: 10 },
		});
		await client.getAccount();
		clock.pass(3.5);
		await client.getAccount();
		const limited = await client.getAccount();
		expect([limited.status, limited.headers['retry-after'], limited.body]).toEqual([
			429,
			'7',
			ERROR,
		]);
		expect((await other.getAccount()).status).toBe(200);
		clock.pass(6.5);
		expect((await client.getAccount()).status).toBe(200);
	});
});

describe('what the interface leaves open', () => {
	it.each([
		['all', { ocr: true }, { ocr: true, embed_fonts: false }],
		['as-sent', { ocr: true }, { ocr: true }],
		['as-sent', undefined, null],
		['null', { ocr: true }, null],
	] as const)('echoed options %s', async (echoedOptions, options, echoed) => {
		const { client } = await open({ echoedOptions });
		const key = await client.upload(await makePdf());
		expect((await client.submitJob({ key, options })).body.options).toEqual(echoed);
	});

	it('nulls wherever null is allowed', async () => {
		const { client } = await open({ nulls: true });
		const { body } = await client.submitJob({
			key: await client.upload(await makePdf(), 'a.pdf'),
			filename: 'a.pdf',
		});
		expect(body).toMatchObject({ filename: null, options: null });
		expect((await client.getAccount()).body).toMatchObject({
			plan: null,
			subscription_status: null,
		});
	});

	it.each(['prefixed', 'uuid', 'unusual'] as const)('ids: %s', async (idFormat) => {
		const { client, sandbox } = await open({ idFormat });
		const { job } = await client.tag(await makePdf(), {}, (id) => sandbox.jobFinished(id));
		expect(job.id === encodeURIComponent(job.id)).toBe(idFormat !== 'unusual');
		expect((await client.getJob(job.id)).body.id).toBe(job.id);
	});

	it.each([
		['words', 'not_found'],
		['status', '404'],
		['uniform', 'error'],
	] as const)('error types: %s', async (errorTypes, type) => {
		const { client } = await open({ errorTypes });
		expect((await client.getJob('nobody')).body).toMatchObject({ error: { type } });
	});

	it('forgets a stored document after its time', async () => {
		const clock = makeClock();
		const { client } = await open({ now: clock.now, storedExpirySeconds: 60 });
		const key = await client.upload(await makePdf());
		clock.pass(61);
		expect((await client.submitJob({ key })).status).toBe(400);
	});

	it('derives its keys from the seed', async () => {
		const [a, b, c] = [
			await open({ seed: 'x' }),
			await open({ seed: 'x' }),
			await open({ seed: 'y' }),
		];
		expect(a.account.apiKey).toBe(b.account.apiKey);
		expect(a.account.apiKey).not.toBe(c.account.apiKey);
	});
});
