import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Item } from './item';

/** One operation of the node: its parameters, and its work on one item. */
export interface Operation {
	description: INodeProperties[];
	/** Whether it never calls the service, and so needs no credential. */
	isLocal?: boolean;
	/** Counts the item's document as paid for if an earlier execution may have paid for it. */
	recall?: (item: Item) => Promise<void>;
	/**
	 * @returns the output items of this input item: none, one or several
	 * @throws TagPdfError, or errors of n8n while it reads parameters
	 */
	execute: (item: Item) => Promise<INodeExecutionData[]>;
}
