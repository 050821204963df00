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

/** Codes of errors that a retry does not solve (docs/errors.md). */
const FINAL = ['ALREADY_TAGGED', 'INVALID_REQUEST', 'NOT_A_PDF', 'PAGES_UNKNOWN', 'TOO_LARGE'];

/** An expression: whether the error of a document is permanent, so that a retry does not help. */
export const isFinal = `${JSON.stringify(FINAL).replace(/"/g, "'")}.includes($json.error.code)`;

/** Words in a store's error about a missing file. Other errors, such as network failures, are temporary. */
const MISSING = '/not (be )?found|no such|404/i';

/** Notes a document that cannot be fetched or read. Unless its error is permanent, a later run tries again. */
export function noteBroken(
	ledger: Ledger,
	name: string,
	row: Rows & { readonly status: string },
): Step {
	const message = '($json.error.message ?? $json.error)';
	return ledger.update(name, row, {
		status: `={{ ${isFinal} || ${MISSING}.test(${message}) ? 'failed' : '${row.status}' }}`,
		reason: `={{ ${message} }}`,
		settled_at: '={{ $now.toISO() }}',
	});
}
