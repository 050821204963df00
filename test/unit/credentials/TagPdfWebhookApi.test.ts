import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import { homepage } from '../../../package.json';

const credential = new TagPdfWebhookApi();

test('has three masked secrets, of which one is required', () => {
	expect(
		credential.properties.map(({ name, required, typeOptions, default: initial }) => ({
			name,
			required,
			masked: typeOptions?.password,
			initial,
		})),
	).toEqual([
		{ name: 'signingSecret', required: true, masked: true, initial: '' },
		{ name: 'secondSigningSecret', required: undefined, masked: true, initial: '' },
		{ name: 'thirdSigningSecret', required: undefined, masked: true, initial: '' },
	]);
});

test('has a page in the docs', () => {
	const [repository, page = ''] = credential.documentationUrl.split('/blob/main/');
	expect(repository).toBe(homepage.split('#')[0]);
	expect(existsSync(join(__dirname, '../../..', page))).toBe(true);
});

test('never sends any part of itself', () => {
	expect(credential).not.toHaveProperty('authenticate');
	expect(credential).not.toHaveProperty('test');
});
