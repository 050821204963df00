import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { HALT_REASON } from '../../client/errors';
import { createSlots } from '../../client/http';
import { fingerprint, type Ledger } from '../../client/ledger';
import { type Limits, PRODUCT_LIMITS } from '../../client/limits';
import type { Runtime } from '../../client/runtime';
import { type Job, Service } from '../../client/service';
import { Watcher } from '../../client/wait';
import { clock, createRuntime } from '../shared/n8nRuntime';
import { getApiCredential, NO_CREDENTIAL, type ApiCredential } from '../shared/credential';
import { InputError } from '../shared/inputError';
import { accountOperations } from './accountOperation';
import { documentOperations } from './documentOperations';
import { createFailedItem, createRunError, isStopped, type RunFacts } from './failedItem';
import type { Connection, Item, Unit } from './item';
import { jobOperations } from './jobOperations';
import { nameRun, openLedger } from './memory';
import type { Operation } from './operation';
import { readCreditLimit, readMaxInFlight } from './options';
import { isTool, moveErrorField } from './output';
import { Progress, showHints } from './progress';
import { findSources } from './source';

/** Every operation of the node: by resource, then by operation. */
const operations: Record<string, Record<string, Operation>> = {
	account: accountOperations,
	document: documentOperations,
	job: jobOperations,
};

/**
 * Runs the chosen operation for every item, several at the same time, and returns the outputs in the order
 * of the items. Without Continue On Fail the first item that fails halts the run. Then nothing new is
 * submitted, sent requests settle, and the error names every job that exists.
 *
 * @throws NodeApiError | NodeOperationError
 */
export async function executeItems(
	context: IExecuteFunctions,
	limits: Limits = PRODUCT_LIMITS,
): Promise<INodeExecutionData[][]> {
	const settings = readSettings(context);
	const run = new Run(context, limits, 'error' in settings ? 0 : settings.maximumCredits);
	const units = await run.findUnits();
	const facts = { context, ledger: run.ledger, units };
	if ('error' in settings) return [failAll(facts, settings.error)];
	const progress = new Progress(units, context.getNodeParameter('operation', 0, ''));
	const endReport = reportProgress(context, progress, limits);
	let failed: { unit: Unit; reason: unknown } | undefined;
	const results = await runPool(
		units,
		settings.maxInFlight,
		async (unit) => await run.execute(unit),
		(unit, reason) => {
			unit.state.outcome = 'failed';
			if (shouldContinue(context)) return true;
			failed ??= { unit, reason };
			run.halt();
			return false;
		},
	).finally(endReport);
	if (failed) throw createRunError(facts, failed.reason, failed.unit);
	const outputs = units.flatMap((unit, at) => toOutputItems(facts, unit, results[at]));
	showHints(context, units, progress);
	return [outputs];
}

interface Settings {
	/** Maximum number of documents in flight. */
	maxInFlight: number;
	/** Maximum credits of the execution; 0 for no limit. */
	maximumCredits: number;
}

/** The settings that the first item decides for all. */
function readSettings(context: IExecuteFunctions): Settings | { error: unknown } {
	try {
		return {
			maxInFlight: readMaxInFlight(context),
			maximumCredits: readCreditLimit(context),
		};
	} catch (error) {
		return { error };
	}
}

/** Every item fails with the error that keeps the run from starting. Earlier tries may have paid. */
function failAll(facts: RunFacts, reason: unknown): INodeExecutionData[] {
	if (!shouldContinue(facts.context)) throw createRunError(facts, reason);
	return facts.units.map((unit) => createFailedItem(facts, unit, reason));
}

/** Stop ends every item, even with Continue On Fail. */
function shouldContinue(context: IExecuteFunctions): boolean {
	return context.continueOnFail() && !isStopped(context);
}

function toOutputItems(
	facts: RunFacts,
	unit: Unit,
	result: PromiseSettledResult<INodeExecutionData[]> | undefined,
): INodeExecutionData[] {
	if (result?.status === 'rejected') return [createFailedItem(facts, unit, result.reason)];
	if (!result) return [];
	facts.ledger.recordReturned(unit.itemKey);
	// The items themselves are changed: a copy would lose the mark for n8n's error output.
	return result.value.map((item) => Object.assign(item, { pairedItem: { item: unit.index } }));
}

/**
 * Writes the progress of a batch from time to time: to n8n's log and, for manual runs, to the browser's
 * console. n8n's editor itself shows no progress of a running node.
 *
 * @returns a function that ends the reports
 */
function reportProgress(
	context: IExecuteFunctions,
	progress: Progress,
	{ progress: { everyMs } }: Limits,
): () => void {
	const over = new AbortController();
	void progress.report(clock, everyMs, over.signal, (line) => {
		context.logger.info(`Tag PDF: ${line}`);
		context.sendMessageToUI(line);
	});
	return () => over.abort();
}

/**
 * Runs `task` for all units, in order, at most `limit` at the same time.
 *
 * @param shouldContinue called for each rejection; if it returns false, no new task starts and the running ones
 * settle
 * @returns the outcome of each unit that was started
 */
