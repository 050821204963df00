import type { INodeProperties } from 'n8n-workflow';
import { parameterTable } from '../../../../scripts/docs/parameters';

const SHOWN = { show: { resource: ['document'], operation: ['tag'] } };
const OPERATION: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	default: 'tag',
	displayOptions: { show: { resource: ['document'] } },
	options: [
		{ name: 'Tag', value: 'tag' },
		{ name: 'Submit', value: 'submit' },
	],
};

function rowsOf(...properties: INodeProperties[]): string[][] {
	const { text } = parameterTable('docs/a.md', 'A', { properties });
	const [, , ...rows] = text.split('\n');
	return rows.map((row) => row.split(/ \| |\| | \|/).slice(1, -1));
}

test('has a row for each parameter with its operations', () => {
	const url = {
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		description: 'One|two',
		hint: 'Three',
	};
	expect(
		rowsOf(
			OPERATION,
			{ ...url, type: 'string', displayOptions: SHOWN },
			{
				...url,
				type: 'string',
				displayOptions: { show: { ...SHOWN.show, operation: ['submit'] } },
			},
		),
	).toEqual([['**URL**', 'all', '–', 'One\\|two<br>Three']]);
});

test('lists options last, by name, and explains choices', () => {
	const options: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		displayOptions: SHOWN,
		options: [
			{
				displayName: 'Zeal',
				name: 'zeal',
				type: 'options',
				default: 'low',
				description: 'How much',
				options: [{ name: 'Low', value: 'low', description: 'A little' }],
			},
			{ displayName: 'Age', name: 'age', type: 'boolean', default: false, description: 'Old' },
		],
	};
	const name: INodeProperties = {
		displayName: 'Name',
		name: 'name',
		type: 'number',
		default: 3,
		description: 'Of it',
		displayOptions: SHOWN,
	};
	expect(rowsOf(OPERATION, options, name)).toEqual([
		['**Name**', 'Tag', '`3`', 'Of it'],
		['**Age** ◦', 'Tag', 'off', 'Old'],
		['**Zeal** ◦', 'Tag', 'Low', 'How much<br>_Low_: A little'],
	]);
});

test('has no column for operations if there are none', () => {
	const { text } = parameterTable('docs/a.md', 'A', {
		properties: [{ displayName: 'Events', name: 'events', type: 'string', default: '' }],
	});
	expect(text.split('\n')[0]).toBe('| parameter | default | what it is for |');
});

test('keeps the fields of a group of options together, in their order', () => {
	const field = (displayName: string): INodeProperties => ({
		displayName,
		name: displayName,
		type: 'string',
		default: '',
		description: 'What',
	});
	const options: INodeProperties = {
		...field('Options'),
		name: 'options',
		type: 'collection',
		displayOptions: SHOWN,
		options: [
			field('Zeal'),
			{
				...field('Paying'),
				type: 'fixedCollection',
				options: [{ displayName: 'Once', name: 'once', values: [field('Per'), field('Key')] }],
			},
		],
	};
	expect(rowsOf(OPERATION, options).map(([name]) => name)).toEqual([
		'**Paying: Per** ◦',
		'**Paying: Key** ◦',
		'**Zeal** ◦',
	]);
});
