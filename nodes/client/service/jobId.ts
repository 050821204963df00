const LONGEST = 255;

/**
 * Whether a job can be asked for by this ID (interface 4.4). `.` and `..` survive the encoding and
 * lead to other paths, half a character cannot be encoded, and control characters break up log lines.
 */
export function isJobId(value: unknown): value is string {
	return (
		typeof value === 'string' &&
		value !== '' &&
		value.length <= LONGEST &&
		!/^\.\.?$|[\p{Surrogate}\p{Cc}]/u.test(value)
	);
}
