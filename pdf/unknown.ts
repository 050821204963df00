/**
 * A question that the reader cannot answer with certainty, with the reason as a text for the user. It is
 * thrown at the place of the doubt. Fields that depend on it are `null`, with this reason.
 */
export class Unknown extends Error {
	override readonly name = 'Unknown';

	constructor(readonly reason: string) {
		super(reason);
	}
}

/** @param otherwise reason for an error of another kind, which only damage can cause */
export function toUnknown(error: unknown, otherwise: string): Unknown {
	return error instanceof Unknown ? error : new Unknown(otherwise);
}

/** @throws Unknown instead of returning it */
export function requireKnown<T>(value: T | Unknown): T {
	if (value instanceof Unknown) throw value;
	return value;
}
