import { statSync } from 'node:fs';
import { join } from 'node:path';
import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';
import { FakeExecution } from '../support/fakeExecution';
import { FakeService } from '../support/fakeService';
import { subtitleOf } from '../support/subtitleOf';

const node = new TagPdf();

test('AI agents can use it as a tool', () => {
	expect(node.description.usableAsTool).toBe(true);
});

test('workflows find it under its name, and it hands items on', () => {
	const { credentials, defaults, group, inputs, name, outputs, version } = node.description;
	expect({ credentials, defaults, group, inputs, name, outputs, version }).toEqual({
		credentials: [{ name: 'tagPdfApi', required: true }],
		defaults: { name: 'Tag PDF' },
		group: ['transform'],
		inputs: ['main'],
		name: 'tagPdf',
		outputs: ['main'],
		version: 1,
	});
});

test('the canvas shows its operation', () => {
	const parameters = { resource: 'job', operation: 'wait' };
	expect(subtitleOf(node, parameters)).toBe('wait: job');
});

test("n8n's workflow builder is led to the trigger", () => {
	const { relatedNodes, searchHint } = node.description.builderHint;
	expect(searchHint).toContain('1 credit per page');
	expect(relatedNodes).toEqual([
		{
			nodeType: 'n8n-nodes-tag-pdf.tagPdfTrigger',
			relationHint: expect.stringContaining('finished') as string,
		},
	]);
});

test('its icons are where it says', () => {
	const icons = Object.values(node.description.icon as Record<string, string>);
	expect(icons).toHaveLength(2);
	for (const icon of icons) {
		const file = join('nodes/TagPdf', icon.replace(/^file:/, ''));
		expect(statSync(file).isFile()).toBe(true);
	}
});

test('resources keep their names: saved workflows rely on them', () => {
	const [resource] = node.description.properties;
	expect(resource).toMatchObject({
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: 'document',
	});
	const choices = resource?.options?.map(
		(choice) => 'value' in choice && [choice.name, choice.value],
	);
	expect(choices).toEqual([
		['Account', 'account'],
		['Document', 'document'],
		['Job', 'job'],
	]);
});

test('n8n calls execute() with the items', async () => {
	const { context } = new FakeExecution({
		parameters: [{ resource: 'account', operation: 'get' }],
		answer: new FakeService().answer,
	});
	expect(await node.execute.call(context)).toEqual([
		[{ json: { plan: 'free', credits_available: 100 }, pairedItem: { item: 0 } }],
	]);
});
