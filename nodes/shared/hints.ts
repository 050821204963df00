import type { INodeTypeDescription } from 'n8n-workflow';

/**
 * A node's description with hints for the AI workflow builder of n8n 2. n8n 1 ignores this field. This
 * package is compiled with the typings of n8n 1, which lack it.
 */
export type HintedDescription = INodeTypeDescription & {
	builderHint: { searchHint: string; relatedNodes: Array<Record<string, string>> };
};
