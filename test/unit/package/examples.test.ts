import type { WorkflowDefinition } from '../../host/harness/rest/workflows';
import { exampleNames, readExample } from '../../examples/examples';

type Links = Readonly<
	Record<string, ReadonlyArray<ReadonlyArray<{ readonly node: string }> | null>>
>;

const targets = ({ connections }: WorkflowDefinition) =>
	Object.values(connections as Record<string, Links>)
		.flatMap((types) => Object.values(types).flat())
		.flatMap((ends) => (ends ?? []).map(({ node }) => node));

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

	test('reads from the node with its settings only what is set there', () => {
		for (const [, name, field] of text.matchAll(/\$\('([^']+)'\)\.first\(\)\.json\.(\w+)/g)) {
			const settings = example.nodes.find((node) => node.name === name)?.parameters.assignments;
			// Other nodes make their fields themselves.
			if (settings === undefined) continue;
			expect(JSON.stringify(settings)).toContain(`"name":"${field}"`);
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

	test('uses only addresses that are reserved for examples, and links to mails', () => {
		const mails = text.match(/[\w.+-]+@[\w-]+\.[\w.-]+/g) ?? [];
		const hosts = [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host = '']) => host);
		const outside = [...mails.map((mail) => mail.replace(/.*@/, '')), ...hosts].filter(
			(host) =>
				!/(^|\.)example\.(com|org|net)$|^(docs\.)?n8n\.io$|^127\.0\.0\.1$|^mail\.google\.com$/.test(
					host,
				),
		);
		expect(outside).toEqual([]);
	});
});
