import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether an AI agent runs the node: for tools, n8n generates a separate node type, whose name ends in "Tool". */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}
