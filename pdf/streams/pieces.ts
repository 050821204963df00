/**
 * Data of a stream, piece by piece. A piece is valid until the next one is requested. Until a filter ends, it yields at
 * least one piece for each piece of its input, and an empty one if it has no output, so that the caller can yield to
 * other work. The generator returns whether the data are complete.
 */
export type Pieces = Generator<Buffer, boolean>;

/** Splits pieces, for filters whose output is longer than their input. Empty pieces are passed on. */
export function* splitPieces(pieces: Pieces, maxBytes: number): Generator<Buffer, void> {
	for (const piece of pieces) {
		let at = 0;
		do {
			yield piece.subarray(at, at + maxBytes);
			at += maxBytes;
		} while (at < piece.length);
	}
}
