import { randomUUID } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { HALT_REASON } from '../../client/errors';
import { createSlots } from '../../client/http';
import { createStoredLedger, fingerprint, Ledger, type StoredLedger } from '../../client/ledger';
import { type Limits, PRODUCT_LIMITS } from '../../client/limits';
import type { Runtime } from '../../client/runtime';
import { Service } from '../../client/service';
import type { Account } from '../../client/submit';
import { Watcher } from '../../client/wait';
import {
	type ApiCredential,
	createRuntime,
	getApiCredential,
	NO_CREDENTIAL,
} from '../shared/n8nRuntime';
import { InputError } from '../shared/nodeError';
import { readOption } from '../shared/parameters';
import { accountOperations } from './accountOperation';
import { documentOperations } from './documentOperations';
import { createFailedItem, createRunError } from './failedItem';
import { jobOperations } from './jobOperations';
import { isTool, type Item, type Operation, type RunFacts, type Unit } from './operation';
import { maximumCredits, maxInFlight } from './options';
import { moveErrorField } from './output';
import { reportProgress, showSummary } from './progress';
import { findSources, type Reading } from './source';

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
	const ledger = openLedger(context);
	const halted = new AbortController();
	const stop = context.getExecutionCancelSignal();
	const signal = joinSignals([halted.signal, ...(stop ? [stop] : [])]);
	const { requests } = limits;
	// Shared by all credentials: all requests listen to the same Stop.
	const slots = {
		requests: createSlots(requests.atOnce, signal),
		transfers: createSlots(requests.transfersAtOnce, signal),
	};
	const open = (credential: ApiCredential) => createRuntime(context, credential, limits, slots);
	const units = await findUnits({ context, runtime: open(NO_CREDENTIAL), signal });
	const facts = { context, ledger, units };
	const { atOnce, maximum, invalid } = readSettings(context);
	const connect = createConnect(open, { ledger, maximum, signal });
	const endReport = reportProgress(facts, limits.progress.everyMs);
	let failed: { unit: Unit; reason: unknown } | undefined;
	const work = async (unit: Unit) => {
		try {
			if (invalid) throw invalid.reason;
			unit.state.outcome = { output: await execute(facts, unit, connect) };
		} catch (reason) {
			unit.state.outcome = { reason };
			// Stop ends every item, even with Continue On Fail.
			if (context.continueOnFail() && stop?.aborted !== true) return;
			failed ??= { unit, reason };
			// Ends the other units, unless they have sent a submission.
			halted.abort(HALT_REASON);
		}
	};
	await runPool(units, atOnce, work, halted.signal).finally(endReport);
	if (failed) throw createRunError(facts, failed.reason, failed.unit);
	const outputs = units.map((unit) => toOutputItem(facts, unit));
	showSummary(facts);
	return [outputs];
}

/** A signal that is aborted with the first of these, and keeps its reason. */
export function joinSignals(signals: AbortSignal[]): AbortSignal {
	const joined = AbortSignal.any(signals);
	// Without a listener, Node.js 24 looks for the reason when it is asked for, and takes that of the first signal
	// in the list: a run that the user has stopped would say that another document halted it.
	joined.addEventListener('abort', () => {}, { once: true });
	return joined;
}

/** The first item decides for all: an invalid value fails every item. */
function readSettings(context: IExecuteFunctions) {
	try {
		const atOnce = readOption(context, 0, maxInFlight);
		return { atOnce, maximum: readOption(context, 0, maximumCredits) };
	} catch (reason) {
		return { atOnce: 1, maximum: 0, invalid: { reason } };
	}
}

/** By the data that n8n keeps: tool calls of one execution run at the same time, and share their ledger. */
const ledgers = new WeakMap<object, Ledger>();

/**
 * The ledger of the execution. n8n keeps its data during Retry On Fail and for a manual Retry
 * (`getContext('node')`), so that a second try resumes where the first one stopped. Each round of a loop is a
 * separate run.
 */
function openLedger(context: IExecuteFunctions): Ledger {
	const executionId = context.getExecutionId() || randomUUID();
	const memory = openMemory(context);
	let ledger = ledgers.get(memory);
	if (ledger?.executionId !== executionId) {
		ledger = new Ledger((memory.ledger ??= createStoredLedger(executionId)), executionId);
		ledgers.set(memory, ledger);
	}
	if (!isTool(context)) ledger.beginRun(nameRun(context));
	return ledger;
}

