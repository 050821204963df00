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
