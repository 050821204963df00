/**
 * Data of a stream, piece by piece. A piece is valid until the next one is requested, and may be empty: then
 * a filter has read much without output, and the caller may yield. The generator returns whether the data are
 * complete.
 */
export type Pieces = Generator<Buffer, boolean>;
