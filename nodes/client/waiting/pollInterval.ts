/**
 * Pause before the next poll of a job: about a tenth of the time already waited, so that a result
 * is noticed at most about a tenth late and polls grow with the logarithm of the wait.
 *
 * @param waitedMs time since the wait began
 * @param random a number in [0, 1); moves the pause by up to ten per cent either way
 */
export function pollIntervalMs(
	waitedMs: number,
	random: number,
	{ pollMinMs, pollMaxMs }: { pollMinMs: number; pollMaxMs: number },
): number {
	const pause = Math.min(pollMaxMs, Math.max(pollMinMs, waitedMs / 10));
	return Math.round(pause * (0.9 + 0.2 * random));
}
