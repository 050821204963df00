import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { HALTED, TagPdfError } from '../client/errors';
import { errorJson, toNodeError, toTagPdfError } from '../shared/nodeError';
import type { Operation } from './operation';
import { runPool } from './pool';
import { accountOperations } from './resources/account';
import { documentOperations } from './resources/document';
import { jobOperations } from './resources/job';
import { createRun } from './run';
import { withJobs } from './unfinished';

/** Every operation of the node: by resource, then by operation. */
export const operations: Record<string, Record<string, Operation>> = {
	account: accountOperations,
	document: documentOperations,
	job: jobOperations,
};

/**
 * Runs the chosen operation for every item, some at the same time, and gives the outputs in the
 * order of the items. Without Continue On Fail the first item that fails halts the run: nothing new
 * is submitted, what has been sent settles, and the error names every job that exists.
 *
 * @throws NodeApiError | NodeOperationError
 */
export async function route(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const halt = new AbortController();
	const [ready] = await Promise.allSettled([createRun(context, halt.signal)]);
	let failed: { itemIndex: number; error: TagPdfError } | undefined;

	const results = await runPool(
		context.getInputData().length,
		ready.status === 'fulfilled' ? ready.value.parallel : 1,
		async (itemIndex) => {
			if (ready.status === 'rejected') throw ready.reason;
			return await operationFor(context, itemIndex).execute(ready.value, itemIndex);
		},
		(itemIndex, reason) => {
			if (carriesOn(context)) return true;
			failed ??= { itemIndex, error: toTagPdfError(reason) };
			halt.abort(HALTED);
			return false;
		},
	);

	const progress = ready.status === 'fulfilled' ? ready.value.progress : undefined;
	if (failed) {
		const error = withJobs(failed.error, failed.itemIndex, progress?.submitted() ?? []);
		throw toNodeError(context.getNode(), error, failed.itemIndex);
	}
	// Retry On Fail may run the node again even when it carried on (n8n looks for an error item).
	const settled = results.every((result) => result.status === 'fulfilled');
	if (settled || context.getNode().retryOnFail !== true) progress?.finish();
	return [
		results.map((result, item) => ({
			...(result.status === 'fulfilled'
				? result.value
				: { json: errorJson(toTagPdfError(result.reason)) }),
			pairedItem: { item },
		})),
	];
}

/** Stop ends every item, whatever the node is told to do about failing ones. */
function carriesOn(context: IExecuteFunctions): boolean {
	return context.continueOnFail() && context.getExecutionCancelSignal()?.aborted !== true;
}

function operationFor(context: IExecuteFunctions, itemIndex: number): Operation {
	const resource = context.getNodeParameter('resource', itemIndex) as string;
	const name = context.getNodeParameter('operation', itemIndex) as string;
	const operation = operations[resource]?.[name];
	if (operation) return operation;
	throw new TagPdfError({
		code: 'INVALID_INPUT',
		message: `The node has no operation "${name}" for "${resource}"`,
		description: 'Choose Resource and Operation in the node.',
	});
}
