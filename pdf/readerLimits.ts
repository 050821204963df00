/** Limits of reading a document. Answers that would exceed a limit are *unknown*. */
export const READER_LIMITS = {
	/**
	 * Bytes of one object, without a stream's data. 200,000 kids in one node of the page tree take 2.4 MB;
	 * a larger object would keep n8n waiting.
	 */
	objectBytes: 3 * 1024 ** 2,
	/** Bytes of all kept objects. */
	keptBytes: 22 * 1024 ** 2,
	/** Objects in the file, and as many in object streams; some 20 bytes each. */
	objects: 900_000,
	/** Content streams; some 20 bytes each. */
	contentStreams: 400_000,
	/** Names of what they paint. A million pages with an image of their own need 10 MB. */
	namesBytes: 8 * 1024 ** 2,
	/** Parts of a file that are damaged: objects without an end, streams with a wrong length, tables of no use. */
	damagedParts: 50_000,
	/**
	 * Objects of one object stream. Writers put 100 or 200 into a stream. Sorting the starts of this many
	 * takes some 30 milliseconds.
	 */
	objectStreamObjects: 300_000,
	/** Entries of all cross-reference sections, 12 bytes each, and 8 more for each object number. */
	xrefEntries: 2_000_000,
	/** Bytes of all trailers. Their parsed entries take ten times as much. */
	trailerBytes: 1024 ** 2,
	/** Bytes of one stream's data, before and after its filters. One real object stream has 13 MB. */
	streamBytes: 16 * 1024 ** 2,
	/** Bytes of one stream of XMP metadata, after its filters. A few kilobytes are common. */
	metadataBytes: 2 * 1024 ** 2,
	/** Output bytes of the filters of all streams, with other work on them counted as bytes. */
	decodedBytes: 384 * 1024 ** 2,
	/** Minimum that each stream counts for, in bytes: the setup of a filter takes time, too. */
	minDecodedBytes: 8 * 1024,
	/**
	 * Bytes of parsed objects, counted each time: many pages may share a huge array. Some 4 seconds. A
	 * document of 300,000 pages needs half of it.
	 */
	parsedBytes: 128 * 1024 ** 2,
	/** Milliseconds of work before the reader yields. */
	turnMs: 25,
};

export type ReaderLimits = typeof READER_LIMITS;

const STEPS_PER_CLOCK_READ = 256;

/** Yields to other work: otherwise reading a document in memory would block n8n. */
export class Turns {
	private startedAtMs = Date.now();

	/** @param pause yields to other work */
	constructor(
		private readonly turnMs: number,
		private readonly pause: () => Promise<void>,
	) {}

	/** Called often, but pauses rarely. */
	async yieldIfDue(): Promise<void> {
		if (Date.now() - this.startedAtMs < this.turnMs) return;
		await this.pause();
		this.startedAtMs = Date.now();
	}

	/** Calls `runStep` for 0 … count - 1, and yields in between. */
	async repeat(count: number, runStep: (index: number) => void): Promise<void> {
		for (let index = 0; index < count; index += 1) {
			runStep(index);
			// Reading the clock takes longer than most steps.
			if (index % STEPS_PER_CLOCK_READ === 0) await this.yieldIfDue();
		}
	}
}
