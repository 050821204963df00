import type { ReaderLimits } from './readerLimits';
import { Unknown } from './unknown';

/** Counts bytes of memory. Who keeps something that a file can make large or long takes its bytes first. */
export class Memory {
	constructor(private bytesLeft: number) {}

	/** @returns whether there is room; otherwise nothing is taken */
	tryTake(bytes: number): boolean {
		if (bytes > this.bytesLeft) return false;
		this.bytesLeft -= bytes;
		return true;
	}

	/** @throws Unknown if there is no room */
	take(bytes: number): void {
		if (!this.tryTake(bytes)) throw new Unknown('it needs more memory than the reader takes');
	}

	release(bytes: number): void {
		this.bytesLeft += bytes;
	}
}

/** The memory of a document during one pass, and afterwards. {@link ReaderLimits} says what each part is for. */
export interface DocumentMemory {
	kept: Memory;
	parsed: Memory;
	tables: Memory;
}

export function createMemory(limits: ReaderLimits): DocumentMemory {
	return {
		kept: new Memory(limits.keptBytes),
		parsed: new Memory(limits.parsedBytes),
		tables: new Memory(limits.tableBytes),
	};
}

/** Work on an entry of a parsed object, in bytes. */
const ENTRY_WORK_BYTES = 32;

/** The work on a document. One budget serves all passes: otherwise each wrong length would allow as much again. */
export class WorkBudget {
	private contentBytesLeft: number;
	private structureBytesLeft: number;
	private objectBytesLeft: number;

	constructor(limits: ReaderLimits) {
		this.contentBytesLeft = limits.contentWorkBytes;
		this.structureBytesLeft = limits.structureWorkBytes;
		this.objectBytesLeft = limits.objectWorkBytes;
	}

	/** Counts work on content streams. @returns whether there may be more of it */
	spendOnContent(bytes: number): boolean {
		this.contentBytesLeft -= bytes;
		return this.contentBytesLeft >= 0;
	}

	/** The same for all other streams: content must not use up what the document's structure needs. */
	spendOnStructure(bytes: number): boolean {
		this.structureBytesLeft -= bytes;
		return this.structureBytesLeft >= 0;
	}

	/**
	 * Counts work on parsed objects. An object that all pages share counts for each page.
	 *
	 * @throws Unknown if it is too much
	 */
	spendOnObjects(bytes: number): void {
		this.objectBytesLeft -= bytes;
		if (this.objectBytesLeft < 0) throw new Unknown('it refers to the same objects too often');
	}

	/** The same for entries that are gone through. */
	spendOnEntries(count: number): void {
		this.spendOnObjects(ENTRY_WORK_BYTES * count);
	}
}
