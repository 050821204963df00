const KB = 1024;
const MB = 1024 ** 2;

/**
 * Limits of reading a document. Those of work are for all passes over it together, the others for each pass.
 * An answer that cannot be found within the limits is *unknown*.
 *
 * Memory has three parts (`DocumentMemory`), which hold everything that a file can make large or long, and a
 * fourth one for what V8 drops late. Work on
 * streams is counted as if it were bytes of a filter's output: 200 MB of work take about a second.
 */
export const READER_LIMITS = {
	/** Memory for the bytes of objects and for the names of what content paints. */
	keptBytes: 24 * MB,
	/**
	 * Memory for parsed objects: trailers, titles, objects that are used again, and nodes of a tree that are still
	 * to be read. V8 lets such memory grow to twice its size before it collects garbage.
	 */
	parsedBytes: 14 * MB,
	/**
	 * Memory of all large objects that are parsed, counted each time that one is parsed. V8 drops them late, because they
	 * outlive its young generation while they are parsed. The lists of 100,000 pages, of as many structure elements and
	 * of as many fields take 6 MB each.
	 */
	largeObjectBytes: 20 * MB,
	/**
	 * Memory for object numbers, the places of objects and the list of pages. Only documents with millions of objects
	 * or cross-reference entries need so much.
	 */
	tableBytes: 84 * MB,

	/** Bytes of one object, without a stream's data. 120,000 kids in one node of the page tree take 1.4 MB. */
	objectBytes: 3 * MB,
	/** Objects outside of object streams. As many again may be in object streams. */
	objects: 900_000,
	/** Content streams. The reader keeps 16 bytes about each, and the names of what it paints. */
	contentStreams: 400_000,
	/**
	 * Damaged parts of a file: objects without an end, streams with a wrong length, and cross-reference tables that
	 * cannot be read. Beyond this limit all answers are unknown.
	 */
	damagedParts: 50_000,
	/**
	 * Objects of one object stream. Writers put 100 or 200 into a stream. Sorting the starts of 300,000 objects
	 * takes some 30 milliseconds.
	 */
	objectStreamObjects: 300_000,
	/** Entries of all cross-reference sections. */
	xrefEntries: 2_000_000,
	/** Bytes of all trailers. Their parsed entries take ten times as much. */
	trailerBytes: MB,
	/** Bytes of one stream's data; also the bytes of each filter's output. One real object stream has 13 MB. */
	streamBytes: 16 * MB,
	/**
	 * Bytes of each filter's output for one stream of XMP metadata. A few kilobytes are common. Metadata without a
	 * filter may have `streamBytes`.
	 */
	metadataBytes: 2 * MB,

	/** Work on all content streams together. Decoding and reading some 200 MB of content takes all of it. */
	contentWorkBytes: 768 * MB,
	/** Work on all other streams together, such as object streams and metadata. */
	structureWorkBytes: 256 * MB,
	/** Work that each stream counts for besides its bytes, because very many short streams take time, too. */
	minStreamWorkBytes: KB,
	/**
	 * Work on parsed objects, in bytes. An object counts each time it is used, because many pages may share a huge
	 * array. Work up to this limit takes some 3 seconds.
	 */
	objectWorkBytes: 128 * MB,

	/** Milliseconds of work before the reader yields. Documents that are read at once share them. */
	turnMs: 25,
};

export type ReaderLimits = typeof READER_LIMITS;
