/**
 * Returns a value that a test requires.
 *
 * @throws Error if the value is missing
 */
export function present<T>(value: T | null | undefined): T {
	if (value === null || value === undefined) throw new Error('What the test needs is not there.');
	return value;
}
