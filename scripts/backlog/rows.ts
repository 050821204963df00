import type { Step } from './draft';
import type { Ledger, Rows } from './ledger';
import { getFile, isThere } from './steps';

/** Hides taken rows from overlapping runs for some minutes. */
export function keepBack(ledger: Ledger, name: string, minutes: number): Step {
	const later = `={{ $now.plus({ minutes: ${minutes} }).toISO() }}`;
	return ledger.update(name, { id: '={{ $json.id }}' }, { not_before: later });
}

/** The files of the taken rows. Missing files leave at the second output of the last step. */
export function takenFiles(ledger: Ledger): Step[] {
	return [
		keepBack(ledger, 'Nobody else takes them', 30),
		getFile('Get the file'),
		isThere('Is it there?'),
	];
}

/** Notes a document that cannot be fetched or read. */
export function noteBroken(ledger: Ledger, name: string, row: Rows): Step {
	return ledger.update(name, row, {
		status: 'failed',
		reason: '={{ $json.error.message ?? $json.error }}',
		settled_at: '={{ $now.toISO() }}',
	});
}
