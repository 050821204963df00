import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { getApiCredential, NO_CREDENTIAL } from '../../../nodes/n8n/credential';
import { errorOf } from '../support/errorOf';
import { FakeExecution } from '../support/fakeExecution';

const read = async (...credentials: ICredentialDataDecryptedObject[]) => {
	const { context } = new FakeExecution({ credentials });
	return await Promise.all(credentials.map((_, item) => getApiCredential(context, item)));
};
const baseUrl = 'https://api.example.com';

test('is read for the item, so that an expression in it counts', async () => {
	const fake = new FakeExecution({
		credentials: [
			{ apiKey: 'one', baseUrl },
			{ apiKey: 'two', baseUrl },
		],
	});
	expect(await getApiCredential(fake.context, 1)).toMatchObject({
		apiKey: 'two',
		baseUrl,
		data: { apiKey: 'two', baseUrl },
	});
	expect(fake.credentialReads).toEqual([['tagPdfApi', 1]]);
});

test('has its base URL in one form, beside the data as n8n gave it', async () => {
	const [credential] = await read({ apiKey: 'key', baseUrl: `${baseUrl}/v1/ ` });
	expect(credential).toMatchObject({ baseUrl, data: { baseUrl: `${baseUrl}/v1/ ` } });
});

test('has the same mark for the same key at the same address alone', async () => {
	const [first, same, ...others] = await read(
		{ apiKey: 'key', baseUrl },
		{ apiKey: 'key', baseUrl: `${baseUrl}/` },
		{ apiKey: 'key2', baseUrl },
		{ apiKey: 'key', baseUrl: 'https://other.example.com' },
		{ apiKey: '.org', baseUrl: 'https://api.example.comkey' },
		{ apiKey: 'key.org', baseUrl },
	);
	expect(first?.hash).toMatch(/^[0-9a-f]{64}$/);
	expect(same?.hash).toBe(first?.hash);
	expect(new Set([first, ...others].map((credential) => credential?.hash)).size).toBe(5);
});

test('a key is taken without what copying added', async () => {
	const [plain, pasted] = await read(
		{ apiKey: 'key', baseUrl },
		{ apiKey: ' Bearer key\n', baseUrl },
	);
	expect(pasted?.apiKey).toBe('key');
	expect(pasted?.hash).toBe(plain?.hash);
});

test('a key that is no text is none', async () => {
	const [missing, wrong] = await read({ baseUrl }, { baseUrl, apiKey: 7 });
	expect([missing?.apiKey, wrong?.apiKey]).toEqual(['', '']);
});

test('a base URL that is refused says why, and that nothing was sent', async () => {
	expect(await errorOf(() => read({ apiKey: 'key', baseUrl: ' ' }))).toEqual({
		code: 'INVALID_INPUT',
		message: 'The base URL is empty.',
		description: 'Change the Base URL in the credential.',
	});
});

test('what asks nothing of the service has no key, no address, and no hash of any that does', () => {
	expect(NO_CREDENTIAL).toEqual({ data: {}, apiKey: '', baseUrl: '', hash: '' });
});
