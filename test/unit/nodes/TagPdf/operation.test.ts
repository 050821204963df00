import { NodeHelpers, type INodeParameters, type INodePropertyOptions } from 'n8n-workflow';

import { TagPdf } from '../../../../nodes/TagPdf/TagPdf.node';
import { accountOperations } from '../../../../nodes/TagPdf/account/operations';
import { documentOperations } from '../../../../nodes/TagPdf/document/operations';
import { jobOperations } from '../../../../nodes/TagPdf/job/operations';
import { FakeExecution } from '../../support/fakeExecution';

const { description } = new TagPdf();
/** Parameters with the editor's defaults, after the user chose only these. */
const filledIn = (chosen: INodeParameters) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		chosen,
		true,
		false,
		{ typeVersion: 1 },
		description,
	);
const jobId = '={{ $json.data?.job?.id ?? $json.job?.id ?? $json.id }}';
const source = 'binary';

test('a new node tags a document', () => {
	expect(filledIn({})).toMatchObject({ resource: 'document', operation: 'tag' });
});

test.each([
	['account', 'get'],
	['document', 'tag'],
	['job', 'get'],
])('the resource %s begins with the operation %s', (resource, operation) => {
	expect(filledIn({ resource })).toMatchObject({ operation });
});

const submission = [
	'alreadyTagged',
	'embedFonts',
	'keepInputData',
	'maxCreditsPerExecution',
	'maxDocumentsAtOnce',
	'maxJobsPerDocument',
	'newJobPerExecution',
];
const asked: Array<[string, string, INodeParameters, string[]]> = [
	['account', 'get', {}, []],
	['document', 'inspect', { source, binaryPropertyName: '' }, ['maxDocumentsAtOnce']],
	['document', 'submit', { source, binaryPropertyName: '', ocr: false }, submission],
	[
		'document',
		'tag',
		{ source, binaryPropertyName: '', ocr: false, binaryPropertyOutput: 'data' },
		[...submission, 'taggedFileName', 'waitTimeout'].sort(),
	],
	[
		'job',
		'download',
		{ jobId, binaryPropertyOutput: 'data' },
		['keepInputData', 'maxDocumentsAtOnce', 'taggedFileName'],
	],
	['job', 'get', { jobId }, ['maxDocumentsAtOnce']],
	['job', 'getDownloadLink', { jobId }, ['maxDocumentsAtOnce']],
	['job', 'wait', { jobId }, ['maxDocumentsAtOnce', 'waitTimeout']],
];

test.each(asked)('%s → %s has its parameters', (resource, operation, own, options) => {
	const collection = options.length === 0 ? {} : { options: {} };
	const chosen = { resource, operation };
	expect(filledIn(chosen)).toEqual({ ...chosen, ...own, ...collection });
});

test.each(asked)('%s → %s offers its options', (resource, operation, _own, options) => {
	const collections = description.properties.filter(
		(property) =>
			property.type === 'collection' &&
			NodeHelpers.displayParameter(
				{ resource, operation },
				property,
				{ typeVersion: 1 },
				description,
			),
	);
	const offered = collections.flatMap(({ options: entries = [] }) => entries);
	expect(offered.map(({ name }) => name).sort()).toEqual(options);
});

test('has the field URL for a document from a URL', () => {
	const chosen = { resource: 'document', operation: 'submit', source: 'url' };
	expect(filledIn(chosen)).toEqual({ ...chosen, ocr: false, url: '', options: {} });
});

test('a tool has no output field', () => {
	const isShown = (name: string) =>
		description.properties.some(
			(property) =>
				property.name === 'binaryPropertyOutput' &&
				NodeHelpers.displayParameter(
					{ resource: 'document', operation: 'tag' },
					property,
					{ typeVersion: 1 },
					{ ...description, name },
				),
		);
	expect(['tagPdf', 'tagPdfTool'].map(isShown)).toEqual([true, false]);
});

test.each(asked)('%s → %s as a tool has one description of its own', (resource, operation) => {
	const tool = { ...description, name: 'tagPdfTool' };
	const shown = description.properties.filter(
		(property) =>
			property.name === 'toolDescription' &&
			NodeHelpers.displayParameter({ resource, operation }, property, { typeVersion: 1 }, tool),
	);
	expect(shown.map(({ default: text }) => text)).toEqual([expect.stringMatching(/\w{4}/)]);
});

const labelled: Array<[string, object, Record<string, string>]> = [
	['account', accountOperations, { get: 'Get' }],
	['document', documentOperations, { inspect: 'Inspect', submit: 'Submit', tag: 'Tag' }],
	[
		'job',
		jobOperations,
		{
			download: 'Download',
			get: 'Get',
			getDownloadLink: 'Get Download Link',
			wait: 'Wait',
		},
	],
];
test.each(labelled)(
	'every operation of %s in the editor has a handler',
	(resource, handled, labels) => {
		const property = description.properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource) === true,
		);
		expect(property).toMatchObject({ type: 'options', noDataExpression: true });
		const choices = (property?.options ?? []) as INodePropertyOptions[];
		expect(Object.fromEntries(choices.map(({ name, value }) => [value, name]))).toEqual(labels);
		expect(Object.keys(handled).sort()).toEqual(Object.keys(labels).sort());
	},
);

test.each([
	['document', 'tag', ['binaryPropertyOutput']],
	['document', 'submit', ['url'], 'url'],
	['job', 'download', ['binaryPropertyOutput', 'jobId']],
	['job', 'get', ['jobId']],
])('%s → %s requires %j', (resource, operation, names, from = source) => {
	const emptied = Object.fromEntries(names.map((name) => [name, '']));
	const parameters = { ...filledIn({ resource, operation, source: from }), ...emptied };
	const issues = NodeHelpers.getNodeParametersIssues(
		description.properties,
		{ ...new FakeExecution().node, parameters },
		description,
	);
	expect(Object.keys(issues?.parameters ?? {}).sort()).toEqual(names);
});
