import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Item } from './item';
import { createToolDescription } from './output';

/** One operation of the node: its parameters, and its work on one item. */
export interface Operation {
	/** Tells an AI agent what the operation does, costs and returns. */
	toolDescription: string;
	parameters?: INodeProperties[];
	/** Entries of Options. */
	options?: INodeProperties[];
	/** Whether it never calls the service, and so needs no credential. */
	isLocal?: boolean;
	/**
	 * @returns the output items of this input item: none, one or several
	 * @throws TagPdfError, or errors of n8n while it reads parameters
	 */
	execute: (item: Item) => Promise<INodeExecutionData[]>;
}

/** The parameters of a resource's operations. Each is shown for its own operation only. */
export function createProperties(
	resource: string,
	operations: Record<string, Operation>,
): INodeProperties[] {
	return Object.entries(operations).flatMap(([name, operation]) => {
		const { options, parameters = [], toolDescription } = operation;
		const all = [
			createToolDescription(toolDescription),
			...parameters,
			...(options ? [createOptions(options)] : []),
		];
		return all.map((property) => showFor({ resource: [resource], operation: [name] }, property));
	});
}

/** The Options of an operation, sorted by name. Related entries share their first word. */
function createOptions(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'More settings of this operation',
		options: options.toSorted((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/** Adds conditions to those that the property has itself. */
function showFor(conditions: Record<string, string[]>, property: INodeProperties): INodeProperties {
	const { displayOptions } = property;
	const show = { ...conditions, ...displayOptions?.show };
	return { ...property, displayOptions: { ...displayOptions, show } };
}
