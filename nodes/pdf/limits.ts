/** Limits of reading a document. Answers that would exceed a limit are *unknown*. */
export const READER_LIMITS = {
	/**
	 * Bytes of one object, without a stream's data. 300,000 kids in one node of the page tree take 3.5 MB;
	 * a larger object would keep n8n waiting.
	 */
	objectBytes: 4 * 1024 ** 2,
	/** Bytes of all kept objects. */
	keptBytes: 24 * 1024 ** 2,
	/** Objects, including objects in object streams; also entries of one cross-reference section. */
	objects: 1_500_000,
	/**
	 * Objects of one object stream. Writers put 100 or 200 into a stream. Sorting the starts of this many
	 * takes some 30 milliseconds.
	 */
	objectStreamObjects: 300_000,
	/** Entries of all cross-reference sections, 24 bytes each. */
	xrefEntries: 2_000_000,
	/** Bytes of one stream's data, before and after its filters. One real object stream has 13 MB. */
	streamBytes: 16 * 1024 ** 2,
	/**
	 * Bytes of one stream of XMP metadata, after its filters. A few kilobytes are common, half a megabyte is
	 * rare. The text is searched a dozen times.
	 */
	metadataBytes: 2 * 1024 ** 2,
	/**
	 * Texts, external objects and similar content of all content streams, counted at each place. Some 300
	 * bytes each. After 24 of them, a page counts as one with text.
	 */
	contentItems: 400_000,
	/**
	 * Bytes of a stream whose filter runs in one step, which blocks n8n for some 0.1 seconds. In practice,
	 * streams of this size are deflated.
	 */
	singleStepBytes: 2 * 1024 ** 2,
	/** Output bytes of the filters of all streams. */
	decodedBytes: 384 * 1024 ** 2,
	/** Minimum that each stream counts for, in bytes: the setup of a filter takes time, too. */
	minDecodedBytes: 8 * 1024,
	/** Bytes of streams that wait to be decoded. */
	pendingBytes: 64 * 1024,
	/**
	 * Bytes of parsed objects, counted each time: many pages may share a huge array. Some 4 seconds. A
	 * document of 300,000 pages needs half of it.
	 */
	parsedBytes: 128 * 1024 ** 2,
	/** Milliseconds of work before the reader yields. */
	turnMs: 25,
};

export type ReaderLimits = typeof READER_LIMITS;
