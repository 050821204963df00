import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	UserError,
} from 'n8n-workflow';

import { TagPdfApi } from '../../../credentials/TagPdfApi.credentials';
import { homepage } from '../../../package.json';

const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
const credential = new TagPdfApi();
const BASE = 'https://api.example.com';
const authenticate = async (
	request: { url: string; baseURL?: string },
	{ apiKey = 'key_1', baseUrl = BASE } = {},
) =>
	await credential.authenticate(
		{ apiKey, baseUrl },
		{ ...request, method: 'GET', headers: { Accept: 'application/json' } },
	);

test('has a section in the README', () => {
	const [page = '', anchor = ''] = credential.documentationUrl.split('#');
	expect(page).toBe(homepage.split('#')[0]);
	expect(readme).toContain(`\n### ${anchor.replace(/^./, (first) => first.toUpperCase())}\n`);
});

test('has an API key, an address, and masked secrets that nobody must fill in', () => {
	const { properties } = credential;
	const fields = properties.map(({ name, required = false, typeOptions }) => [
		name,
		required,
		typeOptions?.password === true,
	]);
	expect(fields).toEqual([
		['apiKey', true, true],
		['baseUrl', true, false],
		['productionSigningSecret', false, true],
		['testSigningSecret', false, true],
		['otherSigningSecret1', false, true],
		['otherSigningSecret2', false, true],
	]);
	expect(properties.every(({ default: initial }) => initial === '')).toBe(true);
	// The button Test cannot check them.
	const hints = properties.flatMap(({ hint = '', name }) =>
		/^(test|prod)/.test(name) ? hint : [],
	);
	expect(hints).toEqual([
		expect.stringContaining('The first event tests it.'),
		expect.stringContaining('The first event tests it.'),
	]);
});

