import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildExamples } from '../../scripts/examples/all';
import { COLUMNS } from '../../scripts/examples/plan';
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

/** n8n 1 has no human review of tools, and its Data Tables lose rows, so it does not load that version of the node. */
const NEWER = ['n8n-nodes-base.emailSendHitlTool', 'n8n-nodes-base.dataTable'];
const isOffered = (name: string) =>
	!onVersion1 || !readExample(name).nodes.some(({ type }) => NEWER.includes(type));
const names = exampleNames().filter(isOffered);

test('the examples with common nodes are as npm run examples writes them', () => {
	for (const [name, built] of Object.entries(buildExamples())) {
		expect(readExample(name)).toEqual(built);
	}
});

test('the page about the plan has the columns of the ledger', () => {
	const page = readFileSync(join(__dirname, '../../docs/examples/plan.md'), 'utf8');
	const rows = [...page.matchAll(/^\| `(\w+)` +\| (string|number|boolean|date) /gm)];
	expect(Object.fromEntries(rows.map(([, name, type]) => [name, type]))).toEqual(COLUMNS);
});

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
