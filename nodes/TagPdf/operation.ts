import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Turn } from '../../client/creditLimit';
import type { Ledger } from '../../client/ledger';
import type { Job } from '../../client/service';
import type { Connection } from '../../client/connection';
import type { Source } from './source';

/** One operation of the node: its parameters, and its work on one unit. */
export interface Operation {
	name: string;
	/** What a list of actions calls it. */
	action: string;
	description: string;
	/** Tells an AI agent what the operation does, costs and returns. */
	toolDescription: string;
	parameters?: INodeProperties[];
	/** Entries of Options. */
	options?: INodeProperties[];
	/** Whether it never calls the service, and so needs no credential. */
	isLocal?: boolean;
	/**
	 * @returns the output item
	 * @throws TagPdfError, or errors of n8n while it reads parameters
	 */
	execute: (task: Task) => Promise<INodeExecutionData>;
}

/** One document of an input item, or an input item whose operation has no document. */
export interface Unit {
	/** Index of the input item. */
	index: number;
	/** Names it in the execution, the same on a second try. */
	unitKey: string;
	/** Absent if the item names none that exists. */
	operation?: Operation;
	source?: Source;
	/** Why nothing is done for the item: it has no operation or no documents, or a value for the whole run is invalid. */
	error?: unknown;
	/** What is known about it so far. Notes and errors are made of it and of the ledger. */
	state: UnitState;
}

export interface UnitState {
	/** The job of a Job operation as last seen. Jobs of documents are in the ledger. */
	job?: Job;
	/** Pages of a document that was skipped, which saves a credit per page. */
	skippedPages?: number;
	/** Absent until the unit has ended. */
	outcome?: { output: INodeExecutionData } | { reason: unknown };
}

/** What the notes and errors of a run are made of. */
export interface RunFacts {
	context: IExecuteFunctions;
	ledger: Ledger;
	units: readonly Unit[];
}

/** A unit with everything that its operation needs. */
export interface Task extends Unit {
	context: IExecuteFunctions;
	/** The service with the item's credential, and the ledger of the execution. */
	connection: Connection;
	/** Its turn to be admitted under the credit limit. */
	turn: Turn;
}

/** The choice of a resource's operation, and the parameters of each, which are shown for it only. */
export function createProperties(
	resource: string,
	operations: Record<string, Operation>,
	{ default: initial, hint }: Pick<INodeProperties, 'default' | 'hint'>,
): INodeProperties[] {
	const choice: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		description: `What to do with the ${resource}`,
		hint,
		options: Object.entries(operations).map(([value, { name, action, description }]) => ({
			name,
			value,
			action,
			description,
		})),
		default: initial,
	};
	const parameters = Object.entries(operations).flatMap(([value, operation]) => {
		const all = listParameters(operation);
		const conditions = { resource: [resource], operation: [value] };
		return all.map((property) => {
			const show = { ...conditions, ...property.displayOptions?.show };
			return { ...property, displayOptions: { ...property.displayOptions, show } };
		});
	});
	return [choice, ...parameters];
}

/**
 * Tool Description tells AI agents the cost and the output of an operation. Without it n8n adds one of the same
 * name, and describes each operation by its action text alone. Related entries of Options share their first word.
 */
function listParameters({
	options,
	parameters = [],
	toolDescription,
}: Operation): INodeProperties[] {
	const description: INodeProperties = {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 3 },
		displayOptions: { show: { '@tool': [true] } },
		default: toolDescription,
		description: 'Tells the AI agent what this tool does, costs and returns',
	};
	if (!options) return [description, ...parameters];
	const more: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'More settings of this operation',
		options: options.toSorted((a, b) => a.displayName.localeCompare(b.displayName)),
	};
	return [description, ...parameters, more];
}
