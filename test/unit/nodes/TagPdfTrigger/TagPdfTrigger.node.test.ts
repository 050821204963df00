import type { INodeProperties } from 'n8n-workflow';
import { TagPdfApi } from '../../../../credentials/TagPdfApi.credentials';
import { TagPdf } from '../../../../nodes/TagPdf/TagPdf.node';
import { TagPdfTrigger } from '../../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import packageJson from '../../../../package.json';
import { subtitleOf } from '../../support/subtitleOf';

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

test('has the credential of the action node, so that users make one', () => {
	expect(credentials).toEqual([{ name: new TagPdfApi().name, required: true }]);
});

test('starts workflows: it has no input, and one output', () => {
	const { group, inputs, outputs } = trigger.description;
	expect({ group, inputs, outputs }).toEqual({
		group: ['trigger'],
		inputs: [],
		outputs: ['main'],
	});
});

test("leads n8n's AI builder to the action node", () => {
	const { relatedNodes } = trigger.description.builderHint;
	const type = `${packageJson.name}.${new TagPdf().description.name}`;
	expect(relatedNodes).toMatchObject([{ nodeType: type }]);
});

test("n8n's editor takes a tolerance in whole seconds, of up to an hour", () => {
	const tolerance = flat(properties).find(({ name }) => name === 'timestampTolerance');
	expect(tolerance?.typeOptions).toEqual({ minValue: 1, maxValue: 3_600, numberPrecision: 0 });
});

test('lets n8n look at the signing secrets each time that it activates the workflow', async () => {
	expect(await trigger.webhookMethods.default.checkExists()).toBe(false);
});

test('has one version above 1, so that n8n evaluates no expression per delivery', () => {
	const { description } = trigger;
	expect(description.version).toBe(1.1);
	expect(description).not.toHaveProperty('defaultVersion');
});

test.each<[string | string[], string]>([
	[['job.completed'], 'Job Completed'],
	[['job.completed', 'job.failed'], 'Job Completed, Job Failed'],
	['job.failed', 'Job Failed'],
])('shows the events %j on the canvas as %s', (events, subtitle) => {
	expect(subtitleOf(trigger, { events })).toBe(subtitle);
});

test("follows n8n's guidelines: 'Trigger On' has no tooltip, and the description says on what", () => {
	const [triggerOn] = properties;
	expect(triggerOn).toMatchObject({ displayName: 'Trigger On', name: 'events' });
	expect(triggerOn).not.toHaveProperty('description');
	expect(trigger.description.description).toMatch(/when a job is completed or has failed$/);
});

test('keeps the parameters of saved workflows', () => {
	const kept = flat(properties).map(({ name, type, default: value }) => [name, type, value]);
	expect(kept).toEqual([
		['events', 'multiOptions', ['job.completed']],
		['options', 'collection', {}],
		['timestampTolerance', 'number', 300],
	]);
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

describe('the panel', () => {
	type ByState = Record<'active' | 'inactive', string>;
	const { triggerPanel } = trigger.description;
	const panel = typeof triggerPanel === 'object' ? triggerPanel : {};
	const help = panel.executionsHelp as ByState;
	const hint = panel.activationHint as ByState;

	test('uses the names on screen for everything to copy', () => {
		const nameOf = (field: string) =>
			new TagPdfApi().properties.find(({ name }) => name === field)?.displayName;
		for (const name of [
			'Webhook URLs',
			'Test URL',
			'Developers page',
			nameOf('testSigningSecret'),
		]) {
			expect(hint.inactive).toContain(`<b>${name}</b>`);
		}
		for (const name of ['Production URL', nameOf('productionSigningSecret')]) {
			expect(help.inactive).toContain(`<b>${name}</b>`);
		}
		expect(help.active).toContain('Developers page');
	});

	test('says what to do with the endpoint of the Test URL, before and after going live', () => {
		const { activationMessage } = new TagPdfTrigger().description;
		for (const text of [help.inactive, activationMessage]) {
			expect(text).toMatch(/Switch the endpoint of the (<b>)?Test URL(<\/b>)? off/);
			expect(text).toContain('404');
		}
		expect(help.active).toContain('switch the endpoint of the <b>Test URL</b> on, and off again');
	});

	test('says what happens with the secret of another endpoint', () => {
		const second = /2\. (.*?)<br \/>/.exec(hint.inactive)?.[1] ?? '';
		expect(second).toContain('With the secret of another endpoint');
		expect(second).toContain('401');
	});
});
