import type { ItemState } from '../item';

/** Maximum number of items that are named. */
const MAX_NAMED_ITEMS = 3;

/**
 * A sentence about items that cost more or less than their pages. Budgets count pages, so such charges make them
 * wrong.
 *
 * @param states by index of the item; only documents whose pages were counted are compared
 * @returns undefined if there are none
 */
export function describeChargeMismatches(states: readonly ItemState[]): string | undefined {
	const different = states.flatMap(({ job, submission }, index) => {
		const { isResumed = true, pages } = submission ?? {};
		const used: unknown = job?.credits_used;
		if (isResumed || pages === undefined || typeof used !== 'number' || used === pages) return [];
		// The service may not have counted a pending job yet.
		if (used === 0 && job?.status === 'processing') return [];
		return [`item ${index} (${used} instead of ${pages})`];
	});
	if (different.length === 0) return undefined;
	const rest = different.length - MAX_NAMED_ITEMS;
	const told = [...different.slice(0, MAX_NAMED_ITEMS), ...(rest > 0 ? [`${rest} more`] : [])];
	return `The service charged a different number of credits than the page count: ${told.join(', ')}.`;
}
