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
	/** Remembers the name of the item's document. */
	rememberFile: (name: string) => void;
	/** Remembers the state of the item's job. */
	rememberState: (job: Job) => void;
	/** Remembers which job the item's document has. */
	rememberJob: (job: DocumentJob) => void;
	/** Remembers that the item's document was not submitted, and how many pages it has. */
	rememberSkip: (pages: number) => void;
}
