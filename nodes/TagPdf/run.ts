import { randomUUID } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createMixupError, HALT_REASON } from '../../client/errors';
import { createSlots } from '../../client/http';
import { listJobs } from '../../client/ledger';
import { type Limits, PRODUCT_LIMITS } from '../../client/limits';
import {
	type ApiCredential,
	clock,
	createRuntime,
	getApiCredential,
	NO_CREDENTIAL,
	writeLog,
} from '../shared/n8nRuntime';
import { InputError } from '../shared/inputError';
import { readOption } from '../shared/parameters';
import { accountOperations } from './account/operations';
import { documentOperations } from './document/operations';
import { createConnect, nameRun, openLedger } from './execution';
import { createFailedItem, createRunError } from './failedItem';
import { jobOperations } from './job/operations';
import type { Task, Operation, RunFacts, Unit } from './operation';
import { maxDocumentsAtOnce, readCreditLimit } from './options';
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
 * submitted, submissions that were sent still get their answers, and the error names every job that exists.
 *
 * @throws NodeApiError | NodeOperationError
 */
export async function executeItems(
	context: IExecuteFunctions,
	limits: Limits = PRODUCT_LIMITS,
): Promise<INodeExecutionData[][]> {
	const ledger = openLedger(context, limits);
	const halted = new AbortController();
	const stop = context.getExecutionCancelSignal();
	const signal = joinSignals([halted.signal, ...(stop ? [stop] : [])]);
	const { requests } = limits;
	// One limit for all credentials: each request in flight listens to n8n's one Stop signal, and Node.js warns of too
	// many listeners.
	const slots = {
		requests: createSlots(requests.atOnce, signal),
		transfers: createSlots(requests.transfersAtOnce, signal),
	};
	const open = (credential: ApiCredential) => createRuntime(context, credential, limits, slots);
	const giveWay = createTurns();
	// Once, and not for each item: `nameRun` takes n8n as long as all other work for an item without a document.
	const run = nameRun(context);
	const isKnown = (index: number, field: string) => ledger.hasUnit(nameUnit(run, index, field));
	const reading = { context, runtime: open(NO_CREDENTIAL), signal, isKnown };
	const units = await findUnits(reading, run, giveWay);
	const facts = { context, ledger, units };
	const { atOnce, maximum } = readSettings(context, units);
	const connect = createConnect(open, { ledger, maximum, signal });
	const endReport = reportProgress(facts, limits.progress.everyMs);
	let failed: { unit: Unit; reason: unknown } | undefined;
	const fail = (unit: Unit, reason: unknown) => {
		unit.state.outcome = { reason };
		// Stop ends every item, even with Continue On Fail.
		if (context.continueOnFail() && stop?.aborted !== true) return;
		failed ??= { unit, reason };
		// Ends the other units. A unit that has sent a submission first waits for its answer.
		halted.abort(HALT_REASON);
	};
	const work = async (unit: Unit) => {
		try {
			unit.state.outcome = { output: await execute(facts, unit, connect) };
		} catch (reason) {
			fail(unit, reason);
		}
	};
	await runPool(units, atOnce, work, halted.signal, giveWay).finally(endReport);
	rejectMixedUp(facts, fail);
	if (failed) throw createRunError(facts, failed.reason, failed.unit);
	const outputs: INodeExecutionData[] = [];
	for (const unit of units) {
		await giveWay();
		outputs.push(toOutputItem(facts, unit));
	}
	showSummary(facts);
	return [outputs];
}

/** A signal that is aborted as soon as one of these signals is, with the reason of that one. */
export function joinSignals(signals: AbortSignal[]): AbortSignal {
	const joined = AbortSignal.any(signals);
	// Without a listener, Node.js 24 chooses the reason only when somebody reads it, and takes it from the first aborted
	// signal in the list. A run that the user has stopped would then say that another document halted it.
	joined.addEventListener('abort', () => {}, { once: true });
	return joined;
}

/**
 * Fails the outputs of all documents that the service has mixed up with other documents: each of them may have the
 * tagged PDF of another, even the one that was submitted first.
 *
 * The ledger lists the mixed-up documents for every run of the execution, because calls of a tool run side by side: one
 * call may learn of a mix-up that concerns the document of another. A document that is not in this run may have been
 * returned by another run, so n8n's log gets a warning about it, once.
 */
function rejectMixedUp(
	{ context, ledger, units }: RunFacts,
	fail: (unit: Unit, reason: unknown) => void,
): void {
	for (const { document, isNew } of ledger.takeMixedUp()) {
		const own = units.filter(({ unitKey }) => ledger.getDocumentOf(unitKey)?.id === document.id);
		for (const unit of own) {
			const { outcome } = unit.state;
			if (outcome && 'output' in outcome) fail(unit, createMixupError());
		}
		if (own.length > 0 || !isNew) continue;
		const jobs = listJobs(document).map(({ jobId }) => jobId);
		const line = `job ${jobs.join(', ')} is from another run of this execution, which may have returned it`;
		writeLog(context, 'warn', `${line}; the service has mixed it up with another one`);
	}
}

