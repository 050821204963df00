import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine, type Mutant } from './mutants';

/** A change that no test can notice, because it changes nothing that anyone could see. */
export interface Equivalent {
	file: string;
	/** The code that is changed; may end with an ellipsis. */
	code: string;
	/** What is put in its place; may end with an ellipsis. */
	becomes: string;
	/** The line in which it begins, where that code is on several lines. */
	within?: string;
	reason: string;
}

const FOLDER = join(__dirname, 'equivalent');

/** All that are known, of every room. */
export function knownEquivalents(): Equivalent[] {
	return readdirSync(FOLDER).flatMap(
		(name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Equivalent[],
	);
}

/** By what it says and not by where it is: lines move. */
export function isEquivalent(mutant: Mutant, { file, code, becomes, within }: Equivalent): boolean {
	return (
		mutant.file === file &&
		fits(mutant.code, code) &&
		fits(mutant.becomes, becomes) &&
		(within === undefined || mutant.within === oneLine(within))
	);
}

function fits(text: string, pattern: string): boolean {
	const wanted = oneLine(pattern);
	return wanted.endsWith('…') ? text.startsWith(wanted.slice(0, -1)) : text === wanted;
}
