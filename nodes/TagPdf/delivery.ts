import type { IExecuteFunctions } from 'n8n-workflow';

import { Journal, OptionalJournal } from '../client/journal';
import type { Limits } from '../client/limits';
import { closingOf, type SubmissionRecords } from '../client/submission';
import { n8nSeenStore } from '../n8n/seenStore';

/** The journal of the node, in n8n's deduplication store. */
export function journalOf(
	context: IExecuteFunctions,
	limits: Limits['submission'],
): OptionalJournal {
	const store = n8nSeenStore(context, limits.journalMarks);
	const journal = new Journal(store, limits, () => Date.now());
	const log = (message: string) => context.logger.warn(`Tag PDF: ${message}`);
	return new OptionalJournal(journal, context.getMode() === 'retry', log);
}

/**
 * Tells the journal what has been given out and what has failed.
 *
 * @param given indexes of the items whose outputs n8n gets
 */
export async function settle(
	records: SubmissionRecords,
	journal: OptionalJournal,
	given: readonly number[],
): Promise<void> {
	await journal.close(closingOf(records, new Set(given.map(String))));
}
