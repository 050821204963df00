/** Limits of reading a document. Answers that would exceed a limit are *unknown*. */
export interface ReaderLimits {
	/** Bytes of one object, without a stream's data. */
	objectBytes: number;
	/** Bytes of all kept objects. */
	keptBytes: number;
	/** Objects, including objects in object streams; also entries of one cross-reference section. */
	objects: number;
	/** Objects of one object stream. */
	objectStreamObjects: number;
	/** Entries of all cross-reference sections. */
	xrefEntries: number;
	/** Bytes of one stream's data, before and after its filters. */
	streamBytes: number;
	/** Bytes of one stream of XMP metadata, after its filters. */
	metadataBytes: number;
	/** Texts, external objects and similar content of all content streams, counted at each place. */
	contentItems: number;
	/** Bytes of a stream whose filter runs in one step, which blocks n8n. */
	singleStepBytes: number;
	/** Output bytes of the filters of all streams. */
	decodedBytes: number;
	/** Minimum that each stream counts for, in bytes: the setup of a filter takes time, too. */
	minDecodedBytes: number;
	/** Bytes of streams that wait to be decoded. */
	pendingBytes: number;
	/** Bytes of parsed objects, counted each time: many pages may share a huge array. */
	parsedBytes: number;
	/** Milliseconds of work before the reader yields. */
	turnMs: number;
}

export const READER_LIMITS: ReaderLimits = {
	// 300,000 kids in one node of the page tree take 3.5 MB; a larger object would keep n8n waiting.
	objectBytes: 4 * 1024 ** 2,
	keptBytes: 24 * 1024 ** 2,
	objects: 1_500_000,
	// Writers put 100 or 200 objects into a stream. Sorting the starts of this many takes some 30 milliseconds.
	objectStreamObjects: 300_000,
	// 24 bytes each.
	xrefEntries: 2_000_000,
	// One real object stream has 13 MB.
	streamBytes: 16 * 1024 ** 2,
	// A few kilobytes are common, half a megabyte is rare. The text is searched a dozen times.
	metadataBytes: 2 * 1024 ** 2,
	// Some 300 bytes each. After 24 of them, a page counts as one with text.
	contentItems: 400_000,
	// Some 0.1 seconds. In practice, streams of this size are deflated.
	singleStepBytes: 2 * 1024 ** 2,
	decodedBytes: 384 * 1024 ** 2,
	minDecodedBytes: 8 * 1024,
	pendingBytes: 64 * 1024,
	// Some 4 seconds. A document of 300,000 pages needs half of it.
	parsedBytes: 128 * 1024 ** 2,
	turnMs: 25,
};
