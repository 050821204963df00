/** Returns a thrown value as an error, which may have a system's code; only errors have a message. */
export function asError(thrown: unknown): NodeJS.ErrnoException {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}
