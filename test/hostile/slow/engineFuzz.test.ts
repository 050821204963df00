import { setTimeout as pause } from 'node:timers/promises';

import fc from 'fast-check';

import { setupIn, documentOf, MODES } from '../setup';
import { hasEffect, mutated } from '../fuzz/mutate';
import { mutations, type Mutation } from '../fuzz/mutations';
import { toldBy } from '../judge';
import { refusal, type Handler, type HostileService, type Step } from '../service';

const RUNS = 150;
const SEED = 20_261_123;
/** Longer than the maximum silence in this suite. */
const TOO_LATE_MS = 700;
const LIMITS = {
	transfer: { apiTimeoutMs: 400, stallMs: 400 },
	retry: { askAgainBudgetMs: 1_000, rateLimitBudgetMs: 500 },
};

/** Handler that applies a mutation to an answer, with delays within the limits of this suite. */
const handlerOf =
	(mutation: Mutation): Handler =>
	async (exchange) => {
		const answer = hasEffect(mutation) ? await exchange.own() : refusal(500);
		await pause((mutation.delayMs ?? 0) > 1_000 ? TOO_LATE_MS : 1);
		if (mutation.network === undefined) exchange.send(mutated(answer, mutation));
		else exchange.reset();
	};

const behave: Handler = async (exchange) => exchange.send(await exchange.own());

/** Applies each mutation to its request; all other requests get regular answers. */
function order(service: HostileService, all: Mutation[]): void {
	for (const step of new Set<Step>(all.map((mutation) => mutation.step))) {
		const own = all.filter((mutation) => mutation.step === step);
		for (let nth = 0; nth <= Math.max(...own.map((mutation) => mutation.nth)); nth += 1) {
			const mutation = own.find((known) => known.nth === nth);
			service.next(step, mutation ? handlerOf(mutation) : behave);
		}
	}
}

describe.each(MODES)('%s mode', (mode) => {
	const setup = setupIn(mode);

	test(`${RUNS} runs of one document in the engine with mutated answers`, async () => {
		const document = documentOf('document');
		await fc.assert(
			fc.asyncProperty(mutations, async (each) => {
				setup().reset();
				order(setup().service, each);
				const options = { waitTimeout: 2 };
				const { execution, verdict } = await setup().tag([document], { options, limits: LIMITS });
				const { untraced, ...rest } = verdict;
				expect(rest).toEqual({ leaks: [], wrongDocuments: [], outlived: false });
				expect(setup().service.world.charges.length).toBeLessThan(2);
				if (execution.status === 'success') return;
				const told = toldBy(execution);
				expect(told).not.toMatch(/a bug of this node|\[object/);
				expect(untraced).toEqual([]);
			}),
			{ seed: SEED, numRuns: RUNS, endOnFailure: true },
		);
	}, 600_000);
});
