import type { Ledger } from './ledger';
import type { Runtime } from './runtime';
import type { Service } from './service';
import type { Watcher } from './wait';

/** The service with one credential, and what all documents of an execution share. */
export interface Connection {
	/**
	 * Fingerprint of the API key and its address. Documents under two keys are two documents, until `Ledger.getAccount`
	 * knows that the keys belong to one account.
	 */
	id: string;
	runtime: Runtime;
	service: Service;
	watcher: Watcher;
	ledger: Ledger;
	/** Credits that an execution may spend; Infinity for no limit. */
	maximum: number;
	/**
	 * Aborted when the user stops the execution, or when a failed document halts the run. It ends transfers, pauses and
	 * waits, and no further try begins. An API call in flight continues; on Stop, n8n itself ends it.
	 */
	signal: AbortSignal;
}
