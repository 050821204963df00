import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../n8n/errors';
import { INSPECTION_FIELDS } from '../inspection';
import type { Item } from '../item';
import { isTool } from './toolDescription';

/** Fields that Inspect returns: a few, all of them, or a list. */
export type Extent = 'simplified' | 'raw' | readonly string[];

/** Parameters for the returned fields, as n8n's guidelines require: Simplify in workflows, Output in tools. */
export const simplifyProperties: INodeProperties[] = [
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		displayOptions: { hide: { '@tool': [true] } },
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		displayOptions: { show: { '@tool': [true] } },
		options: [
			{ name: 'Simplified', value: 'simplified', description: 'Return the most useful fields' },
			{ name: 'Raw', value: 'raw', description: 'Return all fields' },
			{
				name: 'Selected Fields',
				value: 'selectedFields',
				description: 'Return the file name and the fields that you select',
			},
		],
		default: 'simplified',
		description: 'How much to return to the AI agent',
	},
	{
		displayName: 'Fields',
		name: 'outputFields',
		type: 'multiOptions',
		displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
		options: INSPECTION_FIELDS.map((field) => ({ name: toTitleCase(field), value: field })),
		default: ['recommendation', 'pages'],
		description: 'The fields to return beside the file name',
	},
];

/** @throws InputError if Output has an unknown value, or Fields is not a list */
export function readExtent(item: Item): Extent {
	const { context, index } = item;
	if (!isTool(item)) {
		return context.getNodeParameter('simplify', index, true) === false ? 'raw' : 'simplified';
	}
	const output = context.getNodeParameter('output', index, 'simplified') as unknown;
	if (output === 'simplified' || output === 'raw') return output;
	const fields = context.getNodeParameter('outputFields', index, []) as unknown;
	if (output === 'selectedFields' && Array.isArray(fields)) return fields.map(String);
	throw new InputError({
		message: 'Output has an unknown value',
		description: 'Choose Simplified, Raw or Selected Fields.',
	});
}

/** In title case, as in n8n's lists. */
function toTitleCase(field: string): string {
	const words = field.replace(/[A-Z]/g, (letter) => ` ${letter}`);
	return words.charAt(0).toUpperCase() + words.slice(1);
}
