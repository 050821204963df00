const KB = 1024;
const MB = 1024 ** 2;

/**
 * Limits of reading a document, all passes over it together. Answers that would exceed a limit are *unknown*.
 *
 * Memory has three parts (`DocumentMemory`), which hold everything that a file can make large or
 * long. Work is counted in bytes of output of a filter: some 200 MB are decoded and read in a second.
 */
export const READER_LIMITS = {
	/** Memory for the bytes of objects and for the names of what content paints. */
	keptBytes: 24 * MB,
	/**
	 * Memory for parsed objects: trailers, titles, objects that are used again, and nodes of a tree that are still
	 * to be read.
	 * V8 lets such memory grow to twice its size before it collects garbage.
	 */
	parsedBytes: 14 * MB,
	/** Memory for numbers of objects and their places. Only documents with millions of objects need it. */
	tableBytes: 84 * MB,

	/** Bytes of one object, without a stream's data. 120,000 kids in one node of the page tree take 1.4 MB. */
	objectBytes: 3 * MB,
	/** Objects in the file, and as many in object streams. */
	objects: 900_000,
	/** Content streams. */
	contentStreams: 400_000,
	/** Parts of a file that are damaged: objects without an end, streams with a wrong length, tables of no use. */
	damagedParts: 50_000,
	/**
	 * Objects of one object stream. Writers put 100 or 200 into a stream. Sorting the starts of this many
	 * takes some 30 milliseconds.
	 */
	objectStreamObjects: 300_000,
	/** Entries of all cross-reference sections. */
	xrefEntries: 2_000_000,
	/** Bytes of all trailers. Their parsed entries take ten times as much. */
	trailerBytes: MB,
	/** Bytes of one stream's data, and again of the output of its filters. One real object stream has 13 MB. */
	streamBytes: 16 * MB,
	/** Bytes of one stream of XMP metadata, after its filters. A few kilobytes are common. */
	metadataBytes: 2 * MB,

	/** Work on content streams. */
	contentWorkBytes: 768 * MB,
	/** Work on all other streams. */
	structureWorkBytes: 256 * MB,
	/** Least work on a stream, whatever its length. */
	minStreamWorkBytes: KB,
	/** Work on objects, counted each time: many pages may share a huge array. Some 3 seconds. */
	objectWorkBytes: 128 * MB,

	/** Milliseconds of work before the reader yields, of all documents that are read at once together. */
	turnMs: 25,
};

export type ReaderLimits = typeof READER_LIMITS;
