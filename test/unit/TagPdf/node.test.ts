import { TagPdfApi } from '../../../credentials/TagPdfApi.credentials';
import { testApiKey } from '../../../nodes/n8n/testApiKey';
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

test('the credential is tested by the node, under the name that n8n looks up', () => {
	const [api] = node.description.credentials ?? [];
	expect(api).toMatchObject({ name: new TagPdfApi().name, required: true });
	const { credentialTest } = node.methods;
	expect(credentialTest[api?.testedBy as keyof typeof credentialTest]).toBe(testApiKey);
});
