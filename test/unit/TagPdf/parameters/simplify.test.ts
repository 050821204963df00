import { INSPECTION_FIELDS } from '../../../../nodes/TagPdf/inspection';
import { readExtent, simplifyProperties } from '../../../../nodes/TagPdf/parameters/simplify';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const extent = async (parameters: Record<string, unknown>, type = 'tagPdf') =>
	readExtent(await itemOf(new FakeExecution({ node: { type }, parameters: [parameters] })));

test('workflows have Simplify, and tools have Output instead', () => {
	const [simplify, output, fields] = simplifyProperties;
	expect(simplify).toMatchObject({
		displayName: 'Simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: { hide: { '@tool': [true] } },
	});
	const show = { '@tool': [true] };
	expect(output).toMatchObject({ displayName: 'Output', displayOptions: { show } });
	expect(output?.options).toMatchObject([
		{ name: 'Simplified', value: 'simplified' },
		{ name: 'Raw', value: 'raw' },
		{ name: 'Selected Fields', value: 'selectedFields' },
	]);
	expect(fields?.displayOptions).toEqual({ show: { ...show, output: ['selectedFields'] } });
});

test('names, types and defaults stay as in saved workflows', () => {
	const kept = simplifyProperties.map(({ name, type, default: value }) => [name, type, value]);
	expect(kept).toEqual([
		['simplify', 'boolean', true],
		['output', 'options', 'simplified'],
		['outputFields', 'multiOptions', ['recommendation', 'pages']],
	]);
});

test('the selectable fields are in title case', () => {
	const [, , fields] = simplifyProperties;
	expect(fields?.options).toEqual(
		expect.arrayContaining([
			{ name: 'Pages', value: 'pages' },
			{ name: 'Image Only Pages', value: 'imageOnlyPages' },
		]),
	);
	expect(fields?.options).toHaveLength(INSPECTION_FIELDS.length);
});

test.each([
	[{}, 'simplified'],
	[{ simplify: true }, 'simplified'],
	[{ simplify: false }, 'raw'],
	[{ simplify: true, output: 'raw' }, 'simplified'],
])('a workflow with %j returns %s', async (parameters, expected) => {
	expect(await extent(parameters)).toBe(expected);
});

test.each([
	[{}, 'simplified'],
	[{ output: 'simplified', simplify: false }, 'simplified'],
	[{ output: 'raw' }, 'raw'],
	[{ output: 'selectedFields', outputFields: ['title'] }, ['title']],
	[{ output: 'selectedFields' }, []],
])('a tool with %j returns %j', async (parameters, expected) => {
	expect(await extent(parameters, 'tagPdfTool')).toEqual(expected);
});

test.each([{ output: 'all' }, { output: 'selectedFields', outputFields: 'title' }])(
	'a tool with %j is refused',
	async (parameters) => {
		expect(await errorOf(() => extent(parameters, 'tagPdfTool'))).toMatchObject({
			code: 'INVALID_INPUT',
			message: 'Output has an unknown value',
		});
	},
);
