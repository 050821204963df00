import type { MutantResult } from '@stryker-mutator/api/core';

import type { Equivalent } from '../../mutation/equivalents';
import { mutantOf, type Mutant } from '../../mutation/mutants';
import { staleEntries, verdictOn } from '../../mutation/verdict';

const FILE = 'nodes/client/limits.ts';
const mutant = (own: Partial<Mutant>): Mutant => ({
	file: FILE,
	line: 1,
	code: 'a < b',
	becomes: 'a <= b',
	within: 'if (a < b) return;',
	outcome: 'survived',
	...own,
});
const entry: Equivalent = { file: FILE, code: 'a < b', becomes: 'a <= b', reason: 'never equal' };

describe('mutantOf', () => {
	const source = 'if (\n\ta <\n\t\tb) return;\n';
	const result = (own: Partial<MutantResult>): MutantResult => ({
		id: '0',
		fileName: FILE,
		mutatorName: 'EqualityOperator',
		replacement: 'a\n\t<= b',
		location: { start: { line: 2, column: 2 }, end: { line: 3, column: 4 } },
		status: 'Survived',
		...own,
	});

	it('shows the code that was changed on one line', () => {
		expect(mutantOf(result({}), FILE, source)).toEqual(mutant({ line: 2, within: 'a <' }));
	});

	it.each<[Partial<MutantResult>, string | undefined]>([
		[{ status: 'Killed' }, 'killed'],
		[{ status: 'NoCoverage' }, 'survived'],
		[{ status: 'Timeout', statusReason: 'Hit limit reached (501/500)' }, 'killed'],
		[{ status: 'Timeout' }, 'slow'],
		[{ status: 'Ignored' }, undefined],
	])('%j counts as %s', (own, outcome) => {
		expect(mutantOf(result(own), FILE, source)?.outcome).toBe(outcome);
	});
});

describe('verdictOn', () => {
	it('scores a module without its equivalent mutants', () => {
		const mutants = [
			mutant({}),
			mutant({ becomes: 'true' }),
			mutant({ outcome: 'killed' }),
			mutant({ outcome: 'slow' }),
			mutant({ file: 'nodes/client/runtime.ts' }),
		];
		const verdict = verdictOn(FILE, mutants, [entry]);
		expect(verdict).toMatchObject({ killed: 2, slow: 1, score: 200 / 3 });
		expect(verdict.survivors).toEqual([mutants[1]]);
		expect(verdict.equivalent).toEqual([{ mutant: mutants[0], reason: 'never equal' }]);
	});

	it('has no score for a module with nothing to mutate', () => {
		expect(verdictOn(FILE, [], [entry]).score).toBeUndefined();
	});
});

describe('an entry of an equivalent mutant', () => {
	const stale = (own: Partial<Equivalent>, ...mutants: Mutant[]) =>
		staleEntries([FILE], mutants, [{ ...entry, ...own }]).length > 0;

	it('excuses survivors that it describes, in whole or up to an ellipsis', () => {
		expect(stale({}, mutant({ line: 70 }))).toBe(false);
		expect(stale({ code: 'a …', becomes: 'a …' }, mutant({}))).toBe(false);
		expect(stale({ within: '\tif (a < b)  return;' }, mutant({}))).toBe(false);
	});

	it('is stale if the code has changed or a test notices the mutant', () => {
		expect(stale({}, mutant({ code: 'b < a' }))).toBe(true);
		expect(stale({ becomes: 'a' }, mutant({}))).toBe(true);
		expect(stale({ within: 'while (a < b)' }, mutant({}))).toBe(true);
		expect(stale({}, mutant({ outcome: 'killed' }))).toBe(true);
		expect(stale({}, mutant({ file: 'nodes/client/runtime.ts' }))).toBe(true);
	});
});
