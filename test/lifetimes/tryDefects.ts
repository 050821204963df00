import { DEFECTS, type Defect } from './plantedDefects';
import { Life } from './life';
import { planOf } from './randomPlan';
import { NodeModules } from './world/modules';

/** Maximum number of lives to find a defect. */
const MAX_LIVES = 20_000;

/**
 * Adds the defects one by one and runs lives until each defect shows.
 *
 * @param numbers defects to find; default all
 * @returns number of defects that were not found
 */
export async function findDefects(numbers?: readonly number[]): Promise<number> {
	let missed = 0;
	const chosen = DEFECTS.filter(({ number }) => numbers?.includes(number) ?? true);
	for (const defect of chosen) {
		const seed = await firstSeed(defect);
		if (seed === undefined) missed += 1;
		const found = seed === undefined ? `not within ${MAX_LIVES} lives` : `by seed ${seed}`;
		console.log(`${defect.number}. ${defect.name}: ${found}`);
	}
	return missed;
}

async function firstSeed(defect: Defect): Promise<number | undefined> {
	const [changed, unchanged] = [new NodeModules(defect.change), new NodeModules()];
	const shows = async (seed: number, modules: NodeModules) => {
		const { violations } = await new Life(planOf(seed), modules, false).live();
		return violations.some(({ kind }) => defect.shownBy.includes(kind));
	};
	for (let seed = 0; seed < MAX_LIVES; seed += 1) {
		// The same life must have no violation without the defect.
		if ((await shows(seed, changed)) && !(await shows(seed, unchanged))) return seed;
	}
	return undefined;
}
