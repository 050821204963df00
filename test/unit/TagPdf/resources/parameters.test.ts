import { NodeHelpers, type INodeParameters, type INodePropertyOptions } from 'n8n-workflow';

import { TagPdf } from '../../../../nodes/TagPdf/TagPdf.node';
import { accountOperations } from '../../../../nodes/TagPdf/resources/account';
import { documentOperations } from '../../../../nodes/TagPdf/resources/document';
import { jobOperations } from '../../../../nodes/TagPdf/resources/job';
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
	'avoidPayingTwice',
	'embedFonts',
	'keepSource',
	'maxFileSize',
	'maxInFlight',
	'maximumCredits',
	'minimumCredits',
];
const asked: Array<[string, string, INodeParameters, string[]]> = [
	['account', 'get', {}, []],
	[
		'document',
		'inspect',
		{ source, binaryPropertyName: '', simplify: true },
		['maxFileSize', 'maxInFlight'],
	],
	['document', 'submit', { source, binaryPropertyName: '', ocr: 'off' }, submission],
	[
		'document',
		'tag',
		{ source, binaryPropertyName: '', ocr: 'off', outputBinaryField: 'data' },
		[...submission, 'compareWithOriginal', 'taggedFileName', 'waitTimeout'].sort(),
	],
	[
		'job',
		'download',
		{ jobId, outputBinaryField: 'data' },
		['compareWithOriginal', 'keepSource', 'maxFileSize', 'maxInFlight', 'taggedFileName'],
	],
	['job', 'get', { jobId }, ['maxInFlight']],
	['job', 'getDownloadLink', { jobId }, ['maxInFlight']],
	['job', 'wait', { jobId }, ['maxInFlight', 'waitTimeout']],
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

test('document → inspect has Output as a tool, and Simplify in a workflow', () => {
	const shownOf = (type: object) =>
		description.properties
			.filter(({ name }) => ['simplify', 'output', 'outputFields'].includes(name))
			.filter((property) =>
				NodeHelpers.displayParameter(
					{ resource: 'document', operation: 'inspect', output: 'selectedFields' },
					property,
					{ typeVersion: 1 },
					{ ...description, ...type },
				),
			)
			.map(({ name }) => name);
	expect(shownOf({})).toEqual(['simplify']);
	expect(shownOf({ name: 'tagPdfTool' })).toEqual(['output', 'outputFields']);
});

test('has the field URL for a document from a URL', () => {
	const chosen = { resource: 'document', operation: 'submit', source: 'url' };
	expect(filledIn(chosen)).toEqual({ ...chosen, ocr: 'off', url: '', options: {} });
});

test.each(['tag', 'submit'])(
	'document → %s has the field Own Key for the choices that need it',
	(operation) => {
		const payOnce = { key: 'a-7', per: 'ownKey' };
		const kept = (per: string) =>
			filledIn({
				resource: 'document',
				operation,
				options: { avoidPayingTwice: { payOnce: { ...payOnce, per } } },
			});
		for (const per of ['ownKey', 'ownKeyOneJob', '={{ $json.choice }}'])
			expect(kept(per)).toMatchObject({
				options: { avoidPayingTwice: { payOnce: { key: 'a-7' } } },
			});
		for (const per of ['delivery', 'content'])
			expect(kept(per)?.options).toEqual({ avoidPayingTwice: { payOnce: { per } } });
	},
);

test('a tool has no output field', () => {
	const isShown = (name: string) =>
		description.properties.some(
			(property) =>
				property.name === 'outputBinaryField' &&
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
	['document', 'tag', ['outputBinaryField']],
	['document', 'submit', ['url'], 'url'],
	['job', 'download', ['jobId', 'outputBinaryField']],
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