/** The first item decides for all: an invalid value fails every unit, so that nothing is paid for by mistake. */
function readSettings(context: IExecuteFunctions, units: readonly Unit[]) {
	try {
		const atOnce = readOption(context, 0, maxDocumentsAtOnce);
		return { atOnce, maximum: readCreditLimit(context) };
	} catch (error) {
		for (const unit of units) Object.assign(unit, { error });
		return { atOnce: 1, maximum: Infinity };
	}
}

/** Milliseconds of work with items before n8n gets a turn. */
const TURN_MS = 25;

/** @returns a function to call for each item; it lets n8n do other work if it has had no turn for TURN_MS */
function createTurns(): () => Promise<void> {
	let began = clock.now();
	return async () => {
		if (clock.now() - began < TURN_MS) return;
		await clock.sleep(1);
		began = clock.now();
	};
}

/**
 * The units of all items, in the order of the items. All items are looked at concurrently, because the store of their
 * files may be slow.
 *
 * @param run the prefix of this run's unit keys, as `nameRun` returns it; undefined for a tool
 */
async function findUnits(
	reading: Reading,
	run: string | undefined,
	giveWay: () => Promise<void>,
): Promise<Unit[]> {
	const found: Array<Promise<Unit[]>> = [];
	for (const index of reading.context.getInputData().keys()) {
		await giveWay();
		found.push(findUnitsOf(reading, run, index));
	}
	return (await Promise.all(found)).flat();
}

async function findUnitsOf(
	reading: Reading,
	run: string | undefined,
	index: number,
): Promise<Unit[]> {
	const { context } = reading;
	try {
		const operation = findOperation(context, index);
		const hasDocument = context.getNodeParameter('resource', index) === 'document';
		const sources = hasDocument ? await findSources(reading, index) : [undefined];
		return sources.map((source) => createUnit(run, index, { operation, source }));
	} catch (error) {
		return [createUnit(run, index, { error })];
	}
}

function createUnit(
	run: string | undefined,
	index: number,
	found: Pick<Unit, 'operation' | 'source' | 'error'>,
): Unit {
	return { index, unitKey: nameUnit(run, index, found.source?.field), ...found, state: {} };
}

/** The key of a unit, the same on a second try. A tool's calls have no second try, so their keys are random. */
function nameUnit(run: string | undefined, index: number, field = ''): string {
	return run === undefined ? `tool:${randomUUID()}` : `${run}${index}:${field}`;
}

/**
 * Runs the unit's operation with the item's credential.
 *
 * @throws the unit's `error` if it has one; TagPdfError; or n8n's errors about parameters and the credential
 */
async function execute(
	{ context, ledger }: RunFacts,
	unit: Unit,
	connect: ReturnType<typeof createConnect>,
): Promise<INodeExecutionData> {
	const turn = ledger.limit.takeTurn();
	try {
		const { error, index, operation } = unit;
		if (error !== undefined || !operation) throw error;
		const credential = operation.isLocal ? NO_CREDENTIAL : await getApiCredential(context, index);
		const connection = await connect(credential);
		const task: Task = { ...unit, connection, context, turn };
		return moveErrorField(await operation.execute(task));
	} finally {
		ledger.limit.end(turn);
	}
}

/**
 * Runs `work` for all units, in order, at most `limit` at the same time. After the signal is aborted, no further unit
 * begins.
 *
 * @param giveWay is called after each unit: without it, many units that fail at once would block n8n
 */
async function runPool(
	units: readonly Unit[],
	limit: number,
	work: (unit: Unit) => Promise<void>,
	signal: AbortSignal,
	giveWay: () => Promise<void>,
): Promise<void> {
	const waiting = units.values();
	const workThrough = async () => {
		for (const unit of waiting) {
			await work(unit);
			await giveWay();
			if (signal.aborted) return;
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, units.length) }, workThrough));
}

/** The output item of a unit. It is made after the run, so that a failed unit's item has the last state of its job. */
function toOutputItem(facts: RunFacts, unit: Unit): INodeExecutionData {
	const { index, state } = unit;
	const { outcome } = state;
	if (!outcome || 'reason' in outcome) return createFailedItem(facts, unit, outcome?.reason);
	return Object.assign(outcome.output, { pairedItem: { item: index } });
}

function findOperation(context: IExecuteFunctions, index: number): Operation {
	const resource = context.getNodeParameter('resource', index);
	// The default is for an unknown resource: n8n then finds no parameter 'operation', and would throw without a default.
	const name = context.getNodeParameter('operation', index, '');
	// Not `operations[resource]`, which would find inherited names such as "constructor", too.
	const [, ofResource = {}] =
		Object.entries(operations).find(([known]) => known === resource) ?? [];
	const [, operation] = Object.entries(ofResource).find(([known]) => known === name) ?? [];
	if (operation) return operation;
	throw new InputError({
		message: `The node has no operation "${name}" for "${resource}"`,
		fix: "Choose 'Resource' and 'Operation' in the node.",
	});
}
