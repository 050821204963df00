import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { WorkflowDefinition, WorkflowNode } from '../../host/harness/rest/workflows';
import { exampleNames, readExample } from '../../examples/examples';

type Links = Readonly<
	Record<string, ReadonlyArray<ReadonlyArray<{ readonly node: string }> | null>>
>;

const targets = ({ connections }: WorkflowDefinition) =>
	Object.values(connections as Record<string, Links>)
		.flatMap((types) => Object.values(types).flat())
		.flatMap((ends) => (ends ?? []).map(({ node }) => node));

/** Pixels of a node on the canvas. */
const NODE = 96;
/** Pixels of a node's name below it. */
const LABEL = 50;
/** Workflows with at most this number of steps need no sections. */
const SHORT = 9;
/** Buttons, menus and other names that are no step of the workflow. */
const OUTSIDE =
	/^(n8n-nodes-tag-pdf|Execute workflow|Approve|Retry|FTP|Gmail|Google Drive|Mail|OneDrive|Outlook|S3|Tag PDF|File tagged documents|Submit documents for tagging|Library \d · .+)$/;
/** n8n's names for new nodes, which do not say what a step does. */
const DEFAULT_NAMES = new Set(
	'Code,Convert to File,Data table,Edit Fields,Execute Command,Filter,HTTP Request,If,Loop Over Items,Merge,No Operation, do nothing,Remove Duplicates,S3,Send Email,Split Out,Summarize,Switch,Tag PDF,Wait,XML'.split(
		',',
	),
);
/** Code nodes, and why no other node does their step. */
const ONLY_CODE: Readonly<Record<string, string>> = {
	'PDFs of the mail':
		'Makes an item of each PDF. No node renames a binary field, and S3 reads the name of the first item only.',
	'What to do':
		'Makes an item of each PDF, too, and marks a mail only if all its PDFs are in the folder.',
	'What is new':
		'Compares thousands of files with rows, many times faster than Compare Datasets, and knows what is due.',
	'What is missing':
		'Compares thousands of keys, too, and takes turns, so that none waits for ever.',
	'What came out': 'Decides in one place what a row becomes, whichever of three steps has failed.',
};

/** Names of all steps: a note may refer to those of another workflow. */
const STEPS = new Set(
	exampleNames().flatMap((name) => readExample(name).nodes.map((node) => node.name)),
);

/** n8n's import leaves out a workflow's settings. These have to be chosen by hand, under these names. */
const SETTINGS: Readonly<Record<string, string>> = {
	saveExecutionProgress: '*Save* for *Save execution progress*',
	saveDataSuccessExecution: '*Do not save* for *Save successful production executions*',
	saveManualExecutions: '*Save manual executions*',
};

const isOurs = ({ type }: WorkflowNode) => type.startsWith('n8n-nodes-tag-pdf.');
/** n8n runs the Error Workflow of an execution that such a node has started. */
const isUnattended = ({ type }: WorkflowNode) =>
	/(Trigger|webhook|emailReadImap)$/.test(type) && !/(manual|error)Trigger$/.test(type);
