import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { TagPdfApi } from '../../../credentials/TagPdfApi.credentials';
import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';
import { accountOperations } from '../../../nodes/TagPdf/accountOperation';
import { documentOperations } from '../../../nodes/TagPdf/documentOperations';
import { jobOperations } from '../../../nodes/TagPdf/jobOperations';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';

const operations = {
	account: accountOperations,
	document: documentOperations,
	job: jobOperations,
};
const action = new TagPdf().description;
const trigger = new TagPdfTrigger().description;
const parameters = {
	tagPdf: action.properties,
	tagPdfTrigger: trigger.properties,
	tagPdfApi: new TagPdfApi().properties,
	tagPdfWebhookApi: new TagPdfWebhookApi().properties,
};

/** Elements of a parameter's `options`: choices, nested parameters or groups of parameters. */
type Entry = INodePropertyOptions | INodeProperties | INodePropertyCollection;

const isGroup = (entry: Entry): entry is INodePropertyCollection => 'values' in entry;
const isParameter = (entry: Entry): entry is INodeProperties => 'type' in entry;

/** Every parameter, including those inside collections. */
function flat(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const inside = (property.options ?? []).flatMap((entry) => {
			if (isGroup(entry)) return entry.values;
			return isParameter(entry) ? [entry] : [];
		});
		return [property, ...flat(inside)];
	});
}

function choices({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter(
		(entry): entry is INodePropertyOptions => !isGroup(entry) && !isParameter(entry),
	);
}

/** Resources and operations are shown by their names; a condition such as `{ _cnd }` has no name. */
function shownText(value: unknown): string {
	if (typeof value !== 'string') throw new Error(`not a name: ${JSON.stringify(value)}`);
	return value;
}

function offeredOperations() {
	const offered: Record<string, string[]> = {};
	for (const property of action.properties.filter(({ name }) => name === 'operation')) {
		for (const resource of property.displayOptions?.show?.resource ?? []) {
			(offered[shownText(resource)] ??= []).push(
				...choices(property).map(({ value }) => `${value}`),
			);
		}
	}
	return offered;
}

test('every operation has an action text, which the list of nodes shows', () => {
	const actions = action.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(choices)
		.map(({ action: text }) => text);
	expect(actions.every((text) => text && text[0] === text[0]?.toUpperCase())).toBe(true);
	expect(new Set(actions).size).toBe(actions.length);
});

test('no parameter is shown for a resource or operation that does not exist', () => {
	const offered = offeredOperations();
	const known = { resource: Object.keys(offered), operation: Object.values(offered).flat() };
	const shown = flat(action.properties).flatMap(({ displayOptions }) =>
		(['resource', 'operation'] as const).flatMap((key) =>
			(displayOptions?.show?.[key] ?? []).map((value) => [key, shownText(value)] as const),
		),
	);
	expect(shown.length).toBeGreaterThan(0);
	expect(shown.filter(([key, value]) => !known[key].includes(value))).toEqual([]);
});

test.each(Object.entries(parameters))('every parameter of %s has a description', (_type, list) => {
	// n8n's guidelines want Trigger On without a tooltip.
	const described = flat(list).filter(({ name, type }) => type !== 'notice' && name !== 'events');
	expect(described.length).toBeGreaterThan(0);
	expect(described.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
	const undescribed = described
		.filter(({ type, name }) => type === 'options' && name !== 'resource')
		.flatMap((property) => choices(property))
		.filter(({ description }) => !description);
	expect(undescribed.map(({ name }) => name)).toEqual([]);
});

test('each node requires exactly one credential, of this package', () => {
	const used = [action, trigger].map(({ credentials = [] }) =>
		credentials.map(({ name, required }) => [name, required]),
	);
	expect(used).toEqual([[[new TagPdfApi().name, true]], [[new TagPdfWebhookApi().name, true]]]);
});

test('only Inspect has no credential', () => {
	const [credential] = action.credentials ?? [];
	const local = Object.values(operations).flatMap((handlers) =>
		Object.entries(handlers).flatMap(([name, { isLocal }]) => (isLocal === true ? [name] : [])),
	);
	expect(local).toEqual(['inspect']);
	expect(credential?.displayOptions).toEqual({ hide: { operation: local } });
});

test("hints for n8n's workflow builder name nodes of this package and no discriminator", () => {
	const own = [action, trigger].map(({ name }) => `n8n-nodes-tag-pdf.${name}`);
	for (const { builderHint } of [action, trigger]) {
		expect(builderHint.searchHint.length).toBeGreaterThan(20);
		for (const { nodeType } of builderHint.relatedNodes) expect(own).toContain(nodeType);
	}
	// n8n 2 refuses to load a node with a builderHint on a discriminator.
	const discriminators = flat(action.properties).filter(({ name }) =>
		['operation', 'resource', 'mode'].includes(name),
	);
	expect(discriminators.filter((property) => 'builderHint' in property)).toEqual([]);
});
