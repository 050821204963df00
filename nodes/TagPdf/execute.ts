import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { TagPdfError } from '../client/errors';
import { PRODUCT_LIMITS, type Limits } from '../client/limits';
import { describe, errorJson, InputError, toNodeError, toTagPdfError } from '../n8n/errors';
import { showHint } from './hints';
import type { Operation } from './operation';
import { operations } from './operations';
import { runPool } from './batch/pool';
import { Run } from './run';
import { stoppedLines, withJobs } from './unfinishedJobs';

/**
 * Runs the chosen operation for every item, some at the same time, and gives the outputs in the
 * order of the items. Without Continue On Fail the first item that fails halts the run: nothing new
 * is submitted, what has been sent settles, and the error names every job that exists.
 *
 * @throws NodeApiError | NodeOperationError
 */
export async function executeItems(
	context: IExecuteFunctions,
	limits: Limits = PRODUCT_LIMITS,
): Promise<INodeExecutionData[][]> {
	const run = startRun(context, limits);
	let failed: { index: number; error: TagPdfError } | undefined;
	const endReport = run instanceof Run ? run.reportProgress() : () => {};
	const results = await runPool(
		context.getInputData().length,
		run instanceof Run ? run.inFlight : 1,
		async (index) => await outputsOf(run, context, index),
		(index, reason) => {
			if (run instanceof Run) run.progress.sawSettled(false);
			if (carriesOn(context)) return true;
			failed ??= { index, error: errorOf(run, index, reason) };
			if (run instanceof Run) run.halt();
			return false;
		},
	).finally(endReport);

	if (failed) {
		if (run instanceof Run) await run.settle();
		const submitted = run instanceof Run ? run.records.submitted() : [];
		const stopped = isStopped(context);
		if (stopped) {
			for (const line of stoppedLines(submitted)) context.logger.warn(`Tag PDF: ${line}`);
		}
		const ending = { failedSlot: String(failed.index), submitted, stopped };
		const text = withJobs(describe(failed.error), ending);
		throw toNodeError(context.getNode(), failed.error, failed.index, text);
	}
	// Before the records are finished: error items name the jobs in them.
	const outputs = results.flatMap((result, index) => outputOf(run, result, index));
	if (run instanceof Run) {
		const goesOut = !mayRunAgain(context, outputs);
		await run.settle(goesOut ? indexesOf(results) : []);
		if (goesOut) run.records.finish();
	}
	if (run instanceof Run && run.progress.isNoteworthy)
		showHint(context, `${String(run.progress)}.`);
	return [outputs];
}

/** n8n's Retry On Fail looks at the first item, even when the node carried on. */
function mayRunAgain(context: IExecuteFunctions, [first]: INodeExecutionData[]): boolean {
	return context.getNode().retryOnFail === true && first?.json.error !== undefined;
}

/** The items that did not fail. */
function indexesOf(results: Array<PromiseSettledResult<unknown>>): number[] {
	return results.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
}

async function outputsOf(
	run: Run | TagPdfError,
	context: IExecuteFunctions,
	index: number,
): Promise<INodeExecutionData[]> {
	if (!(run instanceof Run)) throw run;
	const operation = operationFor(context, index);
	const outputs = await operation.execute(await run.item(index, operation.isLocal));
	run.progress.sawSettled(true);
	return outputs;
}

/** The run, or why there can be none: then each item fails with it. */
function startRun(context: IExecuteFunctions, limits: Limits): Run | TagPdfError {
	try {
		return new Run(context, limits);
	} catch (error) {
		return toTagPdfError(error);
	}
}

/** Stop ends every item, whatever the node is told to do about failing ones. */
function carriesOn(context: IExecuteFunctions): boolean {
	return context.continueOnFail() && !isStopped(context);
}

function isStopped(context: IExecuteFunctions): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}

function operationFor(context: IExecuteFunctions, index: number): Operation {
	const resource = context.getNodeParameter('resource', index);
	const name = context.getNodeParameter('operation', index);
	const operation = operations[resource]?.[name];
	if (operation) return operation;
	throw new InputError({
		message: `The node has no operation "${name}" for "${resource}"`,
		description: 'Choose Resource and Operation in the node.',
	});
}

function outputOf(
	run: Run | TagPdfError,
	result: PromiseSettledResult<INodeExecutionData[]>,
	index: number,
): INodeExecutionData[] {
	const items =
		result.status === 'fulfilled'
			? result.value
			: [{ json: errorJson(errorOf(run, index, result.reason)) }];
	return items.map((item) => ({ ...item, pairedItem: { item: index } }));
}

function errorOf(run: Run | TagPdfError, index: number, reason: unknown): TagPdfError {
	return toTagPdfError(reason, run instanceof Run ? run.known(index) : {});
}
