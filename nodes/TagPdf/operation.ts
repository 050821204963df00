import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Run } from './run';

/** One operation of the node: what it asks for, and what it does with one item. */
export interface Operation {
	description: INodeProperties[];
	/** @throws TagPdfError, or whatever n8n throws while it reads parameters */
	execute: (run: Run, itemIndex: number) => Promise<INodeExecutionData>;
}
