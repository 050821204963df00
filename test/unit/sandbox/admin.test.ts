import { request } from 'undici';
import { open } from './openSandbox';
import { makePdf } from './pdf';

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, json?: unknown) {
	const answer = await request(url, {
		method,
		headers: json === undefined ? {} : { 'content-type': 'application/json' },
		body: json === undefined ? undefined : JSON.stringify(json),
	});
	const text = await answer.body.text();
	return { status: answer.statusCode, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

describe('routes under /sandbox', () => {
	it('order and clear faults', async () => {
		const { client, sandbox } = await open();
		const url = `${sandbox.url}/sandbox/faults`;
		const order = { step: 'getAccount', fault: { status: 503 }, times: 'always' };
		expect(await call('POST', url, order)).toEqual({ status: 201, body: { open_faults: 1 } });
		expect((await client.getAccount()).status).toBe(503);
		expect((await call('DELETE', url)).status).toBe(204);
		expect((await client.getAccount()).status).toBe(200);
	});

	it.each([
		{ step: 'nothing', fault: { status: 500 } },
		{ step: 'getJob' },
		{ step: 'getJob', fault: { statuss: 500 } },
		{ step: 'getJob', fault: { status: 500 }, times: 0 },
		{ step: 'store', fault: { malformedJson: true } },
	])('refuse an impossible order: %j', async (order) => {
		const { sandbox } = await open();
		expect((await call('POST', `${sandbox.url}/sandbox/faults`, order)).status).toBe(400);
	});

	it('show state, ledger, jobs and requests, and forget them on reset', async () => {
		const { account, client, sandbox } = await open({ credits: 5 });
		const { body } = await client.submitJob({ key: await client.upload(await makePdf()) });
		const get = async (path: string) => (await call('GET', sandbox.url + path)).body;
		expect(await get('/sandbox')).toMatchObject({ tagger: 'stamp', violations: [] });
		expect(await get('/sandbox/ledger')).toMatchObject([{ jobId: body.id, credits: 1 }]);
		expect(await get('/sandbox/jobs')).toMatchObject([{ id: body.id }]);
		expect(await get('/sandbox/requests')).toMatchObject([
			{ step: 'createUpload' },
			{ step: 'store' },
			{ step: 'submitJob' },
		]);
		expect((await call('POST', `${sandbox.url}/sandbox/reset`)).status).toBe(204);
		expect([sandbox.jobs, sandbox.requests, sandbox.ledger.entries, account.credits]).toEqual([
			[],
			[],
			[],
			5,
		]);
		expect((await client.getJob(body.id)).status).toBe(404);
	});
});
