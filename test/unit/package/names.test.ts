import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { TagPdfApi } from '../../../credentials/TagPdfApi.credentials';
import { texts } from '../../../nodes/shared/errorTexts';
import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import type { Inspection } from '../../../pdf/inspect';
import { itemWithPages, itemWithPdf, onDocument } from '../support/documents';
import type { FakeSetup } from '../support/fakeExecution';
import { FakeService } from '../support/fakeService';
import { openNode } from '../support/openNode';
import { tagsOf } from '../support/pdfWriter';

const ROOT = join(__dirname, '../../..');
const tagPdf = new TagPdf().description;
const trigger = new TagPdfTrigger().description;
const credential = new TagPdfApi();

/** What Inspect may answer. The type checker finds a value that is missing here. */
const RECOMMENDATIONS: Record<Inspection['recommendation'], unknown> = {
	tag: true,
	tag_with_ocr: true,
	skip: true,
	review: true,
};
const ENCRYPTIONS: Record<NonNullable<Inspection['encryption']>, unknown> = {
	none: true,
	openable: true,
	password_needed: true,
};
const FORMS: Record<NonNullable<Inspection['form']>, unknown> = {
	none: true,
	acroform: true,
	xfa: true,
};

/** A parameter as a line: name, type, default and values. */
function describeParameter(property: INodeProperties, path = ''): string[] {
	const { default: initial, name, options = [], required = false, type, typeOptions } = property;
	if (type === 'collection') {
		const inside = options.flatMap((each) =>
			describeParameter(each as INodeProperties, `${name}.`),
		);
		return [`${path}${name}: ${type} = ${JSON.stringify(initial)}`, ...inside];
	}
	const values = options.map((each) => (each as INodePropertyOptions).value).join(' | ');
	const { maxValue, minValue } = typeOptions ?? {};
	const more = [
		values,
		minValue !== undefined && `at least ${minValue}`,
		maxValue !== undefined && `at most ${maxValue}`,
		required && 'required',
	].filter(Boolean);
	// What an agent is told may become better.
	const shown = name === 'toolDescription' ? 'a text' : JSON.stringify(initial);
	const line = `${path}${name}: ${type} = ${shown}`;
	return [more.length === 0 ? line : `${line} (${more.join(', ')})`];
}

/** The parameters of each operation. */
function describeOperations(): string[] {
	const [resource, ...others] = tagPdf.properties;
	const choices = others.filter(({ name }) => name === 'operation');
	const operations = choices.flatMap((choice) => {
		const [of] = choice.displayOptions?.show?.resource ?? [];
		const names = (choice.options ?? []).map((each) => (each as INodePropertyOptions).value);
		return names.map((name) => ({ of, name }));
	});
	return [
		...describeParameter(resource as INodeProperties),
		...choices.flatMap((choice) => describeParameter(choice)),
		...operations.flatMap(({ of, name }) => {
			const own = others.filter(
				({ displayOptions }) =>
					displayOptions?.show?.resource?.includes(of) === true &&
					displayOptions.show.operation?.includes(name) === true,
			);
			return own
				.flatMap((property) => describeParameter(property))
				.map((line) => `${of as string}/${String(name)} ${line}`);
		}),
	];
}

/** Fields of the outputs that the schemas have. */
function describeSchemas(): string[] {
	const folder = join(ROOT, 'nodes/TagPdf/__schema__');
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.sort()
		.flatMap((file) => {
			const { properties } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
				properties: Record<string, { type: string | string[] }>;
			};
			return Object.entries(properties).map(
				([field, { type }]) =>
					`${file.replace('.json', '')} ${field}: ${[type].flat().join(' | ')}`,
			);
		});
}

/** Names of all fields of these items, those of objects with a dot. */
function fieldsOf(items: INodeExecutionData[]): string[] {
	const names = items.flatMap(({ json }) =>
		Object.entries(json).flatMap(([field, value]) =>
			['error', 'skipped'].includes(field)
				? Object.keys(value as IDataObject).map((inner) => `${field}.${inner}`)
				: field,
		),
	);
	return [...new Set(names)].sort();
}

async function itemsOf(
	options: object,
	setup: FakeSetup & { service?: FakeService } = {},
): Promise<INodeExecutionData[]> {
	const bench = openNode({
		continueOnFail: true,
		items: [itemWithPdf('report')],
		...setup,
		parameters: [onDocument('tag', options)],
	});
	const [items = []] = await bench.execute();
	return items;
}

/** Items of documents that failed in several ways: with a job, with an unanswered submission, refused by the service. */
async function failedItems(): Promise<INodeExecutionData[]> {
	const failed = new FakeService();
	failed.status = 'failed';
	const unanswered = new FakeService();
	unanswered.instead = (asked) =>
		asked === 'POST /v1/jobs' ? { statusCode: 502, body: '' } : undefined;
	const refusing = new FakeService();
	const error = { type: 'no_credits', message: 'Buy some', request_id: 'req_2' };
	refusing.instead = (asked) =>
		asked === 'POST /v1/jobs' ? { statusCode: 402, body: JSON.stringify({ error }) } : undefined;
	const services = [failed, unanswered, refusing];
	return (
		await Promise.all(services.map(async (service) => await itemsOf({}, { service })))
	).flat();
}

