import type { IExecuteFunctions } from 'n8n-workflow';

import { GroupedStore, Journal, OptionalJournal } from '../client/journal';
import type { Limits } from '../client/limits';
import { closingOf, type SubmissionRecords } from '../client/submission';
import { n8nSeenStore } from '../n8n/seenStore';
import { showHint } from './hints';

/** The journal of the node, in n8n's deduplication store. */
export function journalOf(
	context: IExecuteFunctions,
	limits: Limits['submission'],
): OptionalJournal {
	const store = new GroupedStore(n8nSeenStore(context, limits.journalMarks));
	const journal = new Journal(store, limits, () => Date.now());
	const log = (message: string) => context.logger.warn(`Tag PDF: ${message}`);
	return new OptionalJournal(journal, context.getMode() === 'retry', log);
}

/**
 * Tells the journal what has been given out and what has failed, and the user what was not paid for
 * again.
 *
 * @param given indexes of the items whose outputs n8n gets
 */
export async function settle(
	context: IExecuteFunctions,
	records: SubmissionRecords,
	journal: OptionalJournal,
	given: readonly number[],
): Promise<void> {
	const slots = new Set(given.map(String));
	await journal.close(closingOf(records, slots));
	const saved = records.takenUp(slots);
	if (saved === 0) return;
	const [what, were] = saved === 1 ? ['1 document', 'was'] : [`${saved} documents`, 'were'];
	showHint(context, `${what} had been submitted before and ${were} not paid for again.`);
}
