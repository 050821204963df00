/** Returns the message of a thrown value; only errors have a `message`. */
export function messageOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown);
}
