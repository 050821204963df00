import { Readable } from 'node:stream';
import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';

import { rateGateFor } from '../../../nodes/client/retry';
import { readCredential } from '../../../nodes/n8n/credential';
import { testApiKey } from '../../../nodes/n8n/testApiKey';
import { FakeLog } from '../support/fakeLog';

const GOOD = { apiKey: 'key_1', baseUrl: 'https://api.example.com' };

/** What n8n's client gives: an answer, or none for a code of Node.js. */
type Given = { statusCode: number; headers?: object; body?: unknown } | Error;

const account = (credits: unknown): Given => ({
	statusCode: 200,
	body: JSON.stringify({ credits_available: credits }),
});
const noAnswer = (code: string) => Object.assign(new Error('no answer'), { code });

/** Presses Test, and gives what is shown beside what was asked. */
async function press(given: Given, data?: ICredentialDataDecryptedObject | 'none') {
	const asked: Array<Record<string, unknown>> = [];
	const request = (options: Record<string, unknown>) => {
		asked.push(options);
		if (given instanceof Error) return Promise.reject(given);
		const { body = '' } = given;
		const stream = body instanceof Readable ? body : Readable.from([Buffer.from(String(body))]);
		return Promise.resolve({ headers: {}, ...given, body: stream });
	};
	const log = new FakeLog();
	const context = { logger: log.logger, helpers: { request } } as unknown;
	const shown = await testApiKey.call(context as ICredentialTestFunctions, {
		id: '1',
		name: 'Tag PDF',
		type: 'tagPdfApi',
		data: data === 'none' ? undefined : (data ?? GOOD),
	});
	return { shown, asked };
}

const said = async (given: Given, data?: ICredentialDataDecryptedObject) => {
	const { shown } = await press(given, data);
	expect(shown.status).toBe('Error');
	return shown.message;
};

describe('the request', () => {
	test('reads the account with the key, follows no redirect and takes every status', async () => {
		const { asked } = await press(account(3));
		expect(asked).toEqual([
			{
				method: 'GET',
				uri: 'https://api.example.com/v1/me',
				headers: {
					Accept: 'application/json',
					'Accept-Encoding': 'identity',
					Authorization: 'Bearer key_1',
				},
				useStream: true,
				timeout: expect.closeTo(20_000, -2) as number,
				followRedirect: false,
				followAllRedirects: false,
				simple: false,
				resolveWithFullResponse: true,
			},
		]);
	});

	test('has the key and the address as they are meant', async () => {
		const { shown, asked } = await press(account(3), {
			apiKey: ' Bearer key_1\n',
			baseUrl: 'https://api.example.com/v1/',
		});
		expect(shown.status).toBe('OK');
		expect(asked).toMatchObject([
			{ uri: 'https://api.example.com/v1/me', headers: { Authorization: 'Bearer key_1' } },
		]);
	});

	test.each([
		['nothing answers', noAnswer('ECONNREFUSED')],
		['the service is down', { statusCode: 503 }],
		['the rate limit is used up', { statusCode: 429, headers: { 'retry-after': '1' } }],
		['something else answers', { statusCode: 200, body: '<html>' }],
	])('is sent once: %s', async (_, given) => {
		expect((await press(given)).asked).toHaveLength(1);
	});

	test('is not sent while the rate limit of the key is known to be used up for longer', async () => {
		const data = { ...GOOD, apiKey: 'key_limited' };
		rateGateFor(readCredential(data).mark).holdUntil(Date.now() + 600_000);
		jest.useFakeTimers({ now: Date.now() });
		const pressed = press(account(3), data);
		await jest.advanceTimersByTimeAsync(20_000);
		jest.useRealTimers();
		expect(await pressed).toMatchObject({
			asked: [],
			shown: { message: expect.stringContaining('rate limit') as string },
		});
	});

	test('is not waited for longer than 20 seconds', async () => {
		jest.useFakeTimers();
		const pressed = press({ statusCode: 200, body: new Readable({ read: () => {} }) });
		await jest.advanceTimersByTimeAsync(20_000);
		jest.useRealTimers();
		expect((await pressed).shown).toEqual({
			status: 'Error',
			message:
				'The connection to api.example.com broke. No complete answer came in one try (STALLED). Try again later.',
		});
	});
});

test.each([
	[0, '0 credits left.'],
	[1, '1 credit left.'],
	[1234, '1234 credits left.'],
])('a key that is accepted: %i credits', async (credits, text) => {
	expect((await press(account(credits))).shown).toEqual({
		status: 'OK',
		message: `The service accepts the API key. ${text}`,
	});
});

