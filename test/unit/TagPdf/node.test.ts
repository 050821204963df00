import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import codex from '../../../nodes/TagPdf/TagPdf.node.json';
import { TagPdfApi } from '../../../credentials/TagPdfApi.credentials';
import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';
import { FakeExecution } from '../support/fakeExecution';
import { FakeService } from '../support/fakeService';
import { subtitleOf } from '../support/subtitleOf';

const node = new TagPdf();

test('AI agents can use it as a tool', () => {
	expect(node.description.usableAsTool).toBe(true);
});

test('has a fixed name and passes items on', () => {
	const { credentials, defaults, group, inputs, name, outputs, version } = node.description;
	expect({ credentials, defaults, group, inputs, name, outputs, version }).toEqual({
		credentials: [
			{
				name: 'tagPdfApi',
				required: true,
				displayOptions: { hide: { operation: ['inspect'] } },
			},
		],
		defaults: { name: 'Tag PDF' },
		group: ['transform'],
		inputs: ['main'],
		name: 'tagPdf',
		outputs: ['main'],
		version: 1,
	});
});

test("points n8n's workflow builder to the trigger", () => {
	const { relatedNodes, searchHint } = node.description.builderHint;
	expect(searchHint).toContain('1 credit per page');
	expect(relatedNodes).toEqual([
		{
			nodeType: 'n8n-nodes-tag-pdf.tagPdfTrigger',
			relationHint: expect.stringContaining('finished') as string,
		},
	]);
});

test('has existing icons', () => {
	const icons = Object.values(node.description.icon as Record<string, string>);
	expect(icons).toHaveLength(2);
	for (const icon of icons) {
		const file = join('nodes/TagPdf', icon.replace(/^file:/, ''));
		expect(statSync(file).isFile()).toBe(true);
	}
});

test('a new node has the resource Document', () => {
	const [resource] = node.description.properties;
	expect(resource).toMatchObject({
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: 'document',
	});
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

/** The lists of resources and operations, as n8n shows them. */
const lists = node.description.properties
	.filter(({ name }) => name === 'resource' || name === 'operation')
	.map(({ options = [] }) => options as INodePropertyOptions[]);

test('names its resources and what its operations do', () => {
	expect(lists[0]?.map(({ name, value }) => [name, value])).toEqual([
		['Account', 'account'],
		['Document', 'document'],
		['Job', 'job'],
	]);
	const actions = lists.slice(1).flatMap((list) => list.map(({ action }) => action));
	expect(actions).toContain('Tag document');
	expect(actions).toContain('Download tagged PDF');
});

test('descriptions of operations fit into 90 characters, and actions name their result', () => {
	for (const { action, description = '', name } of lists.slice(1).flat()) {
		expect([name, description.length <= 90 && description.length > 0]).toEqual([name, true]);
		expect(action).toBeDefined();
	}
});

test('each operation states its cost', () => {
	for (const { description } of lists.slice(1).flat())
		expect(description).toMatch(/; (costs 1 credit per page|free(, .*)?)$/);
});

test.each([
	['tag', 'document', 'Tag: Document'],
	['getDownloadLink', 'job', 'Get Download Link: Job'],
])('the canvas shows %s and %s as "%s"', (operation, resource, subtitle) => {
	expect(subtitleOf(node, { operation, resource })).toBe(subtitle);
});

test.each(['ocr', 'document tagging', 'ua', 'section 508', 'en 301 549'])(
	'is found by "%s"',
	(words) => {
		expect(codex.alias.map((alias) => alias.toLowerCase())).toContain(words);
	},
);

test('the credential has its own test instead of a function of the node', () => {
	const [api] = node.description.credentials ?? [];
	const credential = new TagPdfApi();
	expect(api).toMatchObject({ name: credential.name, required: true });
	expect(api).not.toHaveProperty('testedBy');
	expect(credential.test.request.url).toBe('/v1/me');
});
