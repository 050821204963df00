import type { INodeProperties } from 'n8n-workflow';

import { createOptionsProperty } from '../../../../nodes/TagPdf/parameters/options';

const option = (displayName: string): INodeProperties => ({
	displayName,
	name: displayName,
	type: 'string',
	default: '',
});

test('sorts the options by name without changing its argument', () => {
	const given = ['Wait', 'OCR', 'Embed'].map(option);
	const property = createOptionsProperty({ operation: ['tag'] }, given);
	expect(property.options?.map(({ name }) => name)).toEqual(['Embed', 'OCR', 'Wait']);
	expect(given.map(({ name }) => name)).toEqual(['Wait', 'OCR', 'Embed']);
});

test('is shown for the operation and empty by default', () => {
	expect(createOptionsProperty({ operation: ['tag'] }, [])).toMatchObject({
		name: 'options',
		type: 'collection',
		default: {},
		displayOptions: { show: { operation: ['tag'] } },
	});
});
