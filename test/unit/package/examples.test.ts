import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import type { WorkflowDefinition } from '../../host/harness/rest/workflows';
import { exampleNames, readExample } from '../../examples/examples';

type Links = Readonly<
	Record<string, ReadonlyArray<ReadonlyArray<{ readonly node: string }> | null>>
>;

const targets = ({ connections }: WorkflowDefinition) =>
	Object.values(connections as Record<string, Links>)
		.flatMap((types) => Object.values(types).flat())
		.flatMap((ends) => (ends ?? []).map(({ node }) => node));

/** Names of a node's parameters, and of its options as `options.…`. */
function parametersOf(type: string): string[] | undefined {
	const node = [new TagPdf(), new TagPdfTrigger()].find(({ description: { name } }) =>
		type.endsWith(`.${name}`),
	);
	return node?.description.properties.flatMap(({ name, options }) => [
		name,
		...(name === 'options' ? (options as INodeProperties[]) : []).map(
			(option: INodeProperties | INodePropertyCollection) => `options.${option.name}`,
		),
	]);
}

describe.each(exampleNames())('the example %s', (name) => {
	const example = readExample(name);
	const text = JSON.stringify(example);

	test('has unique names and ids of nodes, and connections between them', () => {
		const names = example.nodes.map((node) => node.name);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(example.nodes.map(({ id }) => id)).size).toBe(names.length);
		for (const end of [...Object.keys(example.connections), ...targets(example)]) {
			expect(names).toContain(end);
		}
	});

	test('sets only parameters and options that the nodes have', () => {
		for (const { parameters, type } of example.nodes) {
			const known = parametersOf(type);
			if (!known) continue;
			const options = Object.keys((parameters.options as object | undefined) ?? {});
			const set = [...Object.keys(parameters), ...options.map((name) => `options.${name}`)];
			expect(set.filter((name) => !known.includes(name))).toEqual([]);
		}
	});

	test('explains itself in a sticky note', () => {
		const notes = example.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.map(({ parameters }) => String(parameters.content)).join('\n')).toMatch(
			/^## .+\n/,
		);
	});

	test('contains no credential, no pinned data and no trace of its n8n', () => {
		expect(example.nodes.filter((node) => 'credentials' in node)).toEqual([]);
		expect(example.pinData ?? {}).toEqual({});
		expect(text).not.toContain('instanceId');
		expect(text).not.toMatch(/sk_|whsec_|Bearer |xox[bp]-/);
	});

	test('uses only addresses that are reserved for examples', () => {
		const mails = text.match(/[\w.+-]+@[\w-]+\.[\w.-]+/g) ?? [];
		const hosts = [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host = '']) => host);
		const outside = [...mails.map((mail) => mail.replace(/.*@/, '')), ...hosts].filter(
			(host) => !/(^|\.)example\.(com|org|net)$|^(docs\.)?n8n\.io$|^127\.0\.0\.1$/.test(host),
		);
		expect(outside).toEqual([]);
	});
});
