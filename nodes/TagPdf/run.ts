import type { IExecuteFunctions } from 'n8n-workflow';

import { HALT_REASON } from '../client/errors';
import { createSlots } from '../client/exchange';
import type { Journal } from '../client/journal';
import type { Limits } from '../client/limits';
import type { Runtime } from '../client/runtime';
import { Service } from '../client/service';
import {
	Budget,
	DocumentRecords,
	settleDocuments,
	Submitter,
	type Allowance,
} from '../client/submission';
import { Watcher } from '../client/waiting';
import { clock } from '../n8n/clock';
import { getApiCredential, NO_CREDENTIAL, type ApiCredential } from '../n8n/credential';
import { createRuntime } from '../n8n/runtime';
import { isStopped, openJournal } from './delivery';
import { openExecutionMemory, type ExecutionMemory } from './executionMemory';
import { ItemFacts } from './failure/itemFacts';
import type { Connection, Item, ItemState } from './item';
import { readMaxInFlight } from './parameters/limits';
import { readCreditLimits } from './parameters/paying/creditLimits';
import { Progress } from './batch/progress';

/** Everything known about the items, even if the run cannot start. */
export class KnownItems {
	/** By index of the item. */
	readonly states: ItemState[];
	readonly memory: ExecutionMemory;
	readonly records: DocumentRecords;
	readonly facts: ItemFacts;

	constructor(context: IExecuteFunctions) {
		this.memory = openExecutionMemory(context);
		this.records = new DocumentRecords(this.memory, context.getExecutionId());
		this.states = context.getInputData().map(() => ({}));
		this.facts = new ItemFacts(context, this.records, this.states);
	}
}

/** State that all items of one call of `execute()` share. */
export class Run {
	/** Maximum number of items that are processed at the same time. */
	readonly inFlight: number;
	readonly progress: Progress;
	private readonly journal: Journal;
	/** Shared by all credentials: the limit applies to the run. */
	private readonly budget: Budget;
	private readonly allowance: Allowance;
	private readonly halted = new AbortController();
	private readonly signal: AbortSignal;
	/** Shared by all credentials: all requests listen to the same Stop. */
	private readonly slots: Runtime['slots'];
	/** By the hash of the credential: items may have different ones. */
	private readonly connections = new Map<string, Connection>();

	/** @throws InputError if a parameter that is read from the first item is not valid */
	constructor(
		readonly context: IExecuteFunctions,
		private readonly limits: Limits,
		readonly known = new KnownItems(context),
	) {
		this.journal = openJournal(context, limits.submission);
		this.allowance = readCreditLimits(context);
		this.inFlight = readMaxInFlight(context);
		this.progress = new Progress(known.states, readOperation(context));
		const stop = context.getExecutionCancelSignal();
		this.signal = AbortSignal.any([this.halted.signal, ...(stop ? [stop] : [])]);
		this.budget = new Budget(this.allowance, known.records, this.signal);
		const { atOnce, transfersAtOnce } = limits.requests;
		this.slots = {
			requests: createSlots(atOnce, this.signal),
			transfers: createSlots(transfersAtOnce, this.signal),
		};
	}

	/** Whether the execution has a credit limit, and may have spent credits that it no longer knows. */
	get hasLostCredits(): boolean {
		const isForgotten = this.context.getMode() === 'retry' && this.known.records.isEmpty;
		return isForgotten && this.allowance.maximum > 0;
	}

	/**
	 * @param isLocal whether the operation never calls the service
	 * @throws InputError, or n8n's error if the item's credential cannot be read
	 */
	async createItem(index: number, isLocal = false): Promise<Item> {
		const credential = isLocal ? NO_CREDENTIAL : await getApiCredential(this.context, index);
		const state = this.getState(index);
		return {
			...this.getConnection(credential),
			context: this.context,
			index,
			executionId: this.known.memory.firstExecutionId,
			signal: this.signal,
			budget: this.allowance,
			state,
			recordJob: (job) => {
				this.known.records.recordJob(job);
				state.job = job;
			},
		};
	}

	/**
	 * Records the outcome of the documents for later runs. After Stop n8n drops the outputs, so nothing counts
	 * as delivered.
	 *
	 * @param delivered indexes of the items whose outputs the node returns to n8n
	 */
	async settle(delivered: readonly number[]): Promise<void> {
		const slots = isStopped(this.context) ? [] : delivered.map(String);
		const { journal, known } = this;
		await settleDocuments(known.records, journal, slots, () => isStopped(this.context));
	}

	/**
	 * Writes the progress of a batch from time to time: to n8n's log and, for manual runs, to the console of the
	 * browser. n8n's editor itself shows no progress of a running node.
	 *
	 * @returns a function that ends the reports
	 */
	reportProgress(): () => void {
		const over = new AbortController();
		void this.progress.report(clock, this.limits.progress.everyMs, over.signal, (line) => {
			this.context.logger.info(`Tag PDF: ${line}`);
			this.context.sendMessageToUI(line);
		});
		return () => over.abort();
	}

	recordOutcome(index: number, outcome: ItemState['outcome']): void {
		this.getState(index).outcome = outcome;
	}

	/** Ends the other items, unless they have sent a submission. */
	halt(): void {
		this.halted.abort(HALT_REASON);
	}

	private getState(index: number): ItemState {
		return (this.known.states[index] ??= {});
	}

	private getConnection(credential: ApiCredential): Connection {
		const existing = this.connections.get(credential.hash);
		if (existing) return existing;
		const { budget, context, journal, signal, slots } = this;
		const { memory, records } = this.known;
		const runtime = Object.assign(createRuntime(context, credential, this.limits), { slots });
		const service = new Service(runtime, memory.service);
		const isRetry = context.getMode() === 'retry';
		const shared = { budget, isRetry, journal, records, signal };
		const submitter = new Submitter(runtime, service, shared);
		const watcher = new Watcher(runtime, service, signal);
		const connection = { runtime, service, submitter, watcher };
		this.connections.set(credential.hash, connection);
		return connection;
	}
}

/** The operation has no expressions: it is the same for all items. */
function readOperation(context: IExecuteFunctions): string {
	return context.getNodeParameter('operation', 0, '');
}
