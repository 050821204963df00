/**
 * What the reader cannot answer for sure, with the reason in words for the user. Thrown where the
 * doubt arises; the field that depends on it is `null` then, and says why.
 */
export class Unknown extends Error {
	override readonly name = 'Unknown';

	constructor(readonly reason: string) {
		super(reason);
	}
}
