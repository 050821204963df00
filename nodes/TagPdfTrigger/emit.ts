import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createSeenStore } from '../n8n/seenStore';
import { log } from './context';
import type { JobEvent } from './event';

/** The default of n8n's Remove Duplicates. A job takes two entries. */
const MAX_ENTRIES = 10_000;

/**
 * The second half of the trigger, which the engine runs with the events that `receive()` accepted. It drops
 * jobs of earlier executions. No sender waits for it, so it may be slow.
 */
export async function emit(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const emitted: INodeExecutionData[] = [];
	for (const [item, { json }] of context.getInputData().entries()) {
		const event = json as unknown as JobEvent;
		// Tests and retries repeat jobs on purpose.
		const counts = context.getMode() === 'webhook';
		if (counts && !(await isFirstExecution(context, event.data.job.id))) continue;
		emitted.push({ json, pairedItem: { item } });
	}
	return [emitted];
}

/**
 * Whether this execution is the first for the job in n8n's deduplication store. Records the job.
 *
 * A second entry combines job and execution. It distinguishes a second run of the same execution (Retry On Fail,
 * or n8n 1 restarting a stalled one) from a second execution. If the store cannot answer, the job counts as new:
 * a duplicate is better than a lost event.
 */
export async function isFirstExecution(
	context: IExecuteFunctions,
	jobId: string,
): Promise<boolean> {
	const job = createEntry(jobId);
	const thisExecution = createEntry(jobId, context.getExecutionId());
	try {
		const known = await createSeenStore(context, MAX_ENTRIES).record([job, thisExecution]);
		return !known.has(job) || known.has(thisExecution);
	} catch (error) {
		log(
			context,
			'warn',
			`could not ask n8n's deduplication store about job ${jobId}, so the job counts as new: ${String(error)}`,
		);
		return true;
	}
}

/** JSON, so that different parts never make the same entry, whatever characters a job ID has. */
function createEntry(...parts: readonly string[]): string {
	return JSON.stringify(parts);
}
