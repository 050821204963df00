/** By what a submission is known: never only the user's own key, which may be any text. */
export function submissionIdOf(account: string, idempotencyKey: string): string {
	return `${account} ${idempotencyKey}`;
}

/** The idempotency key of a submission. */
export function keyOf(submissionId: string): string {
	return submissionId.slice(submissionId.indexOf(' ') + 1);
}
