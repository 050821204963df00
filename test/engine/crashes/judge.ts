import type { Cell } from './cell';
import type { Outcome } from './run';

/** Number of charges: one job, and another one if the first has failed or is gone. */
function expectedCharges({ fate, reading }: Cell): number {
	return reading !== 'conflict' && (fate === 'failed' || fate === 'result gone') ? 2 : 1;
}

/** The text says that nothing more was charged, and names the job's place and how to pay again on purpose. */
const WAY_OUT = /No new charge was made.*Developers page.*'New Job per Execution' pays/s;

/** Problems found in the outcome of a cell. */
export function wrongs(cell: Cell, { charges, delivered, errors }: Outcome): string[] {
	const found: string[] = [];
	const expected = expectedCharges(cell);
	// With a conflict nobody knows the first job; only a Retry with its memory gets further.
	const most = cell.reading === 'conflict' && cell.next === 'Retry' ? 2 : expected;
	if (charges < 1 || charges > most) found.push(`${charges} charges instead of ${expected}`);
	if (cell.reading !== 'conflict' && charges < expected) found.push('no new job');
	if (delivered === 0 && errors.length === 0) found.push('nothing came out');
	for (const { message, description } of errors) {
		if (!WAY_OUT.test(description)) found.push(`no way out: ${message}: ${description}`);
	}
	if (cell.reading !== 'conflict' && errors.length > 0) found.push('stuck');
	return found;
}
