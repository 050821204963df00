import type { Ended, Journal } from '../journal';
import { advance, type DocumentRecords } from './documentRecords';

/**
 * Records the outcome of a run's documents.
 *
 * @param delivered slots whose outputs the node returns to n8n
 * @param isStopped whether n8n drops the outputs after all: then the deliveries are undone
 */
export async function settleDocuments(
	records: DocumentRecords,
	journal: Journal,
	delivered: readonly string[],
	isStopped: () => boolean,
): Promise<void> {
	const given = delivered.flatMap((slot) => records.submittedIn(slot) ?? []);
	for (const { record } of given) advance(record, 'delivered');
	const ended = records.submitted().flatMap(({ entry, record: { state } }): Ended => {
		return entry && (state === 'failed' || state === 'delivered') ? [[entry, state]] : [];
	});
	await journal.end(ended);
	if (!isStopped()) return;
	const reopened = given.filter(({ record }) => record.state === 'delivered');
	for (const { record } of reopened) advance(record, 'stopped');
	await journal.reopen(reopened.flatMap(({ entry }) => entry ?? []));
}
