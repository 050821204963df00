import { UserError } from 'n8n-workflow';

import { TagPdfApi } from '../../../credentials/TagPdfApi.credentials';
import { API_CREDENTIAL } from '../../../nodes/n8n/credential';

const credential = new TagPdfApi();
const authenticate = async (request: { url: string; baseURL?: string }, apiKey = 'key_1') =>
	await credential.authenticate(
		{ apiKey },
		{ ...request, method: 'GET', headers: { Accept: 'application/json' } },
	);

test('is the one that the node reads, with the fields that it reads', () => {
	expect(credential.name).toBe(API_CREDENTIAL);
	const fields = credential.properties.map(({ name, required }) => [name, required]);
	expect(fields).toEqual([
		['apiKey', true],
		['baseUrl', true],
	]);
});

test('the key alone is masked, and neither has a default', () => {
	expect(credential.properties.map(({ typeOptions }) => typeOptions?.password)).toEqual([
		true,
		undefined,
	]);
	expect(credential.properties.map((field) => field.default)).toEqual(['', '']);
});

describe('authenticate', () => {
	test('adds the key to a call, and changes nothing else', async () => {
		expect(await authenticate({ url: 'https://api.example.com/v1/me' })).toEqual({
			url: 'https://api.example.com/v1/me',
			method: 'GET',
			headers: { Accept: 'application/json', Authorization: 'Bearer key_1' },
		});
	});

	test('brings the base URL of the credential test to one form', async () => {
		const request = { baseURL: ' https://api.example.com/v1/', url: '/v1/me' };
		expect(await authenticate(request)).toMatchObject({
			baseURL: 'https://api.example.com',
			url: '/v1/me',
			headers: { Authorization: 'Bearer key_1' },
		});
	});

	test('takes plain HTTP for this machine alone', async () => {
		await expect(authenticate({ url: 'http://localhost:4010/v1/me' })).resolves.toBeDefined();
		const refusal = authenticate({ url: 'http://api.example.com/v1/me' });
		await expect(refusal).rejects.toBeInstanceOf(UserError);
		await expect(refusal).rejects.toThrow(/must start with https:\/\//);
	});

	test.each(['', 'api.example.com', 'https://user:secret@api.example.com'])(
		'gives the key to no such address: %j',
		async (baseURL) => {
			await expect(authenticate({ baseURL, url: '/v1/me' })).rejects.toBeInstanceOf(UserError);
		},
	);
});

describe('the test', () => {
	test('reads the account, which costs nothing', () => {
		expect(credential.test.request).toEqual({
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/v1/me',
		});
	});

	test('tells a wrong key, a wrong address and another service apart', () => {
		expect(credential.test.rules).toMatchObject([
			{
				type: 'responseCode',
				properties: { value: 401, message: expect.stringContaining('API key') as string },
			},
			{
				type: 'responseCode',
				properties: { value: 404, message: expect.stringContaining('Base URL') as string },
			},
			// n8n shows the message when the field has this value: when it is missing.
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'credits_available',
					value: undefined,
					message: expect.stringContaining('not the Document Tagging Service') as string,
				},
			},
		]);
	});
});
