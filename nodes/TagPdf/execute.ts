import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { TagPdfError } from '../client/errors';
import { PRODUCT_LIMITS, type Limits } from '../client/limits';
import { InputError, toTagPdfError } from '../n8n/errors';
import { isStopped, willRunAgain } from './delivery';
import { createFailedItem } from './failure/failedItem';
import { createRunError } from './failure/runError';
import type { Item } from './item';
import type { Operation } from './operation';
import { operations, runOperation } from './operations';
import { showHints } from './batch/hints';
import { runPool } from './batch/pool';
import { WorseResult } from './report/report';
import { KnownItems, Run } from './run';

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
	const known = new KnownItems(context);
	let run: Run;
	try {
		run = new Run(context, limits, known);
	} catch (error) {
		return [failAllItems(context, known, error)];
	}
	return [await executeRun(run)];
}

/** @throws NodeApiError | NodeOperationError */
async function executeRun(run: Run): Promise<INodeExecutionData[]> {
	const { context, known } = run;
	let failed: { index: number; error: TagPdfError } | undefined;
	const endReport = run.reportProgress();
	const items = new Map<number, Item>();
	if (run.hasLostCredits) await recallItems(run, items);
	const results = await runPool(
		context.getInputData().length,
		run.inFlight,
		async (index) => await executeItem(run, index, items.get(index)),
		(index, reason) => {
			run.recordOutcome(index, 'failed');
			if (shouldContinue(context)) return true;
			failed ??= { index, error: toTagPdfError(reason, known.facts.collect(index)) };
			run.halt();
			return false;
		},
	).finally(endReport);

	if (failed) {
		await run.settle([]);
		throw createRunError(context, known, failed.error, failed.index);
	}
	// Must come before the run is settled, because error items name jobs from the records.
	const outputs = results.flatMap((result, index) => toOutputItems(run, result, index));
	const goesOut = !willRunAgain(context, outputs, known.memory.tries);
	await run.settle(goesOut ? listSucceededIndexes(results) : []);
	if (goesOut && !isStopped(context)) known.records.forgetSlots();
	showHints(context, outputs, known.states, run.progress);
	return outputs;
}

/** Counts the documents that the execution may have paid for, before it approves new ones. */
async function recallItems(run: Run, items: Map<number, Item>): Promise<void> {
	const recallItem = async (index: number) => {
		const { isLocal, recall } = findOperation(run.context, index);
		if (!recall) return;
		const item = await run.createItem(index, isLocal);
		items.set(index, item);
		await recall(item);
	};
	// An item that cannot be read fails later, when it is executed.
	await runPool(run.context.getInputData().length, run.inFlight, recallItem, () => true);
}

/**
 * Every item fails with the error that keeps the run from starting. Earlier tries may have paid for its
 * document.
 */
function failAllItems(
	context: IExecuteFunctions,
	known: KnownItems,
	reason: unknown,
): INodeExecutionData[] {
	if (!shouldContinue(context)) {
		throw createRunError(context, known, toTagPdfError(reason, known.facts.collectOfRun()));
	}
	return context.getInputData().map((_, index) => {
		const error = toTagPdfError(reason, known.facts.collect(index));
		return pairWithInput(createFailedItem(context, index, error), index);
	});
}

function listSucceededIndexes(results: Array<PromiseSettledResult<unknown>>): number[] {
	return results.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
}

async function executeItem(
	run: Run,
	index: number,
	existing?: Item,
): Promise<INodeExecutionData[]> {
	const operation = findOperation(run.context, index);
	const item = existing ?? (await run.createItem(index, operation.isLocal));
	const outputs = await runOperation(operation, item);
	run.recordOutcome(index, 'succeeded');
	return outputs;
}

/** Stop ends every item, even with Continue On Fail. */
function shouldContinue(context: IExecuteFunctions): boolean {
	return context.continueOnFail() && !isStopped(context);
}

function findOperation(context: IExecuteFunctions, index: number): Operation {
	const resource = context.getNodeParameter('resource', index);
	const name = context.getNodeParameter('operation', index);
	const operation = operations[resource]?.[name];
	if (operation) return operation;
	throw new InputError({
		message: `The node has no operation "${name}" for "${resource}"`,
		description: 'Choose Resource and Operation in the node.',
	});
}

function toOutputItems(
	{ context, known }: Run,
	result: PromiseSettledResult<INodeExecutionData[]>,
	index: number,
): INodeExecutionData[] {
	if (result.status === 'fulfilled') return result.value.map((item) => pairWithInput(item, index));
	const error = toTagPdfError(result.reason, known.facts.collect(index));
	const output = result.reason instanceof WorseResult ? result.reason.output : undefined;
	return [pairWithInput(createFailedItem(context, index, error, output), index)];
}

/** Changes the item itself: a copy would lose the mark that makes n8n send it to the error output. */
function pairWithInput(item: INodeExecutionData, index: number): INodeExecutionData {
	return Object.assign(item, { pairedItem: { item: index } });
}
