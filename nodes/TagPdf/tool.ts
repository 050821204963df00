import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether an AI agent runs the node: n8n generates a separate node type for tools. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}
