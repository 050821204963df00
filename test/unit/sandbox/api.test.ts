import { request } from 'undici';
import type { SandboxOptions } from '../../../sandbox';
import { ReferenceClient } from '../../reference/client';
import { makePdf, makeClock, open } from './openSandbox';

const text = expect.any(String) as string;
const ERROR = { error: { type: text, message: text, request_id: text } };

test('an account sees only what is its own, and its key can be revoked', async () => {
	const { account, client, finish, other, sandbox } = await open();
	const key = await client.upload(await makePdf());
	const { id } = await finish();
	const answers = [
		await new ReferenceClient(sandbox.url, 'wrong').getAccount(),
		await client.getJob('nobody'),
		await other.getJob(id),
		await other.getResult(id),
		await other.submitJob({ key }),
	];
	account.revoked = true;
	answers.push(await client.getAccount());
	expect(answers.map(({ status }) => status)).toEqual([401, 404, 404, 404, 400, 401]);
	for (const { body } of answers) expect(body).toEqual(ERROR);
});

test.each([
	['an option key it does not know', '{"key":"KEY","options":{"language":"en"}}'],
	['an unknown upload key', '{"key":"nobody"}'],
	['bad JSON', '{"key":'],
	['no body', ''],
	['another content type', '{"key":"KEY"}', 'text/plain'],
])('a submission is refused for %s', async (_what, body, type = 'application/json') => {
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

test('rate windows answer 429 with the seconds until the window resets, per account', async () => {
	const clock = makeClock();
	const rateLimit = { requests: 2, windowSeconds: 10 };
	const { client, other } = await open({ now: clock.now, rateLimit });
	await client.getAccount();
	clock.pass(3.5);
	await client.getAccount();
	const { body, headers, status } = await client.getAccount();
	expect([status, headers['retry-after'], body]).toEqual([429, '7', ERROR]);
	// Every answer has the date of the sandbox.
	expect(headers.date).toBe('Tue, 01 Jan 2030 00:00:03 GMT');
	expect((await other.getAccount()).status).toBe(200);
	clock.pass(6.5);
	expect((await client.getAccount()).status).toBe(200);
});

test.each<[Partial<SandboxOptions>, object]>([
	[{}, { filename: 'a.pdf', options: { ocr: true, embed_fonts: false } }],
	[{ echoedOptions: 'as-sent' }, { options: { ocr: true } }],
	[{ echoedOptions: 'null' }, { filename: 'a.pdf', options: null }],
	[{ nulls: true }, { filename: null, options: null, plan: null, subscription_status: null }],
	[{ idFormat: 'prefixed' }, { id: expect.stringMatching(/^job_\w+$/) }],
	[{ idFormat: 'uuid' }, { id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) }],
	[{ idFormat: 'unusual' }, { id: expect.stringMatching(/[^\w-]/) }],
	[{ errorTypes: 'words' }, { error: { type: 'not_found' } }],
	[{ errorTypes: 'status' }, { error: { type: '404' } }],
	[{ errorTypes: 'uniform' }, { error: { type: 'error' } }],
])('the interface leaves open: %j', async (options, shown) => {
	const { client } = await open(options);
	const key = await client.upload(await makePdf());
	const submission = { key, filename: 'a.pdf', options: { ocr: true } };
	const { id } = (await client.submitJob(submission)).body;
	const answers = [client.getAccount(), client.getJob('nobody'), client.getJob(id)];
	const bodies = (await Promise.all<{ body: object }>(answers)).map(({ body }) => body);
	expect(Object.assign({}, ...bodies)).toMatchObject(shown);
});
