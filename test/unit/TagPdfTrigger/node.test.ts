import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import { FakeExecution } from '../support/fakeExecution';
import { FakeWebhook } from '../support/fakeWebhook';
import { subtitleOf } from '../support/subtitleOf';
import { jobEvent, signedDelivery } from './events';
import { testSigningSecrets } from '../../../nodes/TagPdfTrigger/verification/signingSecrets';

const trigger = new TagPdfTrigger();
const { credentials = [], properties, webhooks } = trigger.description;

const flat = (list: INodeProperties[]): INodeProperties[] =>
	list.flatMap((each) => [
		each,
		...(each.type === 'collection' ? flat(each.options as INodeProperties[]) : []),
	]);

test('lets n8n answer an accepted event with an empty body', () => {
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

test('tests the credential under the name that n8n looks up', () => {
	const [webhookApi] = credentials;
	expect(webhookApi).toMatchObject({ name: new TagPdfWebhookApi().name, required: true });
	const { credentialTest } = trigger.methods;
	expect(credentialTest[webhookApi?.testedBy as keyof typeof credentialTest]).toBe(
		testSigningSecrets,
	);
});

test('has a fixed name and no inputs', () => {
	const { defaults, group, inputs, name, outputs } = trigger.description;
	expect({ defaults, group, inputs, name, outputs }).toEqual({
		defaults: { name: 'Tag PDF Trigger' },
		group: ['trigger'],
		inputs: [],
		name: 'tagPdfTrigger',
		outputs: ['main'],
	});
});

test('has one version above 1, so that n8n evaluates no expression per delivery', () => {
	const { description } = trigger;
	expect(description.version).toBe(1.1);
	expect(description).not.toHaveProperty('defaultVersion');
});

test('shows its events on the canvas', () => {
	const parameters = { events: ['job.completed', 'job.failed'] };
	expect(subtitleOf(trigger, parameters)).toBe('job.completed, job.failed');
});

test("points n8n's workflow builder to the action node", () => {
	const { relatedNodes, searchHint } = trigger.description.builderHint;
	expect(searchHint).toContain('Job: Download');
	expect(relatedNodes).toEqual([
		{
			nodeType: 'n8n-nodes-tag-pdf.tagPdf',
			relationHint: expect.stringContaining('downloads') as string,
		},
	]);
});

test('has existing icons', () => {
	const icons = Object.values(trigger.description.icon as Record<string, string>);
	expect(icons).toHaveLength(2);
	for (const icon of icons) {
		const file = join('nodes/TagPdfTrigger', icon.replace(/^file:/, ''));
		expect(statSync(file).isFile()).toBe(true);
	}
});

test('keeps the parameters of saved workflows', () => {
	const kept = flat(properties).map(({ name, type, default: value }) => [name, type, value]);
	expect(kept).toEqual([
		['events', 'multiOptions', ['job.completed']],
		['options', 'collection', {}],
		['timestampTolerance', 'number', 300],
	]);
});

test('needs only signing secrets', () => {
	expect(credentials).toHaveLength(1);
	const names = flat(properties).map(({ name }) => name);
	expect(names).toEqual(['events', 'options', 'timestampTolerance']);
});

test('listens only to completed jobs by default', () => {
	const events = properties.find(({ name }) => name === 'events');
	expect(events?.default).toEqual(['job.completed']);
	expect(events?.required).toBe(true);
	const offered = events?.options?.map(
		(option) => 'value' in option && [option.name, option.value],
	);
	expect(offered).toEqual([
		['Job Completed', 'job.completed'],
		['Job Failed', 'job.failed'],
	]);
});

test('accepts whole seconds from 1 as Timestamp Tolerance', () => {
	const tolerance = flat(properties).find(({ name }) => name === 'timestampTolerance');
	expect(tolerance?.typeOptions).toEqual({ minValue: 1, numberPrecision: 0 });
});

test('shows a message on activation, because it registers nothing', async () => {
	const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
	expect(await Promise.all([checkExists(), create(), remove()])).toEqual([true, true, true]);
});

test('describes every parameter', () => {
	const silent = flat(properties)
		.filter(({ type, description }) => type !== 'notice' && !description)
		.map(({ name }) => name);
	expect(silent).toEqual([]);
});

describe('n8n calls', () => {
	test('webhook() with each delivery', async () => {
		const event = jobEvent();
		const { context } = new FakeWebhook(signedDelivery(event));
		expect(await trigger.webhook.call(context)).toEqual({ workflowData: [[{ json: event }]] });
	});

	test('execute() with the admitted events', async () => {
		const { context } = new FakeExecution({ items: [{ json: { id: 'evt_1' } }] });
		expect(await trigger.execute.call(context)).toEqual([
			[{ json: { id: 'evt_1' }, pairedItem: { item: 0 } }],
		]);
	});
});
