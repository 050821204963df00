import type { INodeExecutionData } from 'n8n-workflow';

import type { ExecutionPlan, Settings } from '../plan';
import type { Owner } from './clock';
import type { Controller } from './abort';
import type { Faults } from './faults';
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
	ownKey: string;
	/** Address of the document until the link expires. */
	url: string;
	/** The item that n8n keeps for the execution and its retries. */
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
	/** IDs of its jobs, for operations on jobs. */
	jobIds: string[];
	startedAt: number;
	endedAt?: number;
	/** Hints shown above the output. */
	hints: string[];
	log: string[];
	outputs?: INodeExecutionData[];
	error?: { message: string; description: string; itemIndex?: number };
	/** n8n has received its outputs and continued. */
	isDelivered: boolean;
	/** IDs of jobs that the service has told it. */
	sawJobs: Set<string>;
	/** Calls to the outside that are in flight. */
	underWay: number;
	/** After a result was stored, the journal was changed while no other call was in flight. */
	mayHaveClosed: boolean;
	/**
	 * Documents whose later attempts it has looked up in the journal, while the marks of the lookup are still
	 * there.
	 */
	lookedUp: Set<string>;
	/** A call to the store has failed. */
	hadStoreTrouble: boolean;
}

export interface Execution {
	id: string;
	number: number;
	plan: ExecutionPlan;
	settings: Settings;
	/** ID of the execution that it retries, or its own. */
	family: string;
	mode: 'trigger' | 'retry';
	/** The execution that this manual retry repeats. */
	retried?: Execution;
	/** Number of the first execution in the family that its memory covers. */
	remembersFrom: number;
	process?: Process;
	/** True if this retry lost its memory with the process. */
	lostMemory: boolean;
	workflowId: string;
	/** n8n's stored data of each node. */
	memory: Record<string, object>;
	entries: Entry[];
	stop: Controller;
	/** Calls to the outside so far. */
	left: number;
	status: 'running' | 'success' | 'error' | 'crashed' | 'stopped';
	calls: Call[];
	faults: Faults;
	startedAt: number;
	endedAt?: number;
	/** For a loop: the round in which it failed. */
	round: number;
	/** For steps: the items from which a retry continues. */
	submitted?: INodeExecutionData[];
}
