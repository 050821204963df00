import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Journal } from '../client/journal';
import type { Limits } from '../client/limits';
import { settleDocuments, type DocumentRecords } from '../client/submission';
import { createSeenStore } from '../n8n/seenStore';

/** The journal of the node, in n8n's deduplication store. */
export function openJournal(
	context: IExecuteFunctions,
	{ failedAttempts, journalMarks, storeTimeoutMs }: Limits['submission'],
): Journal {
	const store = createSeenStore(context, journalMarks, storeTimeoutMs);
	return new Journal(store, failedAttempts, (line) => context.logger.warn(`Tag PDF: ${line}`));
}

/**
 * Records the outcome of a run's documents. After Stop n8n drops the outputs, so nothing counts as delivered.
 *
 * @param delivered indexes of the items whose outputs the node returns to n8n
 */
export async function settleRun(
	context: IExecuteFunctions,
	records: DocumentRecords,
	journal: Journal,
	delivered: readonly number[],
): Promise<void> {
	const slots = isStopped(context) ? [] : delivered.map(String);
	await settleDocuments(records, journal, slots, () => isStopped(context));
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
