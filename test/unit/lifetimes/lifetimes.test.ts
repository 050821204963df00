import { Life } from '../../lifetimes/life';
import { planOf } from '../../lifetimes/plan';
import { NodeModules } from '../../lifetimes/world/modules';

const LIVES = 1_000;
/** One test for each hundred lives, so that none takes long on a busy machine. */
const LIVES_PER_TEST = 100;
const FIRST_SEEDS = Array.from({ length: LIVES / LIVES_PER_TEST }, (_, n) => n * LIVES_PER_TEST);
const modules = new NodeModules();

/** `npm run test:lifetimes` runs more lives and can replay a life. */
test.each(FIRST_SEEDS)('a hundred lives from %i keep every promise about money', async (first) => {
	const violations: string[] = [];
	for (let seed = first; seed < first + LIVES_PER_TEST; seed += 1) {
		const outcome = await new Life(planOf(seed), modules, false).live();
		for (const { kind, text } of outcome.violations) {
			violations.push(`npm run test:lifetimes -- --seed ${seed}: ${kind}: ${text}`);
		}
	}
	expect(violations).toEqual([]);
});

test('a seed gives the same life again', async () => {
	const liveAgain = async () => {
		const { trace, violations } = await new Life(planOf(7), modules, true).live();
		return { trace, violations };
	};
	expect(await liveAgain()).toEqual(await liveAgain());
});
