/**
 * How old a job is. All times that are compared here come from the service, so the clock of n8n's machine decides
 * nothing.
 */

/**
 * Whether a job was made at least a minute before a moment of the service (`earlier`), or at that moment or after it
 * (`since`); `unknown` if it was made in the minute before, or if the times do not tell.
 */
export type Age = 'earlier' | 'since' | 'unknown';

/** A job's `created_at` as the service wrote it, and the `Date` (epoch ms) of the answer that named the job. */
export interface NamedJob {
	createdAt: unknown;
	date: number | undefined;
}

/**
 * A job counts as earlier only if it is this much older: the service may have several machines with different clocks.
 */
const EARLIER_MS = 60_000;

/** The `Date` header has whole seconds, so a job may seem to be made after the answer that names it. */
const DATE_STEP_MS = 1_000;

const HOUR_MS = 3_600_000;

/** Until a job is this old, it may still appear if the service does not find it, and so may its result. */
const MISSING_MS = 24 * HOUR_MS;

/**
 * Compares the time at which a job was made with a moment.
 *
 * @param moment `Date` of an answer of the service (epoch ms); null or undefined if none is known
 */
export function compareAge(job: NamedJob, moment: number | null | undefined): Age {
	const made = readTime(job.createdAt);
	if (!made || moment === null || moment === undefined) return 'unknown';
	if (made.latest <= moment - EARLIER_MS) return 'earlier';
	const isNamedLater = job.date !== undefined && made.earliest <= job.date + DATE_STEP_MS;
	return made.earliest >= moment && isNamedLater ? 'since' : 'unknown';
}

/**
 * The time (epoch ms) from which a job that the service does not find, or whose result it does not find, counts as
 * gone; undefined if `created_at` cannot be read.
 */
export function getGoneAt(createdAt: unknown): number | undefined {
	const made = readTime(createdAt);
	return made && made.latest + MISSING_MS;
}

/**
 * A date and time in ISO 8601: the extended or the basic form, with a `T` or a space, with or without a zone. The
 * interface (2.3) does not say which of these forms it is.
 */
const ISO_TIME =
	/^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?:(Z)|([+-])(\d\d):?(\d\d)?)?$/i;

/** Clocks on Earth are at most 12 hours behind UTC, and at most 14 hours ahead of it. */
const BEHIND_UTC_MS = 12 * HOUR_MS;
const AHEAD_OF_UTC_MS = 14 * HOUR_MS;

/** The moments (epoch ms) that a text can mean: one if it names its zone, else a span; undefined if it is no time. */
function readTime(text: unknown): { earliest: number; latest: number } | undefined {
	const parts = typeof text === 'string' ? ISO_TIME.exec(text.trim()) : null;
	if (!parts) return undefined;
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1, 6).map(Number);
	const [seconds = '0', fraction = '0', utc, sign, zoneHours, zoneMinutes = '0'] = parts.slice(6);
	const date = new Date(Date.UTC(year, month - 1, day, hour, minute, Number(seconds)));
	// Date.UTC takes a 31st of February for a day in March, and an hour 24 for one of the next day.
	if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
	const local = date.getTime() + Math.floor(Number(`0.${fraction}`) * 1000);
	if (utc !== undefined) return { earliest: local, latest: local };
	if (zoneHours === undefined) {
		return { earliest: local - AHEAD_OF_UTC_MS, latest: local + BEHIND_UTC_MS };
	}
	const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000;
	const at = sign === '-' ? local + offset : local - offset;
	return { earliest: at, latest: at };
}
