const MAX_ID_LENGTH = 255;

/**
 * Whether this ID can be used in a path (interface 4.4). `.` and `..` survive the encoding and change the
 * path. Half a surrogate pair cannot be encoded, and control characters break log lines.
 */
export function isJobId(value: unknown): value is string {
	return (
		typeof value === 'string' &&
		value !== '' &&
		value.length <= MAX_ID_LENGTH &&
		!/^\.\.?$|[\p{Surrogate}\p{Cc}]/u.test(value)
	);
}
