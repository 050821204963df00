import { isEquivalent, type Equivalent } from './equivalents';
import type { Mutant } from './mutants';

/** Result of the mutants of one module. */
export interface Verdict {
	file: string;
	killed: number;
	/** Number of killed mutants that only timed out. */
	slow: number;
	survivors: Mutant[];
	equivalent: Array<{ mutant: Mutant; reason: string }>;
	/** Percent of killed mutants among those that are not equivalent; undefined if there are none. */
	score: number | undefined;
}

export function verdictOn(
	file: string,
	all: readonly Mutant[],
	known: readonly Equivalent[],
): Verdict {
	const mutants = all.filter((mutant) => mutant.file === file);
	const survivors: Mutant[] = [];
	const equivalent: Verdict['equivalent'] = [];
	for (const mutant of mutants) {
		if (mutant.outcome !== 'survived') continue;
		const entry = known.find((candidate) => isEquivalent(mutant, candidate));
		if (entry) equivalent.push({ mutant, reason: entry.reason });
		else survivors.push(mutant);
	}
	const killed = mutants.length - survivors.length - equivalent.length;
	const slow = mutants.filter(({ outcome }) => outcome === 'slow').length;
	const counted = killed + survivors.length;
	const score = counted === 0 ? undefined : (100 * killed) / counted;
	return { file, killed, slow, survivors, equivalent, score };
}

/** Entries about these modules that excuse no mutant: the code has changed, or a test detects it. */
export function staleEntries(
	files: readonly string[],
	all: readonly Mutant[],
	known: readonly Equivalent[],
): Equivalent[] {
	const survivors = all.filter(({ outcome }) => outcome === 'survived');
	return known.filter(
		(entry) =>
			files.includes(entry.file) && !survivors.some((mutant) => isEquivalent(mutant, entry)),
	);
}
