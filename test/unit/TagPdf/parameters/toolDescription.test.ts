import type { INodeProperties } from 'n8n-workflow';

import { operations } from '../../../../nodes/TagPdf/operations';
import {
	isTool,
	createToolDescription,
	addNextStep,
} from '../../../../nodes/TagPdf/parameters/toolDescription';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const all = Object.entries(operations).flatMap(([resource, named]) =>
	Object.entries(named).map(([operation, { description }]) => ({
		resource,
		operation,
		tool: description.find(({ name }: INodeProperties) => name === 'toolDescription'),
	})),
);

test('is shown for the operation, and only for tools', () => {
	expect(createToolDescription({ operation: ['get'] }, 'Read it')).toMatchObject({
		name: 'toolDescription',
		default: 'Read it',
		typeOptions: { rows: 3 },
		displayOptions: { show: { operation: ['get'], '@tool': [true] } },
	});
});

const prices: Record<string, RegExp> = {
	account: /Free\./,
	document: /Costs 1 credit per page\./,
	job: /Free\./,
};

test.each(all)('$resource → $operation: says what a call costs and returns', (each) => {
	const { operation, resource, tool } = each;
	expect(tool?.displayOptions?.show).toMatchObject({
		resource: [resource],
		operation: [operation],
	});
	const price = operation === 'inspect' ? /Free\./ : prices[resource];
	expect(tool?.default).toMatch(price ?? 'no price');
	expect(tool?.default).toMatch(/Returns /);
});

test.each([
	['tagPdf', false],
	['n8n-nodes-tag-pdf.tagPdf', false],
	['n8n-nodes-tag-pdf.tagPdfTool', true],
])('the node type %s is a tool: %s', async (type, expected) => {
	expect(isTool(await itemOf(new FakeExecution({ node: { type } })))).toBe(expected);
});

test('tells a tool, but not a workflow, how to get a link to the tagged PDF', async () => {
	const tagged = { json: { id: 'j' }, binary: {} };
	const item = async (type: string) => await itemOf(new FakeExecution({ node: { type } }));
	expect(addNextStep(await item('n8n-nodes-tag-pdf.tagPdf'), tagged)).toBe(tagged);
	expect(addNextStep(await item('n8n-nodes-tag-pdf.tagPdfTool'), tagged)).toEqual({
		json: { id: 'j', next: expect.stringContaining('Job: Get Download Link') as string },
		binary: {},
	});
});