describe('what is wrong is said in words', () => {
	test.each([
		[
			'nothing answers',
			noAnswer('ECONNREFUSED'),
			'Nothing answers at api.example.com. Check the Base URL in the credential. Is the service running? (ECONNREFUSED)',
		],
		[
			'no such host',
			noAnswer('ENOTFOUND'),
			'The host api.example.com cannot be found. Check the Base URL in the credential. (ENOTFOUND)',
		],
		[
			'no TLS',
			noAnswer('EPROTO'),
			'No secure connection to api.example.com could be made. api.example.com does not answer as an https:// address does (EPROTO). Check the Base URL in the credential.',
		],
		[
			'another certificate',
			noAnswer('DEPTH_ZERO_SELF_SIGNED_CERT'),
			'No secure connection to api.example.com could be made. The certificate of api.example.com is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT). Check the Base URL in the credential.',
		],
		[
			'an address that n8n blocks',
			Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' }),
			'n8n does not allow requests to api.example.com. The address is in a range that this n8n blocks. An administrator can allow it with N8N_SSRF_ALLOWED_IP_RANGES or N8N_SSRF_ALLOWED_HOSTNAMES.',
		],
		[
			'a redirect',
			{ statusCode: 302, headers: { location: 'https://login.example.com/?next=1' } },
			'api.example.com redirects to https://login.example.com. The API key is not sent there. Check the Base URL in the credential.',
		],
		[
			'a wrong key',
			{ statusCode: 401 },
			"The service does not accept the API key. It is missing, mistyped or revoked. Check the API Key in the credential; keys are created on the service's Developers page.",
		],
		[
			'a wrong path',
			{ statusCode: 404 },
			'api.example.com answered 404. The service is not at this Base URL. Use its address in the credential, without any path.',
		],
		[
			'a web page',
			{ statusCode: 200, body: '<!DOCTYPE html><html></html>' },
			'The answer could not be used: a web page came back. api.example.com answered, but not as the Document Tagging Service does. Check the Base URL in the credential. If it is right, a proxy in between may have answered instead; try again later.',
		],
		[
			'another service',
			account(undefined),
			'The answer could not be used: field "credits_available" is missing or has another type. api.example.com answered, but not as the Document Tagging Service does. Check the Base URL in the credential. If it is right, a proxy in between may have answered instead; try again later.',
		],
	])('%s', async (_, given, text) => {
		expect(await said(given)).toBe(text);
	});

	test('what nobody foresaw', async () => {
		const locked = {
			apiKey: 'key_1',
			get baseUrl(): string {
				throw new Error('The credential is locked');
			},
		};
		expect(await said(account(3), locked)).toMatch(
			/^Something happened that this node does not foresee: The credential is locked\. Please report/,
		);
	});

	test.each([
		[
			'plain HTTP to another machine',
			{ ...GOOD, baseUrl: 'http://api.example.com' },
			'The base URL must start with https:// (http:// is only for a sandbox on this machine), because the API key is sent with every call. Change the Base URL in the credential. Nothing was sent.',
		],
		[
			'no address',
			{ ...GOOD, baseUrl: '' },
			'The base URL is empty. Change the Base URL in the credential. Nothing was sent.',
		],
		[
			'nothing filled in',
			'none' as const,
			'The base URL is empty. Change the Base URL in the credential. Nothing was sent.',
		],
	])('%s, and nothing is sent', async (_, data, text) => {
		const { shown, asked } = await press(account(3), data);
		expect(shown).toEqual({ status: 'Error', message: text });
		expect(asked).toEqual([]);
	});
});

test('a key that is a word of ours takes none out of a text', async () => {
	const text = await said({ statusCode: 401 }, { ...GOOD, apiKey: 'mistyped' });
	expect(text).toContain('It is missing, mistyped or revoked.');
});

test('the key stands in no message, whoever repeats it', async () => {
	const error = { message: 'No key key_1', type: 'key_1', request_id: 'key_1' };
	const repeated = await said({ statusCode: 403, body: JSON.stringify({ error }) });
	expect(repeated).toContain('No key ***');
	expect(repeated).not.toContain('key_1');
	const mixedUp = { apiKey: 'key-1', baseUrl: 'https://key-1' };
	expect(await said(noAnswer('ENOTFOUND'), mixedUp)).toMatch(/^The host \*\*\* cannot be found/);
});
