import type { DocumentJob } from '../../client/submission';

/** Most items that are named. */
const MAX_NAMED_ITEMS = 3;

/**
 * A sentence about items that cost more or less than their pages. Budgets are based on pages, so they are
 * wrong then.
 *
 * @param jobs by slot; only documents whose pages were counted are compared
 * @returns undefined if there are none
 */
export function describeChargeMismatches(
	jobs: ReadonlyMap<string, DocumentJob>,
): string | undefined {
	const different = [...jobs].flatMap(([slot, { isResumed, job, pages }]) => {
		const used: unknown = job.credits_used;
		if (isResumed || pages === undefined || typeof used !== 'number' || used === pages) return [];
		// The service may not have counted a pending job yet.
		if (used === 0 && job.status === 'processing') return [];
		return [`item ${slot} (${used} instead of ${pages})`];
	});
	if (different.length === 0) return undefined;
	const more =
		different.length > MAX_NAMED_ITEMS ? [`${different.length - MAX_NAMED_ITEMS} more`] : [];
	const told = [...different.slice(0, MAX_NAMED_ITEMS), ...more].join(', ');
	return `The service charged a different number of credits than the page count: ${told}.`;
}
