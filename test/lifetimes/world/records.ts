import type { INodeExecutionData } from 'n8n-workflow';

import type { ExecutionPlan, Settings } from '../plan';
import type { Controller } from './abort';
import type { Owner } from './clock';
import type { Faults } from './faults';
import type { Job, ShownJob } from './jobs';
import type { Operation } from './parameters';
import type { Content } from './service';

/** A process of n8n with its own instance of the node's modules. */
export interface Process extends Owner {
	node: { execute(): Promise<INodeExecutionData[][]> };
	number: number;
}

/** A document of an execution. */
export interface Entry {
	content: Content;
	/** Index of its plan in the life. */
	index: number;
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
	/** Name of the node in the workflow. */
	node: string;
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
	error?: {
		message: string;
		description: string;
		code?: string;
		idempotencyKey?: string;
		jobId?: string;
		jobNumber?: number;
		itemIndex?: number;
	};
	/** Jobs that the service has told it, as they were last shown. */
	told: Map<Job, ShownJob>;
	/** Contents of submissions without a regular answer. */
	lost: Set<number>;
	/** Places of the items whose source it has read. */
	readPlaces: Set<number>;
}

/** A node in an execution. */
export type Run = Pick<Call, 'execution' | 'node'>;

/** What n8n keeps of an execution for those that continue it. */
export interface Kept {
	/** n8n's stored data of each node. */
	memory: Record<string, object>;
	/** The executions that this memory covers. */
	ancestors: Execution[];
	/** ID of the execution in which each node first ran. */
	firstIds: Record<string, string>;
	/** For a loop: the round in which it failed. */
	round: number;
	/** Outputs of the nodes that have succeeded, by their names; `given` are those that the user has entered. */
	outputs: Record<string, INodeExecutionData[]>;
}

export interface Execution extends Kept, Owner {
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

/** The files that an entry may have: the bytes behind a URL may change. */
export function contentsOf({ settings }: Execution, { content }: Entry): Content[] {
	return settings.source === 'url' && content.later ? [content, content.later] : [content];
}

/** Whether another file may stand behind the URL of a document by now. */
export function mayHaveChanged(execution: Execution, entry: Entry): boolean {
	return contentsOf(execution, entry).length > 1;
}

/** Whether the item of a document has New Job per Execution. */
export function isNewJob({ settings }: Execution, { content }: Pick<Entry, 'content'>): boolean {
	const { filesPerItem, newJob } = settings;
	return (
		newJob === 'always' || (newJob === 'some' && filesPerItem === 1 && content.content % 2 === 1)
	);
}

/** Max Jobs per Document of an item, by its first document. */
export function maxJobsOf({ settings }: Execution, first: Pick<Entry, 'place'>): number {
	const { maxJobs } = settings;
	return maxJobs[first.place % maxJobs.length] ?? 1;
}

/** The highest number of all items with the same file and API key that a node had in an execution. */
export function highestNumberOf({ execution, node }: Run, own: Entry): number {
	const calls = execution.calls.filter((call) => call.node === node);
	const numbers = calls.flatMap((call) =>
		call.entries.flatMap((entry, index) => {
			if (!isSameDocument(execution, entry, own)) return [];
			return maxJobsOf(execution, firstEntryOf(call, call.itemOf[index] ?? 0) ?? entry);
		}),
	);
	return Math.max(...numbers);
}

/** Whether two items have the same file and API key. */
export function isSameDocument(execution: Execution, a: Entry, b: Entry): boolean {
	return a.content === b.content && credentialOf(execution, a) === credentialOf(execution, b);
}

/** Index of the credential of an item; items without a document have that of the execution. */
export function credentialOf({ plan, settings }: Execution, entry: Entry | undefined): 0 | 1 | 2 {
	const { filesPerItem, operation } = settings;
	const isForAll = (operation !== 'tag' && operation !== 'submit') || filesPerItem > 1;
	if (plan.credential !== 0 || isForAll) return plan.credential;
	return entry?.isOfOtherAccount === true ? 2 : 0;
}

/** An execution and those whose memory it continues. */
function familyOf(execution: Execution): Execution[] {
	return [...execution.ancestors, execution];
}

/** The calls of a node in an execution and in those that it continues. */
export function callsOfNode({ execution, node }: Run): Call[] {
	return familyOf(execution).flatMap(({ calls }) => calls.filter((call) => call.node === node));
}

/** True time at which a node was first called, in an execution and those that it continues. */
export function beginningOf(call: Call): number {
	return Math.min(...callsOfNode(call).map(({ startedAt }) => startedAt));
}

/** Whether two calls use the same API key for a document. The node knows nothing about the jobs of another key. */
export function haveSameKey(a: Call, b: Call, entry: Entry): boolean {
	return credentialOf(a.execution, entry) === credentialOf(b.execution, entry);
}
