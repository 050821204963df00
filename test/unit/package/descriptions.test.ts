import { readFileSync } from 'node:fs';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import manifest from '../../../package.json';
import { TagPdfApi } from '../../../credentials/TagPdfApi.credentials';
import { describeError } from '../../../nodes/shared/nodeError';
import { accountOperations } from '../../../nodes/TagPdf/account/operations';
import { documentOperations } from '../../../nodes/TagPdf/document/operations';
import { jobOperations } from '../../../nodes/TagPdf/job/operations';
import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import { inputErrors } from '../../ui/editor/inputErrors';
import { failedRequests, oneOfEach } from '../support/everyError';

const tagPdf = new TagPdf().description;
const trigger = new TagPdfTrigger().description;
const operations = { account: accountOperations, document: documentOperations, job: jobOperations };

/** Elements of a parameter's `options`: choices, nested parameters or groups of parameters. */
type Entry = INodePropertyOptions | INodeProperties | INodePropertyCollection;

const isGroup = (entry: Entry): entry is INodePropertyCollection => 'values' in entry;
const isParameter = (entry: Entry): entry is INodeProperties => 'type' in entry;

/** Every parameter, with those in collections. */
function flat(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const inside = (property.options ?? []).flatMap((entry) => {
			if (isGroup(entry)) return entry.values;
			return isParameter(entry) ? [entry] : [];
		});
		return [property, ...flat(inside)];
	});
}

function choicesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter(
		(entry): entry is INodePropertyOptions => !isGroup(entry) && !isParameter(entry),
	);
}

const action = flat(tagPdf.properties);
const parameters = [...action, ...flat(trigger.properties), ...flat(new TagPdfApi().properties)];
const choices = parameters.flatMap(choicesOf);
const texts = [tagPdf, trigger, ...parameters, ...choices].flatMap((shown) => [
	...(shown.description === undefined ? [] : [shown.description]),
	...('hint' in shown && shown.hint !== undefined ? [shown.hint] : []),
]);

test('every parameter and every choice of an operation has a description', () => {
	// n8n's guidelines want Trigger On without a tooltip.
	const described = parameters.filter(({ name, type }) => type !== 'notice' && name !== 'events');
	const lists = described.filter(({ name, type }) => type === 'options' && name !== 'resource');
	expect(described.length).toBeGreaterThan(20);
	const silent = [...described, ...lists.flatMap(choicesOf)].filter((each) => !each.description);
	expect(silent.map(({ name }) => name)).toEqual([]);
});

describe("n8n's guidelines", () => {
	test('placeholders are examples', () => {
		const placeholders = parameters
			.filter(({ type }) => type === 'string')
			.flatMap(({ placeholder = [] }) => placeholder);
		expect(placeholders.length).toBeGreaterThan(0);
		expect(placeholders.filter((placeholder) => !placeholder.startsWith('e.g. '))).toEqual([]);
	});

	test('lists are alphabetical', () => {
		const lists = parameters.map((property) =>
			(property.options ?? []).map((entry) =>
				'displayName' in entry ? entry.displayName : entry.name,
			),
		);
		expect(
			lists.filter((list) => list.join() !== list.toSorted((a, b) => a.localeCompare(b)).join()),
		).toEqual([]);
		expect(lists.filter(({ length }) => length > 1).length).toBeGreaterThan(10);
	});

	test('each operation has an action text of its own, without an article', () => {
		const actions = choices.flatMap(({ action = [] }) => action);
		expect(new Set(actions).size).toBe(8);
		expect(actions.every((text) => text[0] === text[0]?.toUpperCase())).toBe(true);
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
		expect([...texts, ...said].filter((text) => bare.test(text))).toEqual([]);
		expect(said.filter((text) => text.includes("'Base URL'")).length).toBeGreaterThan(0);
	});
});

/** Resources and operations are shown by their names; a condition such as `{ _cnd }` has no name. */
function shownText(value: unknown): string {
	if (typeof value !== 'string') throw new Error(`not a name: ${JSON.stringify(value)}`);
	return value;
}

function offeredOperations() {
	const offered: Record<string, string[]> = {};
	for (const property of tagPdf.properties.filter(({ name }) => name === 'operation')) {
		for (const resource of property.displayOptions?.show?.resource ?? []) {
			(offered[shownText(resource)] ??= []).push(
				...choicesOf(property).map(({ value }) => `${value}`),
			);
		}
	}
	return offered;
}

test('no parameter is shown for a resource or operation that does not exist', () => {
	const offered = offeredOperations();
	const known = { resource: Object.keys(offered), operation: Object.values(offered).flat() };
	const shown = action.flatMap(({ displayOptions }) =>
		(['resource', 'operation'] as const).flatMap((key) =>
			(displayOptions?.show?.[key] ?? []).map((value) => [key, shownText(value)] as const),
		),
	);
	expect(shown.length).toBeGreaterThan(0);
	expect(shown.filter(([key, value]) => !known[key].includes(value))).toEqual([]);
});

test('only Inspect has no credential', () => {
	const [credential] = tagPdf.credentials ?? [];
	const local = Object.values(operations).flatMap((handlers) =>
		Object.entries(handlers).flatMap(([name, { isLocal }]) => (isLocal === true ? [name] : [])),
	);
	expect(local).toEqual(['inspect']);
	const displayOptions = { hide: { operation: local } };
	expect(credential).toMatchObject({ name: new TagPdfApi().name, required: true, displayOptions });
});

test("hints for n8n's workflow builder name nodes of this package and no discriminator", () => {
	const own = [tagPdf, trigger].map(({ name }) => `n8n-nodes-tag-pdf.${name}`);
	for (const { builderHint } of [tagPdf, trigger]) {
		expect(builderHint.searchHint.length).toBeGreaterThan(20);
		for (const { nodeType } of builderHint.relatedNodes) expect(own).toContain(nodeType);
	}
	// n8n 2 refuses to load a node with a builderHint on a discriminator.
	const discriminators = action.filter(({ name }) =>
		['operation', 'resource', 'mode'].includes(name),
	);
	expect(discriminators.filter((property) => 'builderHint' in property)).toEqual([]);
});

const read = (file: string) => readFileSync(file, 'utf8');

/** https://docs.n8n.io/integrations/creating-nodes/build/reference/node-codex-files/ */
const CATEGORIES = ['Productivity', 'Miscellaneous', 'Development', 'Communication', 'Utility'];

// Rules of n8n's repository that its published linters lack.
test.each([tagPdf, trigger])("$displayName keeps to n8n's unreleased rules", (description) => {
	const [, folder = ''] = /^(?:tagPdf)?(.*)$/.exec(description.name) ?? [];
	const name = `TagPdf${folder}`;
	const codex = JSON.parse(read(`nodes/${name}/${name}.node.json`)) as { categories: string[] };
	expect(codex).not.toHaveProperty('subcategories');
	expect(description).not.toHaveProperty('codex');
	expect(codex.categories.length).toBeGreaterThan(0);
	expect(codex.categories.filter((category) => !CATEGORIES.includes(category))).toEqual([]);
	expect(flat(description.properties).filter(({ hint = '' }) => hint.length > 120)).toEqual([]);
	expect(description.properties.filter(({ type }) => type === 'json')).toEqual([]);
	for (const place of [description, description.defaults])
		expect(place).not.toHaveProperty('color');
	expect(manifest.repository).not.toHaveProperty('directory');
});
