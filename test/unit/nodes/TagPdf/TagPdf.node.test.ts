import type { INodePropertyOptions } from 'n8n-workflow';

import { TagPdfApi } from '../../../../credentials/TagPdfApi.credentials';
import { TagPdf } from '../../../../nodes/TagPdf/TagPdf.node';
import { TagPdfTrigger } from '../../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import packageJson from '../../../../package.json';
import { subtitleOf } from '../../support/subtitleOf';

const node = new TagPdf();

/** The lists of resources and operations, as n8n shows them. */
const lists = node.description.properties
	.filter(({ name }) => name === 'resource' || name === 'operation')
	.map(({ options = [] }) => options as INodePropertyOptions[]);

test('is a step with one input and one output, and a tool of AI agents', () => {
	const { group, inputs, outputs, usableAsTool } = node.description;
	expect({ group, inputs, outputs, usableAsTool }).toEqual({
		group: ['transform'],
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
	});
});

test('needs the credential for everything but Inspect', () => {
	expect(node.description.credentials).toEqual([
		{
			name: new TagPdfApi().name,
			required: true,
			displayOptions: { hide: { operation: ['inspect'] } },
		},
	]);
});

test('has three resources, which no expression chooses', () => {
	const resource = node.description.properties.find(({ name }) => name === 'resource');
	expect(resource?.noDataExpression).toBe(true);
	expect(lists[0]).toEqual([
		{ name: 'Account', value: 'account' },
		{ name: 'Document', value: 'document' },
		{ name: 'Job', value: 'job' },
	]);
});

test("leads n8n's AI builder to the trigger", () => {
	const type = `${packageJson.name}.${new TagPdfTrigger().description.name}`;
	expect(node.description.builderHint.relatedNodes).toMatchObject([{ nodeType: type }]);
});

test('descriptions of operations fit into 90 characters, and actions name their result', () => {
	for (const { action, description = '', name } of lists.slice(1).flat()) {
		expect([name, description.length <= 90 && description.length > 0]).toEqual([name, true]);
		expect(action).toMatch(/^[A-Z][a-z]+ .*(account|document|job|PDF)/);
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
