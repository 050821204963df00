import type { Closing } from '../journal';
import { entryOf } from './openings';
import type { SubmissionRecords } from './records';

/**
 * What the journal is to know of a run that ends.
 *
 * @param given slots of the documents whose outputs n8n gets
 */
export function closingOf(records: SubmissionRecords, given: ReadonlySet<string>): Closing {
	const entries = records.submitted().flatMap(({ slot, record }) => {
		const entry = entryOf(record);
		return entry ? [{ entry, record, isGiven: given.has(slot) }] : [];
	});
	const failed = entries.filter(({ record }) => record.status === 'failed');
	// Other scopes stand for one job for good, whoever was given it.
	const delivered = entries.filter(
		({ isGiven, record }) =>
			isGiven && record.status !== 'failed' && record.journaled === 'delivery',
	);
	return {
		delivered: delivered.map(({ entry }) => entry),
		failed: failed.map(({ entry }) => entry),
	};
}
