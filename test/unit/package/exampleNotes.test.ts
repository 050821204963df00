import { exampleNames, readExample } from '../../examples/examples';
import type { WorkflowNode } from '../../host/harness/rest/workflows';

/** Node types that run without a credential. The setup note must name all other nodes. */
const WITHOUT_CREDENTIAL = new Set([
	'agent',
	'chatTrigger',
	'code',
	'compression',
	'convertToFile',
	'dataTable',
	'filter',
	'form',
	'formTrigger',
	'httpRequest',
	'if',
	'manualTrigger',
	'noOp',
	'removeDuplicates',
	'respondToWebhook',
	'scheduleTrigger',
	'set',
	'spreadsheetFile',
	'stickyNote',
	'webhook',
]);

/** Names that notes give to several nodes of a type. */
const KINDS: Readonly<Record<string, string>> = {
	Gmail: 'gmail',
	'Google Drive': 'googleDrive',
	Outlook: 'microsoftOutlook',
	Postgres: 'postgres',
	S3: 's3',
	SFTP: 'ftp',
	'Tag PDF': 'tagPdf',
};

/** The range of nodes that a quantity word covers. */
const QUANTITIES: Readonly<Record<string, readonly [least: number, most: number]>> = {
	Every: [1, Infinity],
	Both: [2, 2],
	All: [3, Infinity],
};

const NUMBERS: Readonly<Record<string, number>> = { ten: 10, twenty: 20, thirty: 30 };

const typeOf = ({ type }: WorkflowNode) => type.split('.').at(-1) ?? '';
const isNote = (node: WorkflowNode) => typeOf(node) === 'stickyNote';
const needsCredential = (node: WorkflowNode) =>
	!WITHOUT_CREDENTIAL.has(typeOf(node)) && node.parameters.operation !== 'inspect';

describe.each(exampleNames())('the note of the example %s', (name) => {
	const { nodes } = readExample(name);
	const note = nodes
		.filter(isNote)
		.map(({ parameters }) => String(parameters.content))
		.join('\n');
	const groups = [
		...note.matchAll(/\b(Every|Both|All) (?:\*\*)?([A-Z][\w ]*?)(?:\*\*)? nodes?\b/g),
	];
	const ofKind = (kind: string) => nodes.filter((node) => typeOf(node) === KINDS[kind]);

	test('mentions the existing groups of nodes in the right number', () => {
		for (const [group, quantity = '', kind = ''] of groups) {
			const [least, most] = QUANTITIES[quantity] ?? [NaN, NaN];
			const found = [group, ofKind(kind).length] as const;
			expect(found[1] >= least && found[1] <= most ? 'right' : found).toBe('right');
		}
		// Numbers of nodes become outdated, but names do not.
		expect(note).not.toMatch(/\b(two|three|four|five)( \w+){0,3} (nodes|tools)\b/i);
	});

	test("names no colour, because the editor's colours change", () => {
		expect(note).not.toMatch(/\b(gr[ae]y|blue|green|orange|red|white|black)\b/i);
	});

	test('names each node for which a credential is to be chosen', () => {
		const inGroup = (node: WorkflowNode) =>
			groups.some(([, , kind = '']) => typeOf(node) === KINDS[kind]);
		const unnamed = nodes.filter(
			(node) => needsCredential(node) && !note.includes(`**${node.name}**`) && !inGroup(node),
		);
		expect(unnamed.map((node) => node.name)).toEqual([]);
	});

	test('names options with the numbers that they have', () => {
		const values = nodes.flatMap(({ parameters }) =>
			Object.values((parameters.options ?? {}) as Record<string, unknown>),
		);
		const inBrackets = [...note.matchAll(/\*[A-Z][^*]+\* \((\d+)\)/g)].map(([, text]) =>
			Number(text),
		);
		const atATime = [...note.matchAll(/(\w+) documents at a time/g)].map(
			([, word = '']) => NUMBERS[word],
		);
		for (const number of [...inBrackets, ...atATime]) expect(values).toContain(number);
	});

	test('tells the interval of the schedule', () => {
		const schedule = JSON.stringify(nodes.filter((node) => typeOf(node) === 'scheduleTrigger'));
		for (const [, minutes] of note.matchAll(/[Ee]very (\d+) minutes/g)) {
			expect(schedule).toContain(`"minutesInterval":${minutes}`);
		}
		for (const [, hour] of note.matchAll(/At (\d+) o[’']clock/g)) {
			expect(schedule).toContain(`"triggerAtHour":${hour}`);
		}
	});
});
