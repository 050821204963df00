import { Expression, type INodePropertyOptions } from 'n8n-workflow';
import codex from '../../../nodes/TagPdf/TagPdf.node.json';
import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';
import { FakeExecution } from '../support/fakeExecution';
import { FakeService } from '../support/fakeService';

const node = new TagPdf();

test('AI agents can use it as a tool', () => {
	expect(node.description.usableAsTool).toBe(true);
});

test('a new node tags a document', () => {
	const { properties } = node.description;
	expect(properties.find(({ name }) => name === 'resource')?.default).toBe('document');
	const operation = properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes('document') === true,
	);
	expect(operation?.default).toBe('tag');
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

test('what is used most comes first', () => {
	expect(lists[0]?.map(({ name }) => name)).toEqual(['Document', 'Job', 'Account']);
	expect(lists[1]?.[0]).toMatchObject({ name: 'Tag', action: 'Tag a PDF' });
});

test('n8n cuts descriptions of operations after 90 characters, and action texts say what comes out', () => {
	for (const { action, description = '', name } of lists.slice(1).flat()) {
		expect([name, description.length <= 90 && description.length > 0]).toEqual([name, true]);
		expect(action).toBeDefined();
	}
});

test.each([
	['tag', 'document', 'Tag: Document'],
	['getDownloadLink', 'job', 'Get Download Link: Job'],
])('the subtitle of %s and %s is "%s"', (operation, resource, subtitle) => {
	const expression = String(node.description.subtitle).replace(/^=/, '');
	const data = { $parameter: { operation, resource } };
	expect(Expression.resolveWithoutWorkflow(expression, data)).toBe(subtitle);
});

test.each(['ocr', 'document tagging', 'ua', 'section 508', 'en 301 549'])(
	'is found by "%s"',
	(words) => {
		expect(codex.alias.map((alias) => alias.toLowerCase())).toContain(words);
	},
);
