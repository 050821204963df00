import type { EndedAttempts, Journal } from '../journal';
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
	const given = delivered.flatMap((slot) => records.findSubmission(slot) ?? []);
	for (const { record } of given) advance(record, 'delivered');
	const ended = records.listSubmissions().flatMap(({ entry, record: { state } }): EndedAttempts => {
		return entry && (state === 'failed' || state === 'delivered') ? [[entry, state]] : [];
	});
	await journal.recordEnds(ended);
	if (!isStopped()) return;
	const reopened = given.filter(({ record }) => record.state === 'delivered');
	for (const { record } of reopened) advance(record, 'stopped');
	await journal.reopen(reopened.flatMap(({ entry }) => entry ?? []));
}
