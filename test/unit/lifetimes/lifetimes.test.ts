import { Life } from '../../lifetimes/life';
import { planOf } from '../../lifetimes/plan';
import { NodeModules } from '../../lifetimes/world/modules';

const LIVES = 1_000;
const modules = new NodeModules();

/** `npm run test:lifetimes` runs more lives and can replay a life. */
test(`${LIVES} lives keep every promise about money`, async () => {
	const violations: string[] = [];
	for (let seed = 0; seed < LIVES; seed += 1) {
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
