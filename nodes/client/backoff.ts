/**
 * Pause before try number `attempt + 1`: doubles from `baseMs` up to `maxMs`, of which the upper
 * half is random, so that many documents do not come back in the same instant.
 *
 * @param attempt tries made so far, from 1
 * @param random a number in [0, 1)
 * @returns whole milliseconds in (maxPause / 2, maxPause]
 */
export function backoffMs(
	attempt: number,
	random: number,
	{ baseMs, maxMs }: { baseMs: number; maxMs: number },
): number {
	const longest = Math.min(maxMs, baseMs * 2 ** (attempt - 1));
	return Math.ceil(longest / 2 + (longest / 2) * random);
}

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
	{ minMs, maxMs }: { minMs: number; maxMs: number },
): number {
	const pause = Math.min(maxMs, Math.max(minMs, waitedMs / 10));
	return Math.round(pause * (0.9 + 0.2 * random));
}
