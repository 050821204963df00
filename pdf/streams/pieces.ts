/**
 * Data of a stream, piece by piece. A piece is valid until the next one is requested, and may be empty: then
 * a filter has read much without output, and the caller may yield. A filter
 * gives at least one piece for each that it gets. The generator returns whether the data are complete.
 */
export type Pieces = Generator<Buffer, boolean>;

/** Splits pieces, for filters whose output is longer than their input. Empty ones are passed on. */
export function* splitPieces(pieces: Pieces, maxBytes: number): Generator<Buffer, void> {
	for (const piece of pieces) {
		let at = 0;
		do {
			yield piece.subarray(at, at + maxBytes);
			at += maxBytes;
		} while (at < piece.length);
	}
}
