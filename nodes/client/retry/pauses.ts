/**
 * Pause before try number `attempt + 1`. It doubles from `baseMs` up to `maxMs`. Its upper half is random,
 * so that many documents do not retry at the same moment.
 *
 * @param attempt tries made so far, from 1
 * @param random a number in [0, 1)
 * @returns whole milliseconds in (maxPause / 2, maxPause]
 */
export function computeBackoffMs(
	attempt: number,
	random: number,
	{ baseMs, maxMs }: { baseMs: number; maxMs: number },
): number {
	const longest = Math.min(maxMs, baseMs * 2 ** (attempt - 1));
	return Math.ceil(longest / 2 + (longest / 2) * random);
}

/**
 * Reads a `Retry-After` header: whole seconds (interface 7), or an HTTP date (proxies in front of a service
 * send it).
 *
 * @param value the header as received; any other form counts as absent
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait (0 for a date that has passed), or undefined when absent
 */
export function readRetryAfterMs(value: string | undefined, now: number): number | undefined {
	const text = value?.trim() ?? '';
	if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
	const date = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The only form that servers may send (RFC 9110, 5.6.7), e.g. `Thu, 01 Jan 2026 12:00:30 GMT`. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
