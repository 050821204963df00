import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import { homepage } from '../../../package.json';
import { expectIcons } from './icons';

const credential = new TagPdfWebhookApi();

test('has the name that the trigger reads', () => {
	const { credentials = [] } = new TagPdfTrigger().description;
	expect(credentials.map(({ name }) => name)).toEqual([credential.name]);
});

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

test('has the names that the texts of the trigger mention', () => {
	expect(credential.displayName).toBe('Tag PDF Webhook API');
	expect(credential.properties.map(({ displayName, type }) => [displayName, type])).toEqual([
		['Signing Secret', 'string'],
		['Second Signing Secret', 'string'],
		['Third Signing Secret', 'string'],
	]);
});

test('has existing icons and a page in the docs', () => {
	expectIcons(credential.icon);
	const [repository, page = ''] = credential.documentationUrl.split('/blob/main/');
	expect(repository).toBe(homepage.split('#')[0]);
	expect(existsSync(join(__dirname, '../../..', page))).toBe(true);
});

test('never sends any part of itself', () => {
	expect(credential).not.toHaveProperty('authenticate');
	expect(credential).not.toHaveProperty('test');
});
