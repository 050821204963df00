import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine, type Mutant } from './mutants';

/** A change that no test can detect, because it has no observable effect. */
export interface Equivalent {
	file: string;
	/** The changed code; may end with an ellipsis. */
	code: string;
	/** The replacement; may end with an ellipsis. */
	becomes: string;
	/** The line in which the code begins, if it spans several lines. */
	within?: string;
	reason: string;
}

const FOLDER = join(__dirname, 'equivalent');

/** All known equivalent mutants of every room. */
export function knownEquivalents(): Equivalent[] {
	return readdirSync(FOLDER).flatMap(
		(name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Equivalent[],
	);
}

/** Compares the code and not its position, because lines move. */
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
