import type { Cell } from './cell';
import type { Outcome } from './run';

/** Whether the first run has given the document out and the next one asks for it anew. */
function isAskedAnew({ ending, next, scope }: Cell): boolean {
	return ending.delivered === true && next !== 'Retry' && scope === 'delivery';
}

/** The most that may be charged: one job, and another where the first is of no use or was given out. */
function mostCharges(cell: Cell): number {
	const isOfNoUse = cell.fate === 'failed' || cell.fate === 'result gone';
	return isOfNoUse || isAskedAnew(cell) ? 2 : 1;
}

/** The way out that a text has to name: the earlier job's ID, and to pay anew on purpose. */
const WAY_OUT = /No second charge was made.*Job → Download.*Own Key/s;

/** What is wrong with what came of a document. */
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
