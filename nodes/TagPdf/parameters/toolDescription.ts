import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Item } from '../item';

const NEXT_STEP =
	'The tagged PDF is ready. It is not part of this answer: get a link to it with Job: Get Download Link and the id of this job, free of charge.';

/**
 * Description of an operation for AI agents: its cost and its output. Without this parameter n8n adds one of
 * the same name, and describes each operation by its action text alone.
 */
export function createToolDescription(text: string): INodeProperties {
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 3 },
		displayOptions: { show: { '@tool': [true] } },
		default: text,
		description: 'Tells the AI agent what this tool does, costs and returns',
	};
}

/** Whether an AI agent runs the node: n8n generates a separate node type for tools. */
export function isTool({ context }: Item): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** An agent gets no files. Its JSON says how to get a free link to the tagged PDF. */
export function addNextStep(item: Item, tagged: INodeExecutionData): INodeExecutionData {
	return isTool(item) ? { ...tagged, json: { ...tagged.json, next: NEXT_STEP } } : tagged;
}
