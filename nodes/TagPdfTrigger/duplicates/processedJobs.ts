import type { IExecuteFunctions } from 'n8n-workflow';

import { n8nSeenStore } from '../../n8n/seenStore';
import { log } from '../context';

/** As many as n8n's Remove Duplicates keeps by default; a job takes two. */
const MAX_ENTRIES = 10_000;

/**
 * Whether this execution is the first for the job, as n8n's deduplication store says; records it.
 *
 * The store also gets `job:execution`, by which a second run of the same execution (Retry On Fail,
 * or n8n 1 restarting a stalled one) is told from a second execution. Where the store cannot
 * answer, the job counts as new: a duplicate is better than a lost event.
 */
export async function isFirstExecution(
	context: IExecuteFunctions,
	jobId: string,
): Promise<boolean> {
	const thisExecution = `${jobId}:${context.getExecutionId()}`;
	try {
		const known = await n8nSeenStore(context, MAX_ENTRIES).record([jobId, thisExecution]);
		return !known.has(jobId) || known.has(thisExecution);
	} catch (error) {
		log(
			context,
			'warn',
			`could not ask n8n's deduplication store about job ${jobId}, so the job counts as new: ${String(error)}`,
		);
		return true;
	}
}