describe('authenticate', () => {
	test('sends no signing secret, not even to the service', async () => {
		const secrets = {
			productionSigningSecret: 'whsec_one',
			testSigningSecret: 'whsec_two',
			otherSigningSecret1: 'whsec_three',
			otherSigningSecret2: 'whsec_four',
		};
		const request = await credential.authenticate(
			{ apiKey: 'key_1', baseUrl: BASE, ...secrets },
			{ url: `${BASE}/v1/me`, method: 'GET' },
		);
		expect(JSON.stringify(request)).toContain('key_1');
		expect(JSON.stringify(request)).not.toContain('whsec');
	});

	test('adds the key to a call and pins the address', async () => {
		expect(await authenticate({ url: `${BASE}/v1/me` })).toEqual({
			url: `${BASE}/v1/me`,
			method: 'GET',
			headers: { Accept: 'application/json', Authorization: 'Bearer key_1' },
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			skipSslCertificateValidation: false,
			rejectUnauthorized: true,
		});
	});

	test('normalizes the base URL of the credential test', async () => {
		const baseUrl = ` ${BASE}/v1/`;
		const { baseURL, url } = await authenticate({ baseURL: baseUrl, url: '/v1/me' }, { baseUrl });
		expect([baseURL, url]).toEqual([undefined, `${BASE}/v1/me`]);
	});

	test('accepts plain HTTP only for this machine', async () => {
		const at = async (baseUrl: string) => await authenticate({ url: `${baseUrl}/x` }, { baseUrl });
		await expect(at('http://localhost:4010')).resolves.toMatchObject({
			url: 'http://localhost:4010/x',
		});
		const refusal = at('http://api.example.com');
		await expect(refusal).rejects.toBeInstanceOf(UserError);
		await expect(refusal).rejects.toThrow(/must start with https:\/\//);
	});

	test('removes invisible characters around the key, and refuses them inside', async () => {
		const withKey = async (apiKey: string) =>
			await authenticate({ url: `${BASE}/v1/me` }, { apiKey });
		const { headers } = await withKey('\ufeffkey_1\u200b\n');
		expect(headers).toMatchObject({ Authorization: 'Bearer key_1' });
		const refusal = withKey('key\u200b_1');
		await expect(refusal).rejects.toBeInstanceOf(UserError);
		await expect(refusal).rejects.toThrow(
			"The 'API Key' contains an invisible character (U+200B), which no key has. Copy it again.",
		);
	});

	test('refuses to send the key to another address, with the reason', async () => {
		const refusal = authenticate({ url: 'https://evil.example.com/v1/me?x=secret' });
		await expect(refusal).rejects.toBeInstanceOf(UserError);
		await expect(refusal).rejects.toThrow(
			"The API key is only sent to the 'Base URL' of its credential, https://api.example.com. This request asks for evil.example.com.",
		);
	});

	describe('for the HTTP Request node, which names the address uri,', () => {
		const ask = async (more: object) => {
			const request = { method: 'GET', ...more } as IHttpRequestOptions;
			return await credential.authenticate({ apiKey: 'key_1', baseUrl: BASE }, request);
		};

		test('sends the key only to the service', async () => {
			expect(await ask({ uri: `${BASE}/v1/me` })).toMatchObject({
				uri: `${BASE}/v1/me`,
				url: `${BASE}/v1/me`,
				headers: { Authorization: 'Bearer key_1' },
			});
			await expect(ask({ uri: 'https://evil.example.com' })).rejects.toBeInstanceOf(UserError);
		});

		test('sends the key to the checked address, not to that of the other field', async () => {
			const { uri } = (await ask({ url: `${BASE}/a`, uri: 'https://evil.example.com' })) as {
				uri?: unknown;
			};
			expect(uri).toBe(`${BASE}/a`);
		});

		test.each<[string, object]>([
			['Proxy', { proxy: 'http://127.0.0.1:8080' }],
			['Proxy', { proxy: { host: '127.0.0.1', port: 8080 } }],
			['SSL Certificates', { agentOptions: { ca: '-----BEGIN CERTIFICATE-----' } }],
		])("refuses the option '%s', whose owner could read the key: %j", async (name, option) => {
			const refusal = ask({ uri: `${BASE}/v1/me`, ...option });
			await expect(refusal).rejects.toBeInstanceOf(UserError);
			await expect(refusal).rejects.toThrow(`not sent with the option '${name}'`);
		});

		test.each([{ proxy: '' }, { proxy: undefined }, { agentOptions: {} }])(
			'accepts an option that is not set: %j',
			async (option) => {
				const sent = await ask({ uri: BASE, ...option });
				expect(Object.keys(sent)).not.toContain(Object.keys(option)[0]);
			},
		);

		test.each(['TRACE', 'CONNECT', 'track', 'GET / HTTP/1.1', 'WIDGET', ['GET'], 7, null])(
			'refuses the method %j, which may show the key in the answer',
			async (method) => {
				await expect(ask({ uri: BASE, method })).rejects.toThrow(/not sent with this HTTP method/);
			},
		);

		test('drops every field that is not known to be harmless', async () => {
			const dangerous = {
				auth: { username: 'a', password: 'b' },
				baseURL: 'https://evil.example.com',
				beforeRedirect: () => undefined,
				httpAgent: {},
				httpsAgent: {},
				lookup: () => undefined,
				maxRedirects: 5,
				sendCredentialsOnCrossOriginRedirect: true,
				socketPath: '/tmp/socket',
				transport: {},
			};
			const harmless = { qs: { a: 1 }, body: { b: 2 }, json: true, simple: false, timeout: 5 };
			const sent = await ask({ url: `${BASE}/v1/me`, ...dangerous, ...harmless });
			expect(sent).toEqual({
				...harmless,
				method: 'GET',
				url: `${BASE}/v1/me`,
				headers: { Authorization: 'Bearer key_1' },
				disableFollowRedirect: true,
				followRedirect: false,
				followAllRedirects: false,
				skipSslCertificateValidation: false,
				rejectUnauthorized: true,
			});
		});

		test('drops every header that is not known to be harmless', async () => {
			const dangerous = {
				...{ 'X-Original-URL': '/admin', 'X-Rewrite-URL': '/admin', ' x-original-url ': '/admin' },
				...{ 'X-HTTP-Method-Override': 'TRACE', 'X-HTTP-Method': 'TRACE', 'X-Own': '1' },
				...{ Forwarded: 'host=evil.example.com', 'X-Forwarded-Host': 'evil.example.com' },
				...{ 'Transfer-Encoding': 'chunked', 'Content-Length': '3', Connection: 'x', Cookie: 'a' },
			};
			const harmless = { accept: 'a/b', 'Content-Type': 'c/d', 'Idempotency-Key': 'e' };
			const { headers } = await ask({ uri: BASE, headers: { ...dangerous, ...harmless } });
			expect(headers).toEqual({ ...harmless, Authorization: 'Bearer key_1' });
		});

		test.each(['', ' ', 'Bearer ', 7, ['key_1'], undefined])(
			'refuses %p, which is no API key, before a request',
			async (apiKey) => {
				const data = { apiKey, baseUrl: BASE } as unknown as ICredentialDataDecryptedObject;
				const refusal = (async () =>
					await credential.authenticate(data, { url: `${BASE}/v1/me` }))();
				await expect(refusal).rejects.toBeInstanceOf(UserError);
				await expect(refusal).rejects.toThrow(
					/^The 'API Key' is (empty|not a text)\. Copy it again\.$/,
				);
			},
		);

		test('allows no redirect, no untrusted certificate and no other Host', async () => {
			const headers = { host: 'evil.example.com', Accept: 'kept', Authorization: 'Bearer own' };
			const asked = { followRedirect: true, followAllRedirects: true, rejectUnauthorized: false };
			expect(await ask({ uri: BASE, headers, ...asked })).toMatchObject({
				followRedirect: false,
				followAllRedirects: false,
				rejectUnauthorized: true,
				headers: { Accept: 'kept', Authorization: 'Bearer key_1' },
			});
			for (const name of ['host', 'HOST', ' Host ']) {
				const asks = ask({ uri: BASE, headers: { [name]: 'evil.example.com' } });
				expect((await asks).headers).toEqual({ Authorization: 'Bearer key_1' });
			}
		});
	});
});

describe('test', () => {
	const { request, rules = [] } = credential.test;
	const ruleFor = (status: number) =>
		rules.find(({ type, properties }) => type === 'responseCode' && properties.value === status);

	test('reads the account at the Base URL', () => {
		expect(request).toEqual({ baseURL: '={{ $credentials.baseUrl }}', url: '/v1/me' });
	});

	test.each([
		[401, /^The service does not accept the API key\./],
		[404, /^The service is not at this 'Base URL'/],
		[302, /The API key is not sent there\./],
		[307, /The API key is not sent there\./],
		[429, /^The rate limit of this API key is reached\./],
		[503, /^The service is not available\./],
	])('explains the status %i', (status, message) => {
		expect(ruleFor(status)?.properties.message).toMatch(message);
	});
});
