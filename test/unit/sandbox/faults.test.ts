import { request } from 'undici';
import type { FaultOrder } from '../../../sandbox';
import { download, postForm } from '../../reference/client';
import { open } from './openSandbox';
import { makePdf } from './pdf';
import { element } from './xml';

/** Sends GET /v1/me and returns the raw answer. */
async function me({ account, sandbox }: Awaited<ReturnType<typeof open>>, signal?: AbortSignal) {
	const headers = { authorization: `Bearer ${account.apiKey}` };
	const answer = await request(`${sandbox.url}/v1/me`, { headers, signal });
	return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** A sandbox with a completed job and its result's URL. */
async function completed(options = {}) {
	const opened = await open(options);
	const { client, sandbox } = opened;
	const { body: job } = await client.submitJob({ key: await client.upload(await makePdf()) });
	await sandbox.jobFinished(job.id);
	const { body } = await client.getResult(job.id);
	return { ...opened, job, url: body.result_url };
}

describe('which calls a fault is for', () => {
	const statuses = async (order: Partial<FaultOrder>, calls: number) => {
		const opened = await open();
		await me(opened);
		opened.sandbox.faults.order({ step: 'getAccount', fault: { status: 500 }, ...order });
		const seen: number[] = [];
		for (let call = 0; call < calls; call += 1) seen.push((await me(opened)).status);
		return seen;
	};

	it.each([
		['the next one by default', {}, [500, 200, 200]],
		['the n-th from now', { nth: 2 }, [200, 500, 200]],
		['several in a row', { nth: 2, times: 2 }, [200, 500, 500, 200]],
		['all that follow', { times: 'always' as const }, [500, 500, 500]],
		['all that follow, as a number', { times: Infinity }, [500, 500]],
	])('%s', async (_what, order, expected) => {
		expect(await statuses(order, expected.length)).toEqual(expected);
	});

	it('only the ordered step, until it is cleared', async () => {
		const { client, sandbox } = await open();
		sandbox.faults.order({ step: 'createUpload', fault: { status: 503 }, times: 'always' });
		expect((await client.getAccount()).status).toBe(200);
		expect((await client.createUpload()).status).toBe(503);
		sandbox.faults.clear();
		expect((await client.createUpload()).status).toBe(201);
	});

	it.each<FaultOrder>([
		{ step: 'store', fault: { malformedJson: true } },
		{ step: 'download', fault: { missingField: 'id' } },
		{ step: 'getJob', fault: { expired: true } },
		{ step: 'getJob', fault: { failJob: true } },
		{ step: 'store', fault: { truncate: 0.5 } },
		{ step: 'getJob', fault: { status: 500 }, nth: 0 },
	])('refuses an order without any effect: %j', async (order) => {
		const { sandbox } = await open();
		expect(() => sandbox.faults.order(order)).toThrow(RangeError);
	});

	it('puts the fault on record with the request', async () => {
		const opened = await open();
		opened.sandbox.faults.order({ step: 'getAccount', fault: { status: 418 } });
		await me(opened);
		expect(opened.sandbox.requests[0]).toMatchObject({ status: 418, faults: [{ status: 418 }] });
	});
});

describe('a status on order', () => {
	it.each([
		['seconds', 7, '7'],
		['a date', 'Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
		['nothing', undefined, undefined],
	])('comes with Retry-After: %s', async (_what, retryAfter, header) => {
		const opened = await open();
		opened.sandbox.faults.order({ step: 'getAccount', fault: { status: 429, retryAfter } });
		const { headers, status } = await me(opened);
		expect([status, headers['retry-after']]).toEqual([429, header]);
	});

	it.each([
		['error', 'application/json', /^\{"error":\{"type":"internal","message":/],
		['html', 'text/html', /^<!doctype html>/],
		['malformed-json', 'application/json', /^\{"error": \{"type": $/],
		['missing-field', 'application/json', /^\{\}$/],
		['empty', 'text/plain', /^$/],
	] as const)('comes with a body: %s', async (body, type, text) => {
		const opened = await open();
		const headers = { 'x-gateway': 'down' };
		opened.sandbox.faults.order({ step: 'getAccount', fault: { status: 502, body, headers } });
		const answer = await me(opened);
		expect(answer.status).toBe(502);
		expect(answer.headers['content-type']).toContain(type);
		expect(answer.headers['x-gateway']).toBe('down');
		expect(answer.text).toMatch(text);
	});

	it('comes as XML from the storage, after the upload was read, and stores nothing', async () => {
		const { client, sandbox } = await open();
		const { body } = await client.createUpload();
		sandbox.faults.order({ step: 'store', fault: { status: 503 } });
		const large = Buffer.alloc(2_000_000);
		const answer = await postForm(body.upload_url, body.fields, large);
		expect([answer.status, element(answer.text, 'Code')]).toEqual([503, 'SlowDown']);
		expect((await client.submitJob({ key: body.key })).status).toBe(400);
	});

	it('takes no effect unless it is ordered after the effect', async () => {
		const { client, sandbox } = await open();
		const key = await client.upload(await makePdf());
		sandbox.faults.order({ step: 'submitJob', fault: { status: 502 } });
		expect((await client.submitJob({ key }, 'k')).status).toBe(502);
		expect(sandbox.ledger.spent).toBe(0);
		sandbox.faults.order({ step: 'submitJob', fault: { status: 504, afterEffect: true } });
		expect((await client.submitJob({ key }, 'k')).status).toBe(504);
		expect(sandbox.ledger.spent).toBe(1);
		expect((await client.submitJob({ key }, 'k')).body.id).toBe(sandbox.jobs[0]?.id);
	});
});

describe('a connection that breaks', () => {
	it('before the effect: nothing was charged', async () => {
		const { client, sandbox } = await open();
		const key = await client.upload(await makePdf());
		sandbox.faults.order({ step: 'submitJob', fault: { reset: 'before' } });
		await expect(client.submitJob({ key }, 'k')).rejects.toThrow();
		expect(sandbox.ledger.spent).toBe(0);
		expect((await sandbox.requestAnswered('submitJob')).status).toBeNull();
	});

	it('after the effect, a lost response: charged, and the key finds the job', async () => {
		const { client, sandbox } = await open();
		const key = await client.upload(await makePdf());
		sandbox.faults.order({ step: 'submitJob', fault: { reset: 'after' } });
		await expect(client.submitJob({ key }, 'k')).rejects.toThrow();
		expect(sandbox.ledger.spent).toBe(1);
		const { body } = await client.submitJob({ key }, 'k');
		expect(body.id).toBe(sandbox.jobs[0]?.id);
		expect(sandbox.ledger.spent).toBe(1);
	});

	it('in an upload, before and after it was stored', async () => {
		const { client, sandbox } = await open();
		const { body } = await client.createUpload();
		for (const [reset, status] of [
			['before', 400],
			['after', 202],
		] as const) {
			sandbox.faults.order({ step: 'store', fault: { reset } });
			await expect(postForm(body.upload_url, body.fields, await makePdf())).rejects.toThrow();
			expect((await client.submitJob({ key: body.key })).status).toBe(status);
		}
	});

	it.each([
		['bytes', 100, 100],
		['a fraction', 0.25, null],
	])('in a download, after %s', async (_what, truncate, exact) => {
		const { sandbox, url } = await completed();
		const whole = (await download(url)).bytes.length;
		sandbox.faults.order({ step: 'download', fault: { truncate } });
		const answer = await request(url);
		expect(answer.headers['content-length']).toBe(String(whole));
		let received = 0;
		const reading = (async () => {
			for await (const chunk of answer.body) received += (chunk as Buffer).length;
		})();
		await expect(reading).rejects.toThrow();
		expect(received).toBe(exact ?? Math.floor(whole / 4));
	});

	it('in a JSON answer', async () => {
		const opened = await open();
		opened.sandbox.faults.order({ step: 'getAccount', fault: { truncate: 10 } });
		await expect(me(opened)).rejects.toThrow();
	});
});

describe('an answer that stalls', () => {
	it('before its headers, after the effect', async () => {
		const { account, sandbox, client } = await open();
		const key = await client.upload(await makePdf());
		sandbox.faults.order({ step: 'submitJob', fault: { stall: 'headers' } });
		const stop = new AbortController();
		const stalled = request(`${sandbox.url}/v1/jobs`, {
			method: 'POST',
			headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify({ key }),
			signal: stop.signal,
		});
		const finished = new Promise((resolve) => sandbox.onJobFinished(resolve));
		await finished;
		expect(sandbox.requestsOf('submitJob')[0]?.status).toBeNull();
		stop.abort();
		await expect(stalled).rejects.toThrow(/abort/i);
		await sandbox.requestAnswered('submitJob');
	});

	it('in the middle of its body', async () => {
		const { sandbox, url } = await completed();
		sandbox.faults.order({ step: 'download', fault: { stall: 'body' } });
		const stop = new AbortController();
		const answer = await request(url, { signal: stop.signal });
		let received = 0;
		const reading = (async () => {
			for await (const chunk of answer.body) {
				received += (chunk as Buffer).length;
				if (received >= Math.floor(Number(answer.headers['content-length']) / 2)) stop.abort();
			}
		})();
		await expect(reading).rejects.toThrow(/abort/i);
		expect(received).toBeLessThan(Number(answer.headers['content-length']));
	});
});

describe('other faults', () => {
	it('a delay holds a request back', async () => {
		const opened = await open();
		opened.sandbox.faults.order({ step: 'getAccount', fault: { delayMs: 120 } });
		const start = performance.now();
		expect((await me(opened)).status).toBe(200);
		expect(performance.now() - start).toBeGreaterThanOrEqual(115);
	});

	it('a delay and a status, both for one call', async () => {
		const opened = await open();
		opened.sandbox.faults.order({ step: 'getAccount', fault: { delayMs: 1 } });
		opened.sandbox.faults.order({ step: 'getAccount', fault: { status: 500 } });
		expect((await me(opened)).status).toBe(500);
	});

	it('a redirect to another origin', async () => {
		const { sandbox, url } = await completed();
		const place = 'http://127.0.0.1:9/elsewhere';
		sandbox.faults.order({ step: 'download', fault: { redirect: place } });
		const { headers, status } = await download(url);
		expect([status, headers.location]).toEqual([307, place]);
	});

	it('expiry: of the presigned POST, the stored document, the result URL', async () => {
		const { client, job, sandbox, url } = await completed();
		const { body } = await client.createUpload();
		sandbox.faults.order({ step: 'store', fault: { expired: true } });
		const stored = await postForm(body.upload_url, body.fields, await makePdf());
		expect([stored.status, element(stored.text, 'Message')]).toEqual([
			403,
			'Invalid according to Policy: Policy expired.',
		]);
		await postForm(body.upload_url, body.fields, await makePdf());
		sandbox.faults.order({ step: 'submitJob', fault: { expired: true } });
		expect((await client.submitJob({ key: body.key })).status).toBe(400);
		expect((await client.submitJob({ key: body.key })).status).toBe(202);
		sandbox.faults.order({ step: 'download', fault: { expired: true } });
		expect((await download(url)).status).toBe(403);
		expect((await download((await client.getResult(job.id)).body.result_url)).status).toBe(200);
	});

	it('successful answers that are malformed, miss a field, or carry other values', async () => {
		const opened = await open();
		const { client, sandbox } = opened;
		sandbox.faults.order({ step: 'getAccount', fault: { malformedJson: true } });
		const { status, text } = await me(opened);
		expect(status).toBe(200);
		expect((): unknown => JSON.parse(text)).toThrow(SyntaxError);
		sandbox.faults.order({ step: 'createUpload', fault: { missingField: 'key' } });
		expect(Object.keys((await client.createUpload()).body).sort()).toEqual([
			'fields',
			'request_id',
			'upload_url',
		]);
		const fields = { upload_url: 'https://nobody.invalid/' };
		sandbox.faults.order({ step: 'createUpload', fault: { fields } });
		expect((await client.createUpload()).body).toMatchObject({
			...fields,
			key: expect.any(String),
		});
	});

	it('a job that fails; the next one does not', async () => {
		const { client, sandbox } = await open();
		const key = await client.upload(await makePdf());
		sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
		const jobs = [await client.submitJob({ key }), await client.submitJob({ key })];
		const ended = await Promise.all(jobs.map(({ body }) => sandbox.jobFinished(body.id)));
		expect(ended.map(({ status }) => status)).toEqual(['failed', 'completed']);
	});
});
