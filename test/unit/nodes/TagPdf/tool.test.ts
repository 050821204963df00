import { accountOperations } from '../../../../nodes/TagPdf/account/operations';
import { documentOperations } from '../../../../nodes/TagPdf/document/operations';
import { jobOperations } from '../../../../nodes/TagPdf/job/operations';
import { isTool } from '../../../../nodes/TagPdf/tool';
import { addNextStep } from '../../../../nodes/TagPdf/output';
import { FakeExecution } from '../../support/fakeExecution';

const operations = {
	account: accountOperations,
	document: documentOperations,
	job: jobOperations,
};

const all = Object.entries(operations).flatMap(([resource, named]) =>
	Object.entries(named).map(([operation, { toolDescription }]) => ({
		resource,
		operation,
		toolDescription,
	})),
);

const prices: Record<string, RegExp> = {
	account: /Free\./,
	document: /Costs 1 credit per page\./,
	job: /Free\./,
};

test.each(all)('$resource → $operation: says what a call costs and returns', (each) => {
	const { operation, resource, toolDescription } = each;
	const price = operation === 'inspect' ? /Free\./ : prices[resource];
	expect(toolDescription).toMatch(price ?? 'no price');
	expect(toolDescription).toMatch(/Returns /);
});

test.each([
	['tagPdf', false],
	['n8n-nodes-tag-pdf.tagPdf', false],
	['n8n-nodes-tag-pdf.tagPdfTool', true],
])('the node type %s is a tool: %s', (type, expected) => {
	expect(isTool(new FakeExecution({ node: { type } }).context)).toBe(expected);
});

test('tells a tool, but not a workflow, how to get a link to the tagged PDF', () => {
	const tagged = { json: { id: 'j' }, binary: {} };
	const contextOf = (type: string) => new FakeExecution({ node: { type } }).context;
	expect(addNextStep(contextOf('n8n-nodes-tag-pdf.tagPdf'), tagged)).toBe(tagged);
	expect(addNextStep(contextOf('n8n-nodes-tag-pdf.tagPdfTool'), tagged)).toEqual({
		json: { id: 'j', next: expect.stringContaining('Job: Get Download Link') as string },
		binary: {},
	});
});
