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
 * Reads a `Retry-After` header: whole seconds (interface 7) or an HTTP date (RFC 9110, 10.2.3;
 * proxies in front of a service send it).
 *
 * @param value the header as received; any other form counts as absent
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait (0 for a date that has passed), or undefined when absent
 */
export function readRetryAfterMs(value: string | undefined, now: number): number | undefined {
	const text = value?.trim() ?? '';
	if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
	const date = parseHttpDate(text, now);
	return date === undefined ? undefined : Math.max(0, date - now);
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;

/** The three forms of an HTTP date, the two old ones included (RFC 9110, 5.6.7); all are GMT. */
const HTTP_DATES = [
	String.raw`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) ${MONTH} (?<year>\d{4}) ${TIME} GMT`,
	String.raw`(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-${MONTH}-(?<year>\d\d) ${TIME} GMT`,
	String.raw`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} (?<day>[ \d]\d) ${TIME} (?<year>\d{4})`,
].map((pattern) => new RegExp(`^${pattern}$`));

/** @returns milliseconds since the epoch, or undefined if the text is not an HTTP date */
function parseHttpDate(text: string, now: number): number | undefined {
	for (const pattern of HTTP_DATES) {
		const fields = pattern.exec(text)?.groups;
		if (!fields) continue;
		const [day, hour, minute, second] = ['day', 'hour', 'minute', 'second'].map((name) =>
			Number(fields[name]),
		);
		const month = MONTHS.indexOf(fields.month ?? '');
		return Date.UTC(expandYear(fields.year ?? '', now), month, day, hour, minute, second);
	}
	return undefined;
}

/** A year of two digits that would be over 50 years ahead is in the past (RFC 9110, 5.6.7). */
function expandYear(digits: string, now: number): number {
	if (digits.length === 4) return Number(digits);
	const thisYear = new Date(now).getUTCFullYear();
	const year = Math.floor(thisYear / 100) * 100 + Number(digits);
	return year > thisYear + 50 ? year - 100 : year;
}
