/**
 * Thrown where the reader cannot be certain. Answers that depend on it are `null`, with this reason. The reason is
 * for the user and completes the sentence "Not known, because …".
 */
export class Unknown extends Error {
	override readonly name = 'Unknown';

	constructor(readonly reason: string) {
		super(reason);
	}
}

/**
 * Makes an error a reason why an answer is unknown. An error of another kind than `Unknown` comes from content that
 * the reader does not expect, or from a pause; then {@link Turns} throws it again at the next yield.
 *
 * @param otherwise the reason if the error is not an `Unknown`
 */
export function toUnknown(error: unknown, otherwise: string): Unknown {
	return error instanceof Unknown ? error : new Unknown(otherwise);
}

/** @throws the value itself if it is `Unknown` */
export function requireKnown<T>(value: T | Unknown): T {
	if (value instanceof Unknown) throw value;
	return value;
}
