import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { getApiCredential, NO_CREDENTIAL } from '../../../../nodes/shared/n8nRuntime';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';

const read = async (...credentials: ICredentialDataDecryptedObject[]) => {
	const { context } = new FakeExecution({ credentials });
	return await Promise.all(credentials.map((_, item) => getApiCredential(context, item)));
};
const baseUrl = 'https://api.example.com';

test('is read for each item, so that expressions work, and has a normalized base URL', async () => {
	const fake = new FakeExecution({
		credentials: [
			{ apiKey: 'one', baseUrl },
			{ apiKey: 'two', baseUrl: `${baseUrl}/v1/ ` },
		],
	});
	expect(await getApiCredential(fake.context, 1)).toMatchObject({
		apiKey: 'two',
		baseUrl,
		// As n8n has it.
		data: { apiKey: 'two', baseUrl: `${baseUrl}/v1/ ` },
	});
	expect(fake.credentialReads).toEqual([['tagPdfApi', 1]]);
});

test('has the same mark only for the same key and address', async () => {
	const [first, same, ...others] = await read(
		{ apiKey: 'key', baseUrl },
		{ apiKey: 'key', baseUrl: `${baseUrl}/` },
		{ apiKey: 'key2', baseUrl },
		{ apiKey: 'key', baseUrl: 'https://other.example.com' },
		{ apiKey: '.org', baseUrl: 'https://api.example.comkey' },
		{ apiKey: 'key.org', baseUrl },
	);
	expect(first?.apiKeyHash).toMatch(/^[0-9a-f]{64}$/);
	expect(same?.apiKeyHash).toBe(first?.apiKeyHash);
	expect(new Set([first, ...others].map((credential) => credential?.apiKeyHash)).size).toBe(5);
});

test('explains a refused base URL, and says that nothing was charged', async () => {
	expect(await errorOf(() => read({ apiKey: 'key', baseUrl: ' ' }))).toEqual({
		code: 'INVALID_INPUT',
		message: "The 'Base URL' is empty.",
		description: "Change the 'Base URL' in the credential.",
	});
});

test.each([
	['', "The 'API Key' is empty."],
	[7, "The 'API Key' is not a text."],
	[null, "The 'API Key' is not a text."],
	['secret\u200bkey', "The 'API Key' contains an invisible character (U+200B), which no key has."],
])('explains the API key %j, which is none', async (apiKey, message) => {
	const data = { apiKey, baseUrl } as unknown as ICredentialDataDecryptedObject;
	expect(await errorOf(() => read(data))).toEqual({
		code: 'INVALID_INPUT',
		message,
		description: 'Copy it again into the credential.',
	});
});

test('an operation without the service has no key, no address and no shared hash', () => {
	expect(NO_CREDENTIAL).toEqual({ data: {}, apiKey: '', baseUrl: '', apiKeyHash: '' });
});
