import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Item } from '../item';

/**
 * What an AI agent reads of an operation: what a call costs and returns. n8n gives a tool a parameter
 * of this name if the node has none, and then describes each operation by its action text alone.
 */
export function toolDescription(show: IDisplayOptions['show'], text: string): INodeProperties {
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 3 },
		displayOptions: { show: { ...show, '@tool': [true] } },
		default: text,
		description: 'What the AI agent is told of this tool: what it does, costs and returns',
	};
}

/** Whether an AI agent runs the node: n8n makes a node type of its own for that. */
export function isTool({ context }: Item): boolean {
	return context.getNode().type.endsWith('Tool');
}
