import { PRODUCT_LIMITS, type Limits } from '../../../nodes/client/limits';
import type { Item } from '../../../nodes/TagPdf/item';
import { Run } from '../../../nodes/TagPdf/run';
import type { FakeExecution } from './fakeExecution';

/** One try per request, without waiting. */
export const ONE_TRY: Limits = {
	...PRODUCT_LIMITS,
	retry: {
		...PRODUCT_LIMITS.retry,
		triesBeforePayment: 1,
		triesAfterPayment: 1,
		outageMs: 0,
		// Longer than the shortest Wait Timeout allows.
		backoffBaseMs: 4_000,
		rateLimitBudgetMs: 0,
		askAgainBudgetMs: 0,
	},
	waiting: { ...PRODUCT_LIMITS.waiting, firstPollMs: 1, pollMinMs: 1, pollMaxMs: 1 },
};

/** An item in the form that operations receive. */
export async function itemOf(
	{ context }: FakeExecution,
	index = 0,
	limits: Limits = ONE_TRY,
): Promise<Item> {
	return await new Run(context, limits).createItem(index);
}
