/** A job may always be found so late. */
const ALWAYS_LATE_MS = 500;
/** For a poll to go there and back. */
const POLL_MS = 100;

/** How late a job may be found, as a share of its time. */
export function computeAllowedDelayMs(jobMs: number, share = Infinity): number {
	return Math.max(ALWAYS_LATE_MS, share * jobMs + POLL_MS);
}

/** The share of the sorted figures that is below the one that is given. */
export function takeQuantile(sorted: readonly number[], share: number): number {
	return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
