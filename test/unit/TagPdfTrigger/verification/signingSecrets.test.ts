import { TagPdfWebhookApi } from '../../../../credentials/TagPdfWebhookApi.credentials';
import {
	readSigningSecrets,
	testSigningSecrets,
} from '../../../../nodes/TagPdfTrigger/verification/signingSecrets';

const check = async (data: Record<string, string>) =>
	await testSigningSecrets({ id: '1', name: 'Webhook', type: 'tagPdfWebhookApi', data });

test('masks every field of the credential and uses it as a secret', () => {
	const { properties } = new TagPdfWebhookApi();
	expect(properties.every(({ typeOptions }) => typeOptions?.password)).toBe(true);
	const filled = Object.fromEntries(properties.map(({ name }) => [name, `secret of ${name}`]));
	expect(readSigningSecrets(filled).sort()).toEqual(Object.values(filled).sort());
});

test('ignores empty, blank and missing fields', () => {
	expect(readSigningSecrets({})).toEqual([]);
	expect(readSigningSecrets({ signingSecret: '', secondSigningSecret: ' \n' })).toEqual([]);
	expect(readSigningSecrets({ signingSecret: ' whsec_1\n' })).toEqual(['whsec_1']);
});

describe('the credential test', () => {
	test('passes with a secret, and says that only an event can prove it', async () => {
		const result = await check({ signingSecret: 'whsec_1' });
		expect(result.status).toBe('OK');
		expect(result.message).toMatch(/first event/);
	});

	test.each(['whsec_https://', 'http', 'whsec_t=1764000000,v1', 't=later,v1=abc', 't=1764000000'])(
		'accepts the secret %s',
		async (signingSecret) => {
			expect((await check({ signingSecret })).status).toBe('OK');
		},
	);

	test('treats a credential without data as empty', async () => {
		const result = await testSigningSecrets({ id: '1', name: 'Webhook', type: 'tagPdfWebhookApi' });
		expect(result.status).toBe('Error');
	});

	const refused: Array<[string, Record<string, string>, RegExp]> = [
		['no secret', { signingSecret: '' }, /Fill in Signing Secret/],
		['only blanks', { signingSecret: '  ' }, /Fill in Signing Secret/],
		['another field alone', { thirdSigningSecret: 'whsec_1' }, /Fill in Signing Secret/],
		['a URL', { signingSecret: 'https://n8n.example/webhook/1' }, /web address/],
		['a URL without TLS', { signingSecret: 'HTTP://n8n.example/webhook/1' }, /web address/],
		['a signature', { signingSecret: 't=1764000000,v1=abc' }, /signature of an event/],
		['two lines', { signingSecret: 'whsec_1\nwhsec_2' }, /space or line break/],
		['a flaw in another field', { signingSecret: 'whsec_1', secondSigningSecret: 'a b' }, /space/],
	];
	test.each(refused)('refuses %s', async (_what, data, message) => {
		const result = await check(data);
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
		expect(result.message).not.toMatch(/whsec|n8n\.example|v1=abc/);
	});
});