/** Outside of an execution, as in a tool that a trigger's webhook calls, n8n may keep no data: the memory lasts for the call. */
function openMemory(context: IExecuteFunctions): { ledger?: StoredLedger } {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}

/** Beginning of the keys of this run's items. */
function nameRun(context: IExecuteFunctions): string {
	return `${context.getWorkflowDataProxy(0).$runIndex as number}:`;
}

/** The documents of all items, in order. An item without a document is a unit, too. */
async function findUnits(reading: Reading): Promise<Unit[]> {
	const { context } = reading;
	const units: Unit[] = [];
	for (const index of context.getInputData().keys()) {
		try {
			const operation = findOperation(context, index);
			const hasDocument = context.getNodeParameter('resource', index) === 'document';
			const sources = hasDocument ? await findSources(reading, index) : [undefined];
			units.push(...sources.map((source) => createUnit(context, index, { operation, source })));
		} catch (error) {
			units.push(createUnit(context, index, { error }));
		}
	}
	return units;
}

/** A tool's key does not depend on the call: its agent may call again with the same document. */
function createUnit(
	context: IExecuteFunctions,
	index: number,
	found: Pick<Unit, 'operation' | 'source' | 'error'>,
): Unit {
	const { source } = found;
	const itemKey = isTool(context)
		? `tool:${fingerprint([source?.identity])}`
		: `${nameRun(context)}${index}:${source?.field ?? ''}`;
	return { index, itemKey, ...found, state: {} };
}

/** @returns a function that opens the service once for each credential: items may have different ones */
function createConnect(
	open: (credential: ApiCredential) => Runtime,
	shared: Pick<Account, 'ledger' | 'maximum' | 'signal'>,
) {
	const connections = new Map<string, Pick<Item, 'account' | 'watcher'>>();
	return (credential: ApiCredential) => {
		const existing = connections.get(credential.hash);
		if (existing) return existing;
		const runtime = open(credential);
		const id = fingerprint([credential.hash]).slice(0, 16);
		const service = new Service(runtime, shared.ledger.getServiceMemory(id));
		const watcher = new Watcher(runtime, service, shared.signal);
		const connection = { account: { ...shared, id, runtime, service }, watcher };
		connections.set(credential.hash, connection);
		return connection;
	};
}

/** @throws TagPdfError, or n8n's errors while it reads parameters and the credential */
async function execute(
	{ context, ledger }: RunFacts,
	unit: Unit,
	connect: ReturnType<typeof createConnect>,
): Promise<INodeExecutionData> {
	const turn = ledger.takeTurn();
	try {
		const { index, operation } = unit;
		if (!operation) throw unit.error;
		const credential = operation.isLocal ? NO_CREDENTIAL : await getApiCredential(context, index);
		const item: Item = { ...unit, ...connect(credential), context, turn };
		return moveErrorField(await operation.execute(item));
	} finally {
		turn.end();
	}
}

/** Runs `work` for all units, in order, at most `limit` at the same time. The signal starts no more. */
async function runPool(
	units: readonly Unit[],
	limit: number,
	work: (unit: Unit) => Promise<void>,
	signal: AbortSignal,
): Promise<void> {
	const waiting = units.values();
	const workThrough = async () => {
		for (const unit of waiting) {
			await work(unit);
			if (signal.aborted) return;
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, units.length) }, workThrough));
}

/** A failed unit's item names its job as it is known when the run has ended. */
function toOutputItem(facts: RunFacts, unit: Unit): INodeExecutionData {
	const { index, state } = unit;
	const { outcome } = state;
	if (!outcome || 'reason' in outcome) return createFailedItem(facts, unit, outcome?.reason);
	// The item itself is changed: a copy would lose the mark for n8n's error output.
	return Object.assign(outcome.output, { pairedItem: { item: index } });
}

function findOperation(context: IExecuteFunctions, index: number): Operation {
	const resource = context.getNodeParameter('resource', index);
	// n8n has no operation for an unknown resource.
	const name = context.getNodeParameter('operation', index, '');
	// Object.entries, because every object has a "constructor".
	const [, ofResource = {}] =
		Object.entries(operations).find(([known]) => known === resource) ?? [];
	const [, operation] = Object.entries(ofResource).find(([known]) => known === name) ?? [];
	if (operation) return operation;
	throw new InputError({
		message: `The node has no operation "${name}" for "${resource}"`,
		fix: "Choose 'Resource' and 'Operation' in the node.",
	});
}
