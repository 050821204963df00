import { closedBy } from '../closing';
import { onVersion1, openSetup, type Setup } from '../host/harness/setup';
import { addWorkflow } from '../host/harness/rest/workflows';
import { exampleNames, readExample, readSample } from './examples';
import { tell } from './outcomes';
import { resolveExpressions } from './validation/expressions';
import { NodeTypes } from './validation/nodeTypes';
import { misunderstood } from './validation/parameters';

let setup: Setup;
let types: NodeTypes;
const closing = closedBy(afterAll);
beforeAll(async () => {
	setup = closing(await openSetup());
	types = await NodeTypes.of(setup.session);
});

/** Features that n8n 1 lacks, by the examples that need them. */
const NEWER: ReadonlyArray<readonly [needs: RegExp, what: string]> = [
	[/^agent-with-approval$/, 'human review of tools'],
	// Its version 1 takes the file name from the binary data instead.
	[/^outlook-to-onedrive$/, 'OneDrive node that uses its File Name'],
];
const lacking = (name: string) =>
	onVersion1 ? NEWER.find(([needs]) => needs.test(name))?.[1] : undefined;
const names = exampleNames().filter((name) => lacking(name) === undefined);

beforeAll(() => {
	for (const name of exampleNames()) {
		const lacked = lacking(name);
		if (lacked) tell(name, 'none', `this n8n has no ${lacked}`);
	}
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
		tell(name, 'imported', '');
	});

	test('has nodes, versions and parameters that exist in this n8n', () => {
		const wrong = example.nodes.flatMap((node) => {
			const description = types.find(node);
			if (!description) return [`${node.name}: there is no ${node.type} ${node.typeVersion}`];
			return misunderstood(node, description);
		});
		expect(wrong).toEqual([]);
	});

	test('has expressions that resolve', async () => {
		const resolved = await resolveExpressions(setup.session, example, readSample(name));
		const empty = Object.entries(resolved).filter(([, value]) => {
			const text = JSON.stringify(value ?? 'undefined');
			return /^\[(null|""|)\]$|undefined|NaN|Invalid DateTime|\[object/.test(text);
		});
		expect(empty).toEqual([]);
	});
});
