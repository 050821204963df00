import type { Obtained } from '../../client/submission';

/** Items that are told one by one. */
const MOST = 3;

/**
 * The items that have cost more or less than their pages, in a sentence: what is expected of a budget is
 * wrong then.
 *
 * @param jobs by slot, those of documents whose pages were counted among them
 * @returns undefined where nothing has
 */
export function surprisesOf(jobs: ReadonlyMap<string, Obtained>): string | undefined {
	const different = [...jobs].flatMap(([slot, { isResumed, job, pages }]) => {
		const used: unknown = job.credits_used;
		if (isResumed || pages === undefined || typeof used !== 'number' || used === pages) return [];
		// A job under way may not have been counted yet.
		if (used === 0 && job.status === 'processing') return [];
		return [`item ${slot} ${used} for ${pages}`];
	});
	if (different.length === 0) return undefined;
	const more = different.length > MOST ? [`${different.length - MOST} more`] : [];
	const told = [...different.slice(0, MOST), ...more].join(', ');
	return `The service charges other credits than pages were counted: ${told}.`;
}
