import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** The Options of one operation, sorted by name. Related entries share their first word. */
export function createOptionsProperty(
	show: IDisplayOptions['show'],
	options: INodeProperties[],
): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'More settings of this operation',
		displayOptions: { show },
		options: options.toSorted((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}
