import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Turn } from '../../client/creditLimit';
import type { Ledger } from '../../client/ledger';
import type { Job } from '../../client/service';
import type { Connection } from '../../client/connection';
import type { Source } from './source';

/** One operation of the node: its parameters, and its work on one unit. */
export interface Operation {
	name: string;
	/** Name of the operation in n8n's lists of actions. */
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

/** One document of an input item; or an input item as a whole, if its operation has no document or finds none. */
export interface Unit {
	/** Index of the input item. */
	index: number;
	/** Identifies the unit in its execution, also on a second try. A tool's calls have none, so their keys are random. */
	unitKey: string;
	/** Absent if the operation or the item's documents could not be determined; `error` says why. */
	operation?: Operation;
	source?: Source;
	/** Why nothing is done for the item: it has no operation or no documents, or a value for all items is invalid. */
	error?: unknown;
	/** What the run knows about the unit so far. The summary and errors are made from this and from the ledger. */
	state: UnitState;
}

export interface UnitState {
	/** The job of a Job operation as last seen. Jobs of documents are in the ledger. */
	job?: Job;
	/** Pages of a document that was skipped, which saves a credit per page; 0 if they could not be counted. */
	skippedPages?: number;
	/** The output item, or why the unit failed; absent until the unit has ended, and if it never began. */
	outcome?: { output: INodeExecutionData } | { reason: unknown };
}

/** What the progress lines, the summary and the errors of a run are made from. */
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

/**
 * Creates the parameter Operation of a resource, and all parameters of its operations. n8n shows a parameter only while
 * its operation is chosen.
 *
 * @param operations by the value of the parameter Operation
 */
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
 * Lists the parameters of an operation: Tool Description, its own, and Options.
 *
 * Tool Description tells AI agents what the operation costs and returns. If it were missing, n8n would add a parameter
 * of the same name, which describes the operation only by the text of its action. Options is sorted by name, so entries
 * that begin with the same word stand side by side.
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
