import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';

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

test('no part of it is ever sent', () => {
	expect(credential).not.toHaveProperty('authenticate');
	expect(credential).not.toHaveProperty('test');
});
