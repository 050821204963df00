import type { INodeTypeDescription } from 'n8n-workflow';

/**
 * A node's description with what n8n 2 tells its AI workflow builder of the node. n8n 1 has no such field
 * and passes over it, and its typings, which this package is compiled with, lack it.
 */
export type HintedDescription = INodeTypeDescription & {
	builderHint: {
		/** When to take the node, and what to know before. */
		searchHint: string;
		relatedNodes: Array<{ nodeType: string; relationHint: string }>;
	};
};
