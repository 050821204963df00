import { createStoredLedger, Ledger } from '../../../client/ledger';
import { type Limits, PRODUCT_LIMITS } from '../../../client/limits';
import { Service } from '../../../client/service';
import { Watcher } from '../../../client/wait';
import type { Task, Unit } from '../../../nodes/TagPdf/operation';
import type { FakeExecution } from './fakeExecution';
import { ScriptedRuntime } from './scriptedRuntime';

/** One try per request, without waiting. */
export const ONE_TRY: Limits = {
	...PRODUCT_LIMITS,
	retry: {
		...PRODUCT_LIMITS.retry,
		firstContactMs: 0,
		outageMs: 0,
		// Longer than the shortest Wait Timeout allows.
		backoffBaseMs: 4_000,
		rateLimitBudgetMs: 0,
		askAgainTries: 1,
		newJobTries: 1,
	},
	waiting: { ...PRODUCT_LIMITS.waiting, firstPollMs: 1, pollMinMs: 1, pollMaxMs: 1 },
};

/** An item as operations receive it, at a scripted service and on virtual time. */
export function itemOf(
	{ context }: FakeExecution,
	{ index = 0, ...more }: Partial<Unit> = {},
	runtime = new ScriptedRuntime(),
): Task & { runtime: ScriptedRuntime } {
	const signal = runtime.signal ?? new AbortController().signal;
	const service = new Service(runtime);
	const ledger = new Ledger(createStoredLedger('execution_1'), 'execution_1');
	const watcher = new Watcher(runtime, service, signal);
	const maximum = Infinity;
	const unit = { index, unitKey: `0:${index}:`, state: {}, ...more };
	return {
		...unit,
		context,
		runtime,
		connection: { id: 'account_1', runtime, service, watcher, ledger, maximum, signal },
		turn: ledger.limit.takeTurn(),
	};
}