const isNote = ({ type }: WorkflowNode) => type === 'n8n-nodes-base.stickyNote';
/** n8n's white notes. The yellow one is for the set-up. */
const isSection = (node: WorkflowNode) => isNote(node) && node.parameters.color === 7;
const headings = (content: string) =>
	[...content.matchAll(/^### (.+?)(?: \(n8n 2\))?$/gm)].map(([, heading]) => heading);

function contains(
	{ position: [left, top], parameters }: WorkflowNode,
	step: WorkflowNode,
): boolean {
	const [x, y] = step.position;
	const { width, height } = parameters as { width: number; height: number };
	return x >= left && y >= top && x + NODE <= left + width && y + NODE <= top + height;
}

const pageOf = (path: string) => readFileSync(join(__dirname, '../../../examples', path), 'utf8');
const sectionsOfPage = [pageOf('README.md'), pageOf('library/README.md')].flatMap((page) =>
	page.split(/^## /m),
);

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

	test('reads from a node with settings only what is set there', () => {
		const unset = [...text.matchAll(/\$\('([^']+)'\)\.first\(\)\.json\.(\w+)/g)].filter(
			([, name, field]) => {
				const settings = example.nodes.find((node) => node.name === name)?.parameters.assignments;
				return settings && !JSON.stringify(settings).includes(`"name":"${field}"`);
			},
		);
		expect(unset.map(([reading]) => reading)).toEqual([]);
	});

	test('has a title, and one note that says how it works and what to set up', () => {
		expect(example.name).toMatch(/^[A-Z][^.]{15,90}$/);
		const [setUp = '', ...others] = example.nodes
			.filter((node) => isNote(node) && !isSection(node))
			.map(({ parameters }) => String(parameters.content));
		expect(others).toEqual([]);
		expect(setUp).toMatch(/^## .+\n/);
		expect(headings(setUp)).toEqual(expect.arrayContaining(['How it works', 'Set up']));
		expect(setUp.includes('**n8n-nodes-tag-pdf**')).toBe(example.nodes.some(isOurs));
		expect(setUp).toMatch(/\bcredits?\b/);
		expect(setUp.includes('*Error Workflow*')).toBe(
			example.nodes.some(isUnattended) || name === 'tell-about-errors',
		);
		// Names in bold are steps, buttons or menus of n8n, or other workflows.
		const bold = [...setUp.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name);
		expect(bold.filter((name) => !STEPS.has(name) && !OUTSIDE.test(name))).toEqual([]);
	});

	test('says in its note which settings to choose, because n8n does not import them', () => {
		const { executionOrder, ...settings } = example.settings ?? {};
		expect(executionOrder).toBe('v1');
		for (const setting of Object.keys(settings)) expect(text).toContain(SETTINGS[setting]);
	});

	test('is divided into sections if it is long, and shows each step in its section', () => {
		const sections = example.nodes.filter(isSection);
		const steps = example.nodes.filter((node) => !isNote(node));
		for (const { parameters } of sections) expect(parameters.content).toMatch(/^### .+/);
		if (steps.length <= SHORT) return;
		expect(sections.length).toBeGreaterThan(1);
		const places = steps.map((step) => [
			step.name,
			sections.filter((section) => contains(section, step)).length,
		]);
		expect(places.filter(([, count]) => count !== 1)).toEqual([]);
	});

	test('has names that say the step, and no step upon another', () => {
		const steps = example.nodes.filter((node) => !isNote(node));
		expect(steps.filter((step) => DEFAULT_NAMES.has(step.name)).map((step) => step.name)).toEqual(
			[],
		);
		const near = steps.filter((a) =>
			steps.some(
				(b) =>
					a !== b &&
					Math.abs(a.position[0] - b.position[0]) < 2 * NODE &&
					Math.abs(a.position[1] - b.position[1]) < NODE + LABEL,
			),
		);
		expect(near.map((step) => step.name)).toEqual([]);
	});

	test('has no Code node, unless no other node can do the step', () => {
		const code = example.nodes.filter(({ type }) => type === 'n8n-nodes-base.code');
		expect(code.map((node) => node.name).filter((step) => !(step in ONLY_CODE))).toEqual([]);
	});

	test('is on the page, with a picture and each number of jobs that is not 1', () => {
		const page =
			sectionsOfPage.find((section) => section.includes(`(${basename(name)}.json)`)) ?? '';
		expect(page).toContain(`images/examples/${name}.png`);
		const numbers = example.nodes
			.map(({ parameters }) => (parameters.options ?? {}) as { maxJobsPerDocument?: unknown })
			.filter(({ maxJobsPerDocument = 1 }) => maxJobsPerDocument !== 1);
		expect(numbers.length > 0 && !page.includes('Max Jobs per Document')).toBe(false);
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

/** The error codes in a list such as `['A', 'B'].includes(…)`. */
const readCodes = (text: string) => [...text.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code);

test('webhook-upload answers 503 exactly if the other examples try a document again', () => {
	const { nodes } = readExample('webhook-upload');
	const answer = nodes.find(({ name }) => name === 'Answer with the reason');
	const again = readCodes(JSON.stringify(answer?.parameters));
	const plan = readFileSync(join(__dirname, '../../../scripts/examples/plan.ts'), 'utf8');
	const final = readCodes(/const FINAL = \[[^\]]+\]/.exec(plan)?.[0] ?? '');
	// For a run with one uploaded file, these are final, too, or cannot occur.
	const others = [
		...['ALREADY_TAGGED', 'NOT_COMPLETED', 'NOT_STARTED', 'OVER_CREDIT_LIMIT'],
		...['SOURCE_UNAVAILABLE', 'STOPPED'],
	];
	const page = readFileSync(join(__dirname, '../../../docs/errors.md'), 'utf8');
	const all = [...page.matchAll(/^## `([A-Z_]+)`$/gm)].map(([, code]) => code);
	expect([...again, ...final, ...others].sort()).toEqual(all.sort());
});
