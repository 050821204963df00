import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { TagPdfApi } from '../../../credentials/TagPdfApi.credentials';
import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import { describeError } from '../../../nodes/shared/nodeError';
import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import { inputErrors } from '../../ui/editor/inputErrors';
import { failedRequests, oneOfEach } from '../shared/errors/facts';

const MAX_CHARACTERS = 140;
const MAX_SENTENCES = 2;

interface Shown {
	description?: unknown;
	displayName?: unknown;
	hint?: unknown;
	name?: unknown;
	options?: unknown;
	values?: unknown;
}

/** Every description and hint in n8n's panel, with the path of its owner. */
function textsIn(all: readonly unknown[], path: string): Array<[path: string, text: string]> {
	return (all as Shown[]).flatMap(({ description, displayName, hint, name, options, values }) => {
		const own = `${path} → ${String(displayName ?? name)}`;
		const texts = [description, hint].filter((text) => typeof text === 'string');
		const inside = [options, values].filter((list) => Array.isArray(list)).flat();
		return [...texts.map((text): [string, string] => [own, text]), ...textsIn(inside, own)];
	});
}

const tagPdf = new TagPdf().description;
const trigger = new TagPdfTrigger().description;
const credentials: INodeProperties[] = [
	...new TagPdfApi().properties,
	...new TagPdfWebhookApi().properties,
];
const texts = [
	...textsIn([tagPdf], 'node'),
	...textsIn(tagPdf.properties, 'Tag PDF'),
	...textsIn([trigger], 'node'),
	...textsIn(trigger.properties, 'Tag PDF Trigger'),
	...textsIn(credentials, 'credential'),
];

test.each(texts)('%s: is short', (_path, text) => {
	expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
	// A full stop and a blank end a sentence, except after "e.g.".
	const sentences = text.split(/(?<!e\.g)\.\s/).length;
	expect(sentences).toBeLessThanOrEqual(MAX_SENTENCES);
});

describe("n8n's guidelines", () => {
	/** Parameters, with those in Options. */
	const parameters = [...tagPdf.properties, ...trigger.properties, ...credentials].flatMap(
		(property) => [property, ...listEntries(property).filter(isParameter)],
	);
	const choices = parameters.flatMap((property) => listEntries(property).filter(isChoice));

	test('names are in Title Case', () => {
		const names = [
			...parameters.map(({ displayName }) => displayName),
			...choices.map(({ name }) => name),
		];
		const isTitle = (word: string) => /^([A-Z(]|at$|in$|of$|on$|per$|to$)/.test(word);
		expect(names.filter((name) => !name.split(' ').every(isTitle))).toEqual([]);
	});

	test('placeholders are examples', () => {
		const placeholders = parameters
			.filter(({ type }) => type === 'string')
			.flatMap(({ placeholder = [] }) => placeholder);
		expect(placeholders.length).toBeGreaterThan(0);
		expect(placeholders.filter((placeholder) => !placeholder.startsWith('e.g. '))).toEqual([]);
	});

	test('lists are alphabetical', () => {
		const lists = parameters.map((property) =>
			listEntries(property).map((entry) =>
				'displayName' in entry ? entry.displayName : entry.name,
			),
		);
		expect(
			lists.filter((list) => list.join() !== list.toSorted((a, b) => a.localeCompare(b)).join()),
		).toEqual([]);
		expect(lists.filter(({ length }) => length > 1).length).toBeGreaterThan(10);
	});

	test('actions have no article', () => {
		const actions = choices.flatMap(({ action = [] }) => action);
		expect(actions).toHaveLength(8);
		expect(actions.filter((action) => /\b(an?|the)\b/i.test(action))).toEqual([]);
	});

	test("names of parameters stand in 'single quotation marks'", async () => {
		const errors = [
			...oneOfEach,
			...failedRequests.map(({ error }) => error),
			...(await inputErrors()),
		];
		const said = errors.map((error) => Object.values(describeError(error)).join(' '));
		const names = parameters.map(({ displayName }) => displayName.replace(/ \(.*/, ''));
		// A single word, such as Source, may be meant as a word.
		const several = new Set(names.filter((name) => name.includes(' ')));
		expect(several.size).toBeGreaterThan(10);
		const bare = new RegExp(`(?<!')\\b(${[...several].join('|')})\\b(?!')`);
		expect([...texts.map(([, text]) => text), ...said].filter((text) => bare.test(text))).toEqual(
			[],
		);
		expect(said.filter((text) => text.includes("'Base URL'")).length).toBeGreaterThan(0);
	});
});

function listEntries({ options = [] }: INodeProperties): NonNullable<INodeProperties['options']> {
	return options;
}

function isParameter(entry: object): entry is INodeProperties {
	return 'type' in entry;
}

function isChoice(entry: object): entry is INodePropertyOptions {
	return 'value' in entry;
}
