import type { INodeExecutionData } from 'n8n-workflow';

import type { ExecutionPlan, Settings } from '../plan';
import type { Owner } from './clock';
import type { Controller } from './abort';
import type { Faults } from './faults';
import type { Operation } from './parameters';
import type { Content, Job } from './service';

/** A process of n8n with its own instance of the node's modules. */
export interface Process extends Owner {
	node: { execute(): Promise<INodeExecutionData[][]> };
	number: number;
}

/** A document of an execution. */
export interface Entry {
	content: Content;
	/** Whether its item has the credential of another account. */
	isOfOtherAccount: boolean;
	/** Address of the document until the link expires. */
	url: string;
	/** Its item, if it is the item's first document. n8n keeps it for the execution and its retries. */
	item?: INodeExecutionData;
	/** Index among the documents of the execution. */
	place: number;
}

/** One call of the node's `execute()`. */
export interface Call {
	id: string;
	execution: Execution;
	operation: Operation;
	/** Documents of its input items; empty for operations on jobs. */
	entries: Entry[];
	/** Index of the input item of each document. */
	itemOf: number[];
	/** IDs of its jobs, for operations on jobs. */
	jobIds: string[];
	/** Index of the node's run in the execution. */
	run: number;
	startedAt: number;
	endedAt?: number;
	/** Hints shown above the output. */
	hints: string[];
	log: string[];
	outputs?: INodeExecutionData[];
	error?: { message: string; description: string; itemIndex?: number };
	/** Jobs that the service has told it. */
	sawJobs: Set<Job>;
	/** Places of the items whose source it has read. */
	readPlaces: Set<number>;
}

/** What n8n keeps of an execution for those that continue it. */
export interface Kept {
	/** n8n's stored data of each node. */
	memory: Record<string, object>;
	/** The executions that this memory covers. */
	ancestors: Execution[];
	/** ID of the execution in which the node first ran. */
	firstId: string;
	/** For a loop: the round in which it failed. */
	round: number;
	/** For steps: the items from which a retry continues. */
	submitted?: INodeExecutionData[];
}

export interface Execution extends Kept {
	/** A rerun by n8n's queue has the ID of its predecessor. */
	id: string;
	number: number;
	plan: ExecutionPlan;
	settings: Settings;
	mode: 'trigger' | 'retry';
	/** The execution that this one repeats. */
	repeats?: Execution;
	/** What it began with, for n8n's queue to start it again. */
	began: Kept;
	process?: Process;
	workflowId: string;
	entries: Entry[];
	stop: Controller;
	/** Calls to the outside so far. */
	left: number;
	status: 'running' | 'success' | 'error' | 'crashed' | 'stopped';
	calls: Call[];
	faults: Faults;
	startedAt: number;
	endedAt?: number;
}

/** The first document of a call's item. */
export function firstEntryOf({ entries, itemOf }: Call, item: number): Entry | undefined {
	return entries[itemOf.indexOf(item)];
}

/** Whether the item of a document has New Job per Execution. */
export function isNewJob({ settings }: Execution, { content }: Pick<Entry, 'content'>): boolean {
	const { filesPerItem, newJob } = settings;
	return (
		newJob === 'always' || (newJob === 'some' && filesPerItem === 1 && content.content % 2 === 1)
	);
}

/** Index of the credential of an item; items without a document have that of the execution. */
export function credentialOf({ plan, settings }: Execution, entry: Entry | undefined): 0 | 1 | 2 {
	const isForAll = settings.operation === 'steps' || settings.filesPerItem > 1;
	if (plan.credential !== 0 || isForAll) return plan.credential;
	return entry?.isOfOtherAccount === true ? 2 : 0;
}
