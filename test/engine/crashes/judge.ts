import type { Cell } from './cell';
import type { Outcome } from './run';

/** Whether the first run has delivered the document and the next run processes it again. */
function isAskedAnew({ ending, next, scope }: Cell): boolean {
	return ending.delivered === true && next !== 'Retry' && scope === 'delivery';
}

/** Maximum number of charges: one job, plus one if the first job is unusable or was delivered. */
function mostCharges(cell: Cell): number {
	const isOfNoUse = cell.fate === 'failed' || cell.fate === 'result gone';
	return isOfNoUse || isAskedAnew(cell) ? 2 : 1;
}

/** The text must name the earlier job's ID and how to pay again on purpose. */
const WAY_OUT = /No second charge was made.*Job → Download.*Own Key/s;

/** Problems found in the outcome of a cell. */
export function wrongs(cell: Cell, { charges, delivered, errors }: Outcome): string[] {
	const found: string[] = [];
	const most = mostCharges(cell);
	if (charges > most) found.push(`${charges} charges, at most ${most} may be`);
	if (charges < 1) found.push('never submitted');
	if (isAskedAnew(cell) && charges < 2) found.push('asked for anew, given the old result');
	if (delivered === 0 && errors.length === 0) found.push('nothing came out');
	for (const { message, description } of errors) {
		if (!WAY_OUT.test(description)) found.push(`no way out: ${message}: ${description}`);
	}
	if (cell.reading === 'first-job' && errors.length > 0) found.push('stuck');
	return found;
}
