import type { Ended, Entry, Journal } from '../journal';
import { advance, type DocumentRecords } from './documentRecords';

/**
 * Writes down what became of the documents of a run.
 *
 * @param delivered slots whose outputs are handed to n8n
 * @param isStopped whether n8n drops the outputs after all: then the deliveries are taken back
 */
export async function settleDocuments(
	records: DocumentRecords,
	journal: Journal,
	delivered: readonly string[],
	isStopped: () => boolean,
): Promise<void> {
	for (const slot of delivered) {
		const record = records.submittedIn(slot)?.record;
		if (record) advance(record, 'delivered');
	}
	const ended: Array<Ended[number]> = records.submitted().flatMap(({ slot, record }) => {
		const entry = records.entryIn(slot);
		const isOver = record.state === 'failed' || record.state === 'delivered';
		return entry && isOver ? [[entry, record.state as 'failed' | 'delivered'] as const] : [];
	});
	await journal.end(ended);
	if (!isStopped()) return;
	const reopened: Entry[] = [];
	for (const slot of delivered) {
		const record = records.submittedIn(slot)?.record;
		const entry = records.entryIn(slot);
		if (record?.state !== 'delivered') continue;
		advance(record, 'stopped');
		if (entry) reopened.push(entry);
	}
	await journal.reopen(reopened);
}
