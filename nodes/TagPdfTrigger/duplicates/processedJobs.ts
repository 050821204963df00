import type { IExecuteFunctions } from 'n8n-workflow';

import { inTurn } from '../../n8n/inTurn';
import { log, nodeKey } from '../context';

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
	const record = async () =>
		await context.helpers.checkProcessedAndRecord([jobId, thisExecution], 'node', {
			mode: 'entries',
			maxEntries: MAX_ENTRIES,
		});
	try {
		// The very first insert of a node can collide with one of another process: once more, then.
		const seen = await inTurn(nodeKey(context), async () => await record().catch(record));
		return seen.new.includes(jobId) || seen.processed.includes(thisExecution);
	} catch (error) {
		log(
			context,
			'warn',
			`could not ask n8n's deduplication store about job ${jobId}, so the job counts as new: ${String(error)}`,
		);
		return true;
	}
}
