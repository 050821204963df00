import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Journal } from '../client/journal';
import type { Limits } from '../client/limits';
import { createSeenStore } from '../n8n/seenStore';

/** The journal of the node, in n8n's deduplication store. */
export function openJournal(
	context: IExecuteFunctions,
	{ failedAttempts, journalMarks, storeTimeoutMs }: Limits['submission'],
): Journal {
	const store = createSeenStore(context, journalMarks, storeTimeoutMs);
	return new Journal(store, failedAttempts, (line) => context.logger.warn(`Tag PDF: ${line}`));
}

export function isStopped(context: IExecuteFunctions): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}

/** Number of tries by n8n's Retry On Fail, from the node's setting (n8n-core, `workflow-execute`). */
function readMaxTries({ maxTries = 0 }: ReturnType<IExecuteFunctions['getNode']>): number {
	return Math.min(5, Math.max(2, maxTries || 3));
}

/** Whether n8n drops the outputs and runs the node again: Retry On Fail looks at the first item. */
export function willRunAgain(
	context: IExecuteFunctions,
	[first]: readonly INodeExecutionData[],
	tries: number,
): boolean {
	const node = context.getNode();
	return node.retryOnFail === true && first?.json.error !== undefined && tries < readMaxTries(node);
}