/** What n8n's Error details and error workflows have, in `context.data`. */
async function errorDetails(): Promise<string[]> {
	const service = new FakeService();
	service.instead = (asked, { body }) =>
		asked === 'POST /v1/jobs' && JSON.stringify(body).includes('second')
			? { statusCode: 502, body: '' }
			: undefined;
	const { execute } = openNode({
		service,
		items: ['first', 'second'].map((name) => itemWithPdf(name)),
		parameters: ['a', 'b'].map(() => onDocument('tag', { maxDocumentsAtOnce: 1 })),
	});
	const error = await execute().catch((reason: unknown) => reason);
	const { jobs, ...data } = (error as NodeOperationError).context.data as { jobs: IDataObject[] };
	const ofJobs = jobs.flatMap((job) => Object.keys(job).map((field) => `jobs[].${field}`));
	return [...new Set([...Object.keys(data), ...ofJobs])].sort();
}

/** Names that the node needs for itself, in the JSON and in the files of an item. */
async function renamedFields(): Promise<string[]> {
	const { binary } = itemWithPdf('report');
	const items = [{ json: { error: 1, job: 2 }, binary }];
	const [item] = await itemsOf({ keepInputData: 'both' }, { items });
	return [...Object.keys(item?.json ?? {}), ...Object.keys(item?.binary ?? {})].sort();
}

test('every name that workflows contain is the one that is written down', async () => {
	const tool = { node: { type: 'n8n-nodes-tag-pdf.tagPdfTool' } };
	const skipped = await itemsOf(
		{ alreadyTagged: 'skip' },
		{ items: [itemWithPages(2, tagsOf(2))] },
	);
	const sections: Array<[title: string, lines: string[]]> = [
		[
			'Types',
			[
				...[tagPdf, trigger].map(({ name, version }) => `node ${name}, version ${String(version)}`),
				...(trigger.webhooks ?? []).map(
					({ httpMethod, path }) => `webhook ${httpMethod} …/${path}`,
				),
				`credential ${credential.name}`,
			],
		],
		['Credential', credential.properties.flatMap((property) => describeParameter(property))],
		['Tag PDF', describeOperations()],
		['Tag PDF Trigger', trigger.properties.flatMap((property) => describeParameter(property))],
		['Output', describeSchemas()],
		[
			'Values in the output of Inspect',
			[
				`recommendation: ${Object.keys(RECOMMENDATIONS).join(' | ')}`,
				`encryption: ${Object.keys(ENCRYPTIONS).join(' | ')}`,
				`form: ${Object.keys(FORMS).join(' | ')}`,
			],
		],
		['Output of a tool', fieldsOf(await itemsOf({}, tool))],
		['Output for a skipped document', fieldsOf(skipped)],
		['Output for a failed document', fieldsOf(await failedItems())],
		['Error details of a run that has ended', await errorDetails()],
		['Fields of the input that are renamed', await renamedFields()],
		['Values of error.code', Object.keys(texts).sort()],
	];
	const found = sections.map(([title, lines]) => [`## ${title}`, ...lines].join('\n')).join('\n\n');
	const [, written] = readFileSync(join(__dirname, 'names.txt'), 'utf8').split(/\n\n([^]*)\n$/);
	expect(found).toBe(written);
});

test('every field at the top of an output is in snake_case', async () => {
	const items = [
		...(await failedItems()),
		...(await itemsOf({})),
		...(await itemsOf({ alreadyTagged: 'skip' }, { items: [itemWithPages(2, tagsOf(2))] })),
		...(await itemsOf({ keepInputData: 'json' })),
	];
	const fields = [
		...items.flatMap(({ json }) => Object.keys(json)),
		...describeSchemas().map((line) => line.split(/[ :]/)[1] ?? ''),
	];
	expect(fields.length).toBeGreaterThan(50);
	expect(fields.filter((field) => !/^[a-z]+(_[a-z]+)*$/.test(field))).toEqual([]);
});

test("a parameter's name is that on screen, but for names that n8n's own nodes use", () => {
	const ofN8n: Record<string, string> = {
		'Input Binary Field': 'binaryPropertyName',
		'Put Output File in Field': 'binaryPropertyOutput',
		'Recognize Text (OCR)': 'ocr',
		'Trigger On': 'events',
		'File Name of Tagged PDF': 'taggedFileName',
	};
	const flat = (properties: INodeProperties[]): INodeProperties[] =>
		properties.flatMap((property) => [
			property,
			...(property.type === 'collection' ? flat(property.options as INodeProperties[]) : []),
		]);
	const named = [...flat(tagPdf.properties), ...flat(trigger.properties)].map(
		({ displayName, name }) => [displayName, name],
	);
	const expected = named.map(([displayName = '']) => {
		const [first = '', ...words] = displayName.replace(/ \(.*\)$/, '').split(' ');
		const capitals = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
		const own = /^[A-Z]+$/.test(first)
			? first.toLowerCase()
			: first.replace(/^./, (c) => c.toLowerCase());
		return [displayName, ofN8n[displayName] ?? [own, ...capitals].join('')];
	});
	expect(named).toEqual(
		expected.map(([displayName, name = '']) => [displayName, name.replace(/ID$/, 'Id')]),
	);
});
