import type { IExecuteFunctions } from 'n8n-workflow';

import type { Turn } from '../../client/ledger';
import type { Runtime } from '../../client/runtime';
import type { Job, Service } from '../../client/service';
import type { Account, DocumentJob } from '../../client/submit';
import type { Watcher } from '../../client/wait';
import type { Source } from './source';

/** The service with one credential. */
export interface Connection {
	runtime: Runtime;
	service: Service;
	watcher: Watcher;
	account: Account;
}

/** One document of an input item, or an input item whose operation has no document. */
export interface Unit {
	/** Index of the input item. */
	index: number;
	/** Names it in the execution, the same on a second try. */
	itemKey: string;
	source?: Source;
	/** Why the item's documents could not be found. */
	error?: unknown;
	/** What is known about it so far. Progress, hints and the facts of errors are derived from it. */
	state: UnitState;
}

export interface UnitState {
	/** Name of the document. */
	fileName?: string;
	/** The job as last seen. Its credits are final only when it has ended. */
	job?: Job;
	/** How the document got its job; absent if the operation submits nothing. */
	submission?: Pick<DocumentJob, 'entry'>;
	/** Pages of a document that was skipped, which saves a credit per page. */
	skippedPages?: number;
	outcome?: 'succeeded' | 'failed';
}

/** A unit with everything that an operation needs. */
export interface Item extends Connection, Unit {
	context: IExecuteFunctions;
	/** Its turn to be admitted under the credit limit. */
	turn: Turn;
	/** Aborted when the user stops the execution or another item halts the run. */
	signal: AbortSignal;
	/** Records the item's job as just seen, also for the limit. */
	recordJob: (job: Job) => void;
}
