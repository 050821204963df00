import type { IExecuteFunctions } from 'n8n-workflow';

import type { Runtime } from '../client/runtime';
import type { Job, Service } from '../client/service';
import type { Allowance, Submitter } from '../client/submission';
import type { Watcher } from '../client/waiting';
import type { ItemState } from './batch/itemState';

/** The service with one credential. */
export interface Connection {
	runtime: Runtime;
	service: Service;
	submitter: Submitter;
	watcher: Watcher;
}

/** One input item, with everything that an operation needs. */
export interface Item extends Connection {
	context: IExecuteFunctions;
	index: number;
	/** ID of this item within the run, the same on a second try. */
	slot: string;
	/** The execution in which the node first ran: a manual retry has an ID of its own. */
	executionId: string;
	/** Aborted when the user stops the execution or another item halts the run. */
	signal: AbortSignal;
	/** Limits of the credits that the run may spend. */
	budget: Allowance;
	/** What the run knows of this item, for progress and errors. */
	state: ItemState;
	/** Records the item's job as just seen, also for the budget. */
	recordJob: (job: Job) => void;
}
