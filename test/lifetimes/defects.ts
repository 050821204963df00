import { DEFECTS, type Defect } from './defectTable';
import { Life } from './life';
import { planOf } from './plan';
import { NodeModules, type Change } from './world/modules';

/** Lives within which each defect must be found. */
const MAX_LIVES = 20_000;
const LIVES_PER_LINE = 1_000;

/** Defects that lives do not reach, with the tests that do. */
const ELSEWHERE: Readonly<Record<number, string>> = {
	7: 'docs/money.md: Submit counts as returned when its job is accepted, by a rule of the product',
	14: 'test/unit/client/waiting/watcher.test.ts: a life has too few documents',
	17: 'test/unit/TagPdfTrigger/: a life has no trigger',
};

/**
 * Puts defects back, one by one, and lives until each shows.
 *
 * @param numbers all of them if absent
 * @returns how many were not found
 */
export async function findDefects(numbers?: readonly number[]): Promise<number> {
	const modules = new NodeModules();
	let missed = 0;
	const chosen = DEFECTS.filter(({ number }) => numbers?.includes(number) ?? true);
	for (const defect of chosen) {
		const seed = await firstSeed(defect, modules);
		if (seed === undefined) missed += 1;
		const found = seed === undefined ? `not within ${MAX_LIVES} lives` : `by seed ${seed}`;
		console.log(`${defect.number}. ${defect.name}: ${found}`);
	}
	for (const [number, where] of Object.entries(ELSEWHERE)) {
		console.log(`${number}. out of reach, see ${where}`);
	}
	return missed;
}

async function firstSeed(defect: Defect, modules: NodeModules): Promise<number | undefined> {
	const shows = async (seed: number, change?: Change) => {
		const { violations } = await new Life(planOf(seed), modules, false, change).live();
		return violations.some(({ kind }) => defect.shownBy.includes(kind));
	};
	const began = Date.now();
	for (let seed = 0; seed < MAX_LIVES; seed += 1) {
		// Without the defect the same life must be well.
		if ((await shows(seed, defect.change)) && !(await shows(seed))) return seed;
		if (seed % LIVES_PER_LINE === LIVES_PER_LINE - 1) {
			const seconds = Math.round((Date.now() - began) / 1000);
			console.log(`   ${defect.number}. ${seed + 1} lives, ${seconds} s`);
		}
	}
	return undefined;
}
