import type { Step } from './draft';
import type { Ledger, Rows, Slice } from './ledger';
import { getFile, isThere } from './steps';

/** Selects rows that are due, and gets their files. Missing files leave at the second output of the last step. */
export function takeFiles(ledger: Ledger, name: string, slice: Slice): Step[] {
	return [
		...ledger.hold(name, slice, { name: 'Nobody else takes them', minutes: 30 }),
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
