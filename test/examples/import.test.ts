import { closedBy } from '../closing';
import { onVersion1, openSetup, type Setup } from '../host/harness/setup';
import { addWorkflow } from '../host/harness/rest/workflows';
import { exampleNames, readExample } from './examples';
import { NodeTypes } from './validation/nodeTypes';
import { misunderstood } from './validation/parameters';

let setup: Setup;
let types: NodeTypes;
const closing = closedBy(afterAll);
beforeAll(async () => {
	setup = closing(await openSetup());
	types = await NodeTypes.of(setup.session);
});

/**
 * n8n 1 has no human review of tools, its OneDrive node takes the file name from the binary data, and its Data Table
 * node makes no tables.
 */
const NEWER = [
	'agent-with-approval',
	'inventory-and-price',
	'ledger-and-report',
	'outlook-to-onedrive',
];
const names = exampleNames().filter((name) => !onVersion1 || !NEWER.includes(name));

describe.each(names)('%s', (name) => {
	const example = readExample(name);

	test('is imported without a change', async () => {
		const { nodes, connections, settings } = await addWorkflow(setup.session, example);
		expect({ nodes, connections, settings }).toMatchObject({
			nodes: example.nodes,
			connections: example.connections,
			settings: example.settings,
		});
	});

	test('has nodes, versions and parameters that exist in this n8n', () => {
		const wrong = example.nodes.flatMap((node) => {
			const description = types.find(node);
			if (!description) return [`${node.name}: there is no ${node.type} ${node.typeVersion}`];
			return misunderstood(node, description);
		});
		expect(wrong).toEqual([]);
	});
});
