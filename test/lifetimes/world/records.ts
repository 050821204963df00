import type { INodeExecutionData } from 'n8n-workflow';

import type { ExecutionPlan, Settings } from '../plan';
import type { Owner } from './clock';
import type { Controller } from './abort';
import type { Faults } from './faults';
import type { Operation } from './parameters';
import type { Content } from './service';

/** A process of n8n, with the state that the node's modules have in it. */
export interface Process extends Owner {
	node: { execute(): Promise<INodeExecutionData[][]> };
	number: number;
}

/** A document of an execution. */
export interface Entry {
	content: Content;
	ownKey: string;
	/** Where it can be fetched, as long as the link lasts. */
	url: string;
	/** As n8n keeps it for the execution and its retries. */
	item?: INodeExecutionData;
	/** Place among the documents of the execution. */
	place: number;
}

/** One call of the node's `execute()`. */
export interface Call {
	id: string;
	execution: Execution;
	operation: Operation;
	/** Its input items' documents; absent for operations on jobs. */
	entries: Entry[];
	/** IDs of the jobs that it is given. */
	jobIds: string[];
	startedAt: number;
	endedAt?: number;
	/** What is shown beside the output. */
	hints: string[];
	log: string[];
	outputs?: INodeExecutionData[];
	error?: { message: string; description: string; itemIndex?: number };
	/** n8n has its outputs and goes on with them. */
	isDelivered: boolean;
	/** Jobs that the service has told it of. */
	sawJobs: Set<string>;
	/** Calls that leave the node and are under way. */
	underWay: number;
	/** A result has been stored; after that the journal was changed while nothing else was under way. */
	mayHaveClosed: boolean;
	/** It has inserted into the journal, and may still remove some of it. */
	isLookingUp: boolean;
	/** The store has not answered some call. */
	hadStoreTrouble: boolean;
}

export interface Execution {
	id: string;
	number: number;
	plan: ExecutionPlan;
	settings: Settings;
	/** That of the execution it retries, or its own. */
	family: string;
	mode: 'trigger' | 'retry';
	/** The execution that it is a manual retry of. */
	retried?: Execution;
	/** Number of the first execution of the family that its memory knows of. */
	remembersFrom: number;
	process?: Process;
	/** A retry whose memory was lost with the process. */
	lostMemory: boolean;
	workflowId: string;
	/** By node: what n8n keeps for it. */
	memory: Record<string, object>;
	entries: Entry[];
	stop: Controller;
	/** Calls that have left the node so far. */
	left: number;
	status: 'running' | 'success' | 'error' | 'crashed' | 'stopped';
	calls: Call[];
	faults: Faults;
	startedAt: number;
	endedAt?: number;
	/** Of a loop: the round in which it failed. */
	round: number;
	/** Of steps: where a retry goes on. */
	submitted?: INodeExecutionData[];
}
