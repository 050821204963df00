import type { IExecuteFunctions } from 'n8n-workflow';

import type { Runtime } from '../client/runtime';
import type { Job, Service } from '../client/service';
import type { Allowance, DocumentJob, Submitter } from '../client/submission';
import type { Watcher } from '../client/waiting';

/** The service with one credential. */
export interface Connection {
	runtime: Runtime;
	service: Service;
	submitter: Submitter;
	watcher: Watcher;
}

/** One item as the run knows it. Progress, hints and the facts of errors are derived from it. */
export interface ItemState {
	/** Name of the item's document. */
	fileName?: string;
	/** The item's job as last seen. Its credits are final only when it has ended. */
	job?: Job;
	/** How the item's document got its job; absent if the operation submits nothing. */
	submission?: Pick<DocumentJob, 'isResumed' | 'pages'>;
	/** Pages of a document that was skipped, which saves a credit per page. */
	skippedPages?: number;
	outcome?: 'succeeded' | 'failed';
}

/** One input item, with everything that an operation needs. */
export interface Item extends Connection {
	context: IExecuteFunctions;
	index: number;
	/** The execution in which the node first ran: a manual retry has an ID of its own. */
	executionId: string;
	/** Aborted when the user stops the execution or another item halts the run. */
	signal: AbortSignal;
	/** Limits of the credits that the run may spend. */
	budget: Allowance;
	/** This item as the run knows it, for progress and errors. */
	state: ItemState;
	/** Records the item's job as just seen, also for the budget. */
	recordJob: (job: Job) => void;
}
