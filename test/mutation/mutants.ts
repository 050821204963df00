import type { MutantResult } from '@stryker-mutator/api/core';

/** A change of the code and its outcome. */
export interface Mutant {
	file: string;
	/** Line in which it begins, from 1. */
	line: number;
	/** The code that was changed … */
	code: string;
	/** … and its replacement; any white space counts as one blank in both. */
	becomes: string;
	/** The line in which it begins. */
	within: string;
	outcome: Outcome;
}

/** `slow`: only the timeout detected the mutant. */
export type Outcome = 'killed' | 'slow' | 'survived';

/** Converts a mutant that Stryker tried; undefined for texts, which are not mutated. */
export function mutantOf(result: MutantResult, file: string, source: string): Mutant | undefined {
	const outcome = outcomeOf(result);
	if (outcome === undefined) return undefined;
	// Lines and columns count from 1.
	const { start, end } = result.location;
	const lines = source.split('\n').slice(start.line - 1, end.line);
	const within = lines[0] ?? '';
	const code = lines.join('\n').slice(start.column - 1);
	const cut = (lines.at(-1) ?? '').length - (end.column - 1);
	return {
		file,
		line: start.line,
		code: oneLine(code.slice(0, code.length - cut)),
		becomes: oneLine(result.replacement),
		within: oneLine(within),
		outcome,
	};
}

export function oneLine(code: string): string {
	return code.replace(/\s+/g, ' ').trim();
}

function outcomeOf({ status, statusReason }: MutantResult): Outcome | undefined {
	switch (status) {
		case 'Killed':
			return 'killed';
		case 'Timeout':
			// An endless loop is counted, not timed.
			return statusReason?.startsWith('Hit limit') === true ? 'killed' : 'slow';
		case 'Survived':
		case 'NoCoverage':
			return 'survived';
		case 'CompileError':
		case 'RuntimeError':
		case 'Ignored':
		case 'Pending':
			return undefined;
	}
}
