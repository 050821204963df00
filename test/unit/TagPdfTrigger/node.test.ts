import type { INodeProperties } from 'n8n-workflow';
import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import { testSigningSecrets } from '../../../nodes/TagPdfTrigger/verification/signingSecrets';

const trigger = new TagPdfTrigger();
const { credentials = [], properties, triggerPanel, webhooks } = trigger.description;
const panel = typeof triggerPanel === 'object' ? triggerPanel : undefined;

test('n8n answers an accepted event itself, with nothing in it', () => {
	expect(webhooks).toEqual([
		{
			name: 'default',
			httpMethod: 'POST',
			path: 'webhook',
			responseMode: 'onReceived',
			responseData: 'noData',
		},
	]);
});

test('the type version stays 1: from 1.1 on, n8n would not keep the raw body of every content type', () => {
	expect(trigger.description.version).toBe(1);
});

test('the credential is tested by the node, under the name that n8n looks up', () => {
	const [webhookApi] = credentials;
	expect(webhookApi).toMatchObject({ name: new TagPdfWebhookApi().name, required: true });
	const { credentialTest } = trigger.methods;
	expect(credentialTest[webhookApi?.testedBy as keyof typeof credentialTest]).toBe(
		testSigningSecrets,
	);
});

test('the API credential is asked for only with Download Tagged PDF', () => {
	expect(credentials[1]).toEqual({
		name: 'tagPdfApi',
		required: true,
		displayOptions: { show: { '/downloadTaggedPdf': [true] } },
	});
});

test('activation registers nothing and says so nowhere else', async () => {
	const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
	expect(await Promise.all([checkExists(), create(), remove()])).toEqual([true, true, true]);
});

describe('texts', () => {
	const flat = (list: INodeProperties[]): INodeProperties[] =>
		list.flatMap((each) => [
			each,
			...(each.type === 'collection' ? flat(each.options as INodeProperties[]) : []),
		]);

	test('every parameter says what it does', () => {
		const silent = flat(properties)
			.filter(({ type, description }) => type !== 'notice' && !description)
			.map(({ name }) => name);
		expect(silent).toEqual([]);
	});

	test('the panel names each thing to copy by the name it has on screen', () => {
		const help = panel?.executionsHelp;
		const steps = typeof help === 'object' ? help : { active: '', inactive: '' };
		const fields = new TagPdfWebhookApi().properties.map(({ displayName }) => displayName);
		for (const name of ['Test URL', 'Production URL', 'Developers page', ...fields.slice(0, 2)]) {
			expect(steps.inactive).toContain(name);
		}
		expect(steps.active).toContain('Developers page');
	});
});
