import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';
import { FakeExecution } from '../support/fakeExecution';
import { FakeService } from '../support/fakeService';

const node = new TagPdf();

test('AI agents can use it as a tool', () => {
	expect(node.description.usableAsTool).toBe(true);
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
