import { Life } from './life';
import { planOf } from './randomPlan';
import { emptyTotals, join, totalsOf, type Order } from './totals';
import { NodeModules } from './world/modules';

/** Lives per message. */
const CHUNK = 50;

/** Runs the lives of its seeds in a separate process and reports its progress. */
async function work({ from, to, step }: Order): Promise<void> {
	// The stacks of errors take a tenth of the time, and nobody reads them here.
	Error.stackTraceLimit = 0;
	const modules = new NodeModules();
	let totals = emptyTotals();
	for (let seed = from; seed < to; seed += step) {
		const outcome = await new Life(planOf(seed), modules, false).live();
		join(totals, totalsOf(seed, outcome));
		if (totals.lives === CHUNK || seed + step >= to) {
			process.send?.(totals);
			totals = emptyTotals();
		}
	}
}

process.once('message', (order: Order) => {
	work(order).then(
		() => process.disconnect(),
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
});
