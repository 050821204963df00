import { Readable } from 'node:stream';

import { PRODUCT_LIMITS } from '../../../../client/limits';
import { createSlots } from '../../../../client/http';
import { createRuntime, getApiCredential } from '../../../../nodes/shared/n8nRuntime';
import { FakeExecution, type FakeSetup } from '../../support/fakeExecution';

const slots = { requests: createSlots(10), transfers: createSlots(6) };
const open = async (setup: FakeSetup = {}) => {
	const fake = new FakeExecution({ answer: () => ({ statusCode: 200, body: 'ok' }), ...setup });
	const credential = await getApiCredential(fake.context, 0);
	return {
		fake,
		credential,
		runtime: createRuntime(fake.context, credential, PRODUCT_LIMITS, slots),
	};
};
const request = { method: 'GET', url: 'https://api.example.com/v1/me', timeoutMs: 1234.5 } as const;

describe('requests', () => {
	const common = {
		method: 'GET',
		url: request.url,
		timeout: 1235,
		headers: { 'Accept-Encoding': 'identity' },
		encoding: 'stream',
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};

	test('of the API carry the key, follow no redirect and give a stream', async () => {
		const { fake, runtime } = await open();
		const { signal } = new AbortController();
		await runtime.callApi({ ...request, headers: { Accept: 'x' }, body: 'b', signal });
		expect(fake.requests).toEqual([
			{
				...common,
				headers: { ...common.headers, Accept: 'x' },
				body: 'b',
				abortSignal: signal,
				disableFollowRedirect: true,
				apiKey: 'key_1',
			},
		]);
		// If n8n itself read the credential for each request, it would query its database each time.
		expect(fake.credentialReads).toHaveLength(1);
	});

	test('of the API pass the credential of the item to n8n', async () => {
		const { context } = new FakeExecution();
		const asked: unknown[] = [];
		context.helpers.httpRequestWithAuthentication = async function (this: unknown, ...all) {
			asked.push(this, all[0], all[2]);
			return await Promise.resolve({ statusCode: 200, headers: {}, body: Readable.from([]) });
		};
		const credential = await getApiCredential(context, 0);
		await createRuntime(context, credential, PRODUCT_LIMITS, slots).callApi(request);
		const { data } = credential;
		const credentialsDecrypted = { id: '', name: '', type: 'tagPdfApi', data };
		expect(asked).toEqual([context, 'tagPdfApi', { credentialsDecrypted }]);
	});

	test('of other addresses carry no key, and follow no redirect', async () => {
		const { fake, runtime } = await open();
		await runtime.callWithoutKey({ ...request, method: 'POST' });
		expect(fake.requests).toEqual([{ ...common, method: 'POST', disableFollowRedirect: true }]);
		expect(fake.requests[0]).not.toHaveProperty('apiKey');
	});

	test('return status, headers and the body as a stream', async () => {
		const headers = { 'content-type': 'x' };
		const body = Readable.from([Buffer.from('ok')]);
		const { runtime } = await open({ answer: () => ({ statusCode: 418, headers, body }) });
		for (const method of ['callApi', 'callWithoutKey'] as const) {
			const answer = await runtime[method](request);
			expect(answer).toEqual({ statusCode: 418, headers, body });
			expect(answer.body).toBe(body);
		}
	});

	test.each([
		Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' }),
		new Error('Blocked by SSRF protection'),
		new Error('blocked', { cause: Object.assign(new Error('no'), { name: 'SSRFError' }) }),
	])("give a code to n8n's refusal of an address: %#", async (cause) => {
		const { runtime } = await open({ answer: () => Promise.reject(cause) });
		const refused = { code: 'SSRF_BLOCKED', message: 'The address is blocked', cause };
		await expect(runtime.callApi(request)).rejects.toMatchObject(refused);
		await expect(runtime.callWithoutKey(request)).rejects.toMatchObject(refused);
	});

	test.each<unknown>([
		Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
		new Error('no', { cause: new Error('read ECONNRESET') }),
		undefined,
	])("without an answer reject with n8n's error: %#", async (error) => {
		const { runtime } = await open({
			answer: () => {
				throw error;
			},
		});
		await expect(runtime.callApi(request)).rejects.toBe(error);
	});
});

test('combines credential, n8n and limits', async () => {
	const { credential, runtime } = await open();
	expect(runtime).toMatchObject({
		baseUrl: 'https://api.example.com',
		apiKeyHash: credential.apiKeyHash,
		limits: PRODUCT_LIMITS,
	});
});

test('writes one line to the log, without the key, of bounded length', async () => {
	const { fake, runtime } = await open();
	runtime.log('warn', `job key_1\r\n2026-01-01 error: forged\u001b[0m`);
	runtime.log('warn', 'x'.repeat(50_000));
	expect(fake.log.lines[0]).toEqual(['warn', 'Tag PDF: job *** 2026-01-01 error: forged [0m']);
	expect(fake.log.lines[1]?.[1]).toMatch(/^Tag PDF: x{9999}…$/);
});