async function runPool<Unit, T>(
	units: readonly Unit[],
	limit: number,
	task: (unit: Unit) => Promise<T>,
	shouldContinue: (unit: Unit, reason: unknown) => boolean,
): Promise<Array<PromiseSettledResult<T>>> {
	const results: Array<PromiseSettledResult<T>> = [];
	let halted = false;
	const waiting = units.entries();
	const work = async () => {
		for (const [at, unit] of waiting) {
			try {
				results[at] = { status: 'fulfilled', value: await task(unit) };
			} catch (reason) {
				results[at] = { status: 'rejected', reason };
				halted ||= !shouldContinue(unit, reason);
			}
			if (halted) return;
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, units.length) }, work));
	return results;
}

/** State that all items of one call of `execute()` share. */
class Run {
	readonly ledger: Ledger;
	private readonly halted = new AbortController();
	private readonly signal: AbortSignal;
	/** Shared by all credentials: all requests listen to the same Stop. */
	private readonly slots: Runtime['slots'];
	/** By the hash of the credential: items may have different ones. */
	private readonly connections = new Map<string, Connection>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly limits: Limits,
		/** Maximum credits of the execution; 0 for no limit. */
		private readonly maximumCredits: number,
	) {
		this.ledger = openLedger(context);
		const stop = context.getExecutionCancelSignal();
		this.signal = AbortSignal.any([this.halted.signal, ...(stop ? [stop] : [])]);
		const { atOnce, transfersAtOnce } = limits.requests;
		this.slots = {
			requests: createSlots(atOnce, this.signal),
			transfers: createSlots(transfersAtOnce, this.signal),
		};
	}

	/** The documents of all items, in order. An item without a document is a unit, too. */
	async findUnits(): Promise<Unit[]> {
		const { runtime } = this.getConnection(NO_CREDENTIAL);
		const reading = { context: this.context, runtime, signal: this.signal };
		const units: Unit[] = [];
		for (const index of this.context.getInputData().keys()) {
			try {
				findOperation(this.context, index);
				if (this.context.getNodeParameter('resource', index) !== 'document') {
					units.push(this.createUnit(index));
					continue;
				}
				const sources = await findSources(reading, index);
				units.push(...sources.map((source) => this.createUnit(index, { source })));
			} catch (error) {
				units.push(this.createUnit(index, { error }));
			}
		}
		return units;
	}

	/** @throws TagPdfError, or n8n's errors while it reads parameters and the credential */
	async execute(unit: Unit): Promise<INodeExecutionData[]> {
		const turn = this.ledger.takeTurn();
		try {
			if ('error' in unit) throw unit.error;
			const operation = findOperation(this.context, unit.index);
			const credential =
				operation.isLocal === true
					? NO_CREDENTIAL
					: await getApiCredential(this.context, unit.index);
			const connection = this.getConnection(credential);
			const { context, ledger, signal } = this;
			const recordJob = (job: Job) => {
				ledger.recordJob(ledger.findSubmission(unit.itemKey), job);
				unit.state.job = job;
			};
			const item: Item = { ...connection, ...unit, context, recordJob, signal, turn };
			const outputs = (await operation.execute(item)).map(moveErrorField);
			unit.state.outcome = 'succeeded';
			return outputs;
		} finally {
			turn.end();
		}
	}

	/** Ends the other items, unless they have sent a submission. */
	halt(): void {
		this.halted.abort(HALT_REASON);
	}

	/** A tool's key does not depend on the call: its agent may call again with the same document. */
	private createUnit(index: number, found: Pick<Unit, 'source' | 'error'> = {}): Unit {
		const { source } = found;
		const itemKey = isTool(this.context)
			? `tool:${fingerprint([source?.identity])}`
			: `${nameRun(this.context)}${index}:${source?.field ?? ''}`;
		return { index, itemKey, ...found, state: { fileName: source?.fileName } };
	}

	private getConnection(credential: ApiCredential): Connection {
		const existing = this.connections.get(credential.hash);
		if (existing) return existing;
		const { context, ledger, signal, slots } = this;
		const { maximumCredits: maximum } = this;
		const runtime = Object.assign(createRuntime(context, credential, this.limits), { slots });
		const id = fingerprint([credential.hash]).slice(0, 16);
		const service = new Service(runtime, ledger.getServiceMemory(id));
		const watcher = new Watcher(runtime, service, signal);
		const account = { id, runtime, service, ledger, maximum, signal };
		const connection = { runtime, service, watcher, account };
		this.connections.set(credential.hash, connection);
		return connection;
	}
}

function findOperation(context: IExecuteFunctions, index: number): Operation {
	const resource = context.getNodeParameter('resource', index);
	const name = context.getNodeParameter('operation', index);
	// Object.entries, because every object has a "constructor".
	const [, ofResource = {}] =
		Object.entries(operations).find(([known]) => known === resource) ?? [];
	const [, operation] = Object.entries(ofResource).find(([known]) => known === name) ?? [];
	if (operation) return operation;
	throw new InputError({
		message: `The node has no operation "${name}" for "${resource}"`,
		description: "Choose 'Resource' and 'Operation' in the node.",
	});
}
