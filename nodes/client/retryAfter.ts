/**
 * Reads a `Retry-After` header: whole seconds (interface 7) or an HTTP date (RFC 9110, 10.2.3;
 * proxies in front of a service send it).
 *
 * @param value the header as received; anything else than the two forms counts as absent
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait (0 for a date that has passed), or undefined when absent
 */
export function retryAfterMs(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
	if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
