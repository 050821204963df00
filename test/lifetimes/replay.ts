import fc from 'fast-check';

import { Life, type Outcome } from './life';
import type { Plan } from './plan';
import { life, planOf } from './randomPlan';
import { NodeModules } from './world/modules';

/** Maximum number of smaller lives to try. */
const MOST_SHRINKS = 400;

/**
 * Runs one life and prints its events.
 *
 * @returns number of violations
 */
export async function replay(seed: number, shrinks: boolean): Promise<number> {
	const modules = new NodeModules();
	const live = async (plan: Plan, isTraced = false) =>
		await new Life(plan, modules, isTraced).live();
	let plan = planOf(seed);
	const first = await live(plan);
	const [violation] = first.violations;
	if (shrinks && violation) plan = await smaller(seed, violation.kind, live);
	const outcome = await live(plan, true);
	console.log(JSON.stringify(plan, undefined, 1));
	for (const line of outcome.trace) console.log(line);
	for (const { kind, text, time } of outcome.violations) {
		console.log(`Violation after ${time / 1000} s: ${kind}: ${text}`);
	}
	console.log(`${outcome.violations.length} violations in the life of seed ${seed}`);
	return outcome.violations.length;
}

/** The smallest life with a violation of this kind that fast-check finds. */
async function smaller(
	seed: number,
	kind: string,
	live: (plan: Plan) => Promise<Outcome>,
): Promise<Plan> {
	let tries = 0;
	let smallest = planOf(seed);
	const keepsIt = fc.asyncProperty(life, async (plan) => {
		if (++tries > MOST_SHRINKS) return true;
		const { violations } = await live(plan);
		const isViolated = violations.some((each) => each.kind === kind);
		if (isViolated) smallest = plan;
		return !isViolated;
	});
	await fc.check(keepsIt, { seed, numRuns: 1 });
	return smallest;
}
