import type { INodeProperties } from 'n8n-workflow';

import { createProperties } from '../../../nodes/TagPdf/operation';

const create = (name: string, displayOptions?: INodeProperties['displayOptions']) => ({
	displayName: name,
	name,
	type: 'string' as const,
	default: '',
	displayOptions,
});
const toolDescription = 'Reads it';
const execute = jest.fn();
const show = { resource: ['job'], operation: ['get'] };

test('lists tool description, parameters and options of each operation', () => {
	const operations = {
		get: { toolDescription, parameters: [create('jobId')], options: [], execute },
		wait: { toolDescription, execute },
	};
	const listed = createProperties('job', operations).map(({ name, displayOptions }) => [
		displayOptions?.show?.operation,
		name,
	]);
	expect(listed).toEqual([
		[['get'], 'toolDescription'],
		[['get'], 'jobId'],
		[['get'], 'options'],
		[['wait'], 'toolDescription'],
	]);
});

test('shows parameters for their operation, and keeps their own conditions', () => {
	const hide = { '@tool': [true] };
	const parameters = [create('source'), create('url', { show: { source: ['url'] }, hide })];
	const listed = createProperties('job', { get: { toolDescription, parameters, execute } });
	expect(listed.map(({ displayOptions }) => displayOptions)).toEqual([
		{ show: { ...show, '@tool': [true] } },
		{ show },
		{ show: { ...show, source: ['url'] }, hide },
	]);
	expect(parameters[0]?.displayOptions).toBeUndefined();
});

test('sorts the options by name without changing its argument', () => {
	const options = ['Wait', 'OCR', 'Embed'].map((name) => create(name));
	const [, property] = createProperties('job', { get: { toolDescription, options, execute } });
	expect(property).toMatchObject({
		name: 'options',
		type: 'collection',
		default: {},
		displayOptions: { show },
	});
	expect(property?.options?.map(({ name }) => name)).toEqual(['Embed', 'OCR', 'Wait']);
	expect(options.map(({ name }) => name)).toEqual(['Wait', 'OCR', 'Embed']);
});
