import type { IDisplayOptions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Item } from '../item';

const NEXT_STEP =
	'The tagged PDF is ready. It is not part of this answer: get a link to it with Job: Get Download Link and the id of this job, free of charge.';

/**
 * What an AI agent reads of an operation: what a call costs and returns. n8n gives a tool a parameter
 * of this name if the node has none, and then describes each operation by its action text alone.
 */
export function createToolDescription(
	show: IDisplayOptions['show'],
	text: string,
): INodeProperties {
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 3 },
		displayOptions: { show: { ...show, '@tool': [true] } },
		default: text,
		description: 'What the AI agent reads about this tool: what it does, costs and returns',
	};
}

/** Whether an AI agent runs the node: n8n makes a node type of its own for that. */
export function isTool({ context }: Item): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** An agent does not get the tagged PDF: tells it in the JSON how to get a link, free of charge. */
export function addNextStep(item: Item, tagged: INodeExecutionData): INodeExecutionData {
	return isTool(item) ? { ...tagged, json: { ...tagged.json, next: NEXT_STEP } } : tagged;
}
