import { request } from 'undici';
import { ReferenceClient } from '../../reference/client';
import { makePdf, makeClock, open } from './openSandbox';

const text = expect.any(String) as string;
const ERROR = { error: { type: text, message: text, request_id: text } };

describe('errors have the body of the interface', () => {
	it('401 for a missing, an invalid and a revoked key', async () => {
		const { account, client, sandbox } = await open();
		const missing = await request(`${sandbox.url}/v1/me`);
		expect([missing.statusCode, await missing.body.json()]).toEqual([401, ERROR]);
		expect((await new ReferenceClient(sandbox.url, 'wrong').getAccount()).status).toBe(401);
		account.revoked = true;
		expect((await client.getAccount()).status).toBe(401);
	});

	it('404 for unknown jobs and those of another account, 400 for its upload', async () => {
		const { client, other } = await open();
		const key = await client.upload(await makePdf());
		const { body } = await client.submitJob({ key });
		for (const answer of [
			await client.getJob('nobody'),
			await other.getJob(body.id),
			await other.getResult(body.id),
		])
			expect([answer.status, answer.body]).toEqual([404, ERROR]);
		expect((await other.submitJob({ key })).status).toBe(400);
	});

	it.each([
		['an option key it does not know', '{"key":"KEY","options":{"language":"en"}}'],
		['a file name that is no text', '{"key":"KEY","filename":7}'],
		['an unknown upload key', '{"key":"nobody"}'],
		['bad JSON', '{"key":'],
		['no body', ''],
		['another content type', '{"key":"KEY"}', 'text/plain'],
	])('400 for %s', async (_what, body, type = 'application/json') => {
		const { account, client, sandbox } = await open();
		const key = await client.upload(await makePdf());
		const answer = await request(`${sandbox.url}/v1/jobs`, {
			method: 'POST',
			headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': type },
			body: body.replace('KEY', key),
		});
		expect([answer.statusCode, await answer.body.json()]).toEqual([400, ERROR]);
		expect(sandbox.jobs).toHaveLength(0);
	});
});

test('every answer has the date of the sandbox, also a refusal', async () => {
	const { now } = makeClock();
	const { sandbox } = await open({ now });
	for (const path of ['/v1/me', '/v1/nothing'])
		expect((await request(sandbox.url + path)).headers.date).toBe(new Date(now()).toUTCString());
});

test('rate windows answer 429 with the seconds until the window resets, per account', async () => {
	const clock = makeClock();
	const rateLimit = { requests: 2, windowSeconds: 10 };
	const { client, other } = await open({ now: clock.now, rateLimit });
	await client.getAccount();
	clock.pass(3.5);
	await client.getAccount();
	const { body, headers, status } = await client.getAccount();
	expect([status, headers['retry-after'], body]).toEqual([429, '7', ERROR]);
	expect((await other.getAccount()).status).toBe(200);
	clock.pass(6.5);
	expect((await client.getAccount()).status).toBe(200);
});

describe('what the interface leaves open', () => {
	it.each([
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
		const key = await client.upload(await makePdf(), 'a.pdf');
		const { body } = await client.submitJob({ key, filename: 'a.pdf' });
		expect(body).toMatchObject({ filename: null, options: null });
		const account = { plan: null, subscription_status: null };
		expect((await client.getAccount()).body).toMatchObject(account);
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
});
