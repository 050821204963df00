import type { ReaderLimits } from './readerLimits';
import { Unknown } from './unknown';

/** A budget of memory, in bytes. Code takes bytes here before it keeps anything that a file can make large or long. */
export class Memory {
	constructor(private bytesLeft: number) {}

	/** @returns whether there is room; otherwise nothing is taken */
	tryTake(bytes: number): boolean {
		if (bytes > this.bytesLeft) return false;
		this.bytesLeft -= bytes;
		return true;
	}

	/** Takes all that is left if there is not enough room. */
	takeAtMost(bytes: number): void {
		this.bytesLeft -= Math.min(bytes, this.bytesLeft);
	}

	/** @throws Unknown if there is no room */
	take(bytes: number): void {
		if (!this.tryTake(bytes)) throw new Unknown('it needs more memory than the reader takes');
	}

	release(bytes: number): void {
		this.bytesLeft += bytes;
	}
}

/**
 * The memory budgets of one pass over a document and of the answers that are found in its results.
 * {@link ReaderLimits} says what each part is for.
 */
export interface DocumentMemory {
	kept: Memory;
	parsed: Memory;
	tables: Memory;
	/** Never given back. */
	large: Memory;
}

export function createMemory(limits: ReaderLimits): DocumentMemory {
	return {
		kept: new Memory(limits.keptBytes),
		parsed: new Memory(limits.parsedBytes),
		tables: new Memory(limits.tableBytes),
		large: new Memory(limits.largeObjectBytes),
	};
}

/** Work that one entry of a dictionary or a list counts for when it is visited, in bytes. */
const ENTRY_WORK_BYTES = 32;

/**
 * The budget of work on a document, in bytes. All passes share it: otherwise each pass that a wrong length causes
 * could do as much work again.
 */
export class WorkBudget {
	private contentBytesLeft: number;
	private structureBytesLeft: number;
	private objectBytesLeft: number;

	constructor(limits: ReaderLimits) {
		this.contentBytesLeft = limits.contentWorkBytes;
		this.structureBytesLeft = limits.structureWorkBytes;
		this.objectBytesLeft = limits.objectWorkBytes;
	}

	/** Counts work on content streams. @returns whether more of it is allowed */
	spendOnContent(bytes: number): boolean {
		this.contentBytesLeft -= bytes;
		return this.contentBytesLeft >= 0;
	}

	/** Does the same for all other streams. Content must not use up the work that the document's structure needs. */
	spendOnStructure(bytes: number): boolean {
		this.structureBytesLeft -= bytes;
		return this.structureBytesLeft >= 0;
	}

	/**
	 * Counts work on parsed objects. An object counts each time it is used: once per page if all pages share it.
	 *
	 * @throws Unknown if the budget is used up
	 */
	spendOnObjects(bytes: number): void {
		this.objectBytesLeft -= bytes;
		if (this.objectBytesLeft < 0) throw new Unknown('it refers to the same objects too often');
	}

	/** Counts work on entries that are visited. @throws Unknown as {@link spendOnObjects} */
	spendOnEntries(count: number): void {
		this.spendOnObjects(ENTRY_WORK_BYTES * count);
	}
}
