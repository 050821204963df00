/** A delay up to this is always allowed, however short the job. */
const ALWAYS_LATE_MS = 500;
/** Round-trip time of a poll. */
const POLL_MS = 100;

/** Returns how late a job may be found; `share` is a share of the job's duration. */
export function computeAllowedDelayMs(jobMs: number, share = Infinity): number {
	return Math.max(ALWAYS_LATE_MS, share * jobMs + POLL_MS);
}

/** Returns the figure at a quantile of sorted figures; `share` is in [0, 1]. */
export function takeQuantile(sorted: readonly number[], share: number): number {
	return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
