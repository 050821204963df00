import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import { homepage } from '../../../package.json';
import { expectIcons } from './icons';

const credential = new TagPdfWebhookApi();

test('is the one that the trigger asks for', () => {
	const { credentials = [] } = new TagPdfTrigger().description;
	expect(credentials.map(({ name }) => name)).toEqual([credential.name]);
});

test('has three secrets, all masked; one is enough', () => {
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

test('it and its fields have the names that the texts of the trigger know', () => {
	expect(credential.displayName).toBe('Tag PDF Webhook API');
	expect(credential.properties.map(({ displayName, type }) => [displayName, type])).toEqual([
		['Signing Secret', 'string'],
		['Second Signing Secret', 'string'],
		['Third Signing Secret', 'string'],
	]);
});

test('its icons and the page about it exist', () => {
	expectIcons(credential.icon);
	const [repository, page = ''] = credential.documentationUrl.split('/blob/main/');
	expect(repository).toBe(homepage.split('#')[0]);
	expect(existsSync(join(__dirname, '../../..', page))).toBe(true);
});

test('no part of it is ever sent', () => {
	expect(credential).not.toHaveProperty('authenticate');
	expect(credential).not.toHaveProperty('test');
});
