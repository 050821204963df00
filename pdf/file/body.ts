import { createMemory, type DocumentMemory, type WorkBudget } from '../budget';
import type { ReaderLimits } from '../readerLimits';
import type { Dictionary } from '../syntax/objects';
import { Unknown } from '../unknown';
import { ByteTable, MAX_OFFSET } from './byteTable';
import { NumberIndex } from './columns';
import { XrefEntries, type Section } from './crossReference';

/** Memory that each entry of `sections`, `titles`, `wrongLengths` and `searched` counts for. A title's text comes on top. */
const PART_BYTES = 600;
/** Memory of a parsed trailer, for each of its bytes. */
const PARSED_BYTES = 10;

/**
 * A stream whose length is in another object. That object may come later in the file. So the stream's end may have
 * been searched for, or an outdated length may have been used.
 */
interface SearchedStream {
	offset: number;
	/** Bytes of data that were read. */
	length: number;
	/** Number of the object that contains the length. */
	lengthIn: number;
}

/** Results of one pass over a file, including outdated revisions. */
export class Body {
	readonly memory: DocumentMemory;
	/**
	 * Objects outside of object streams: their bytes and object numbers, by offset. The bytes of a stream are its
	 * dictionary and the word `stream`.
	 */
	readonly objects: ByteTable;
	/** Objects in object streams: their bytes and object numbers, by key (`toCompressedKey`). */
	readonly compressed: ByteTable;
	/** What content streams show, by offset (`findContent`). */
	readonly contents: ByteTable;
	/** Cross-reference sections, by offset. */
	readonly sections = new Map<number, Section>();
	/** Entries of all sections. */
	readonly xrefEntries: XrefEntries;
	/** Dictionaries of trailers and cross-reference streams, in file order. */
	readonly trailers: Dictionary[] = [];
	/** Titles in XMP metadata, or why they are not known, by the offset of their stream. */
	readonly titles = new Map<number, string | Unknown>();
	/**
	 * Values of objects that are whole numbers, such as the lengths of streams, by object number. The last definition
	 * in the file counts.
	 */
	readonly integers: NumberIndex;
	/** Offsets of streams that have no `endstream` where their length says, or none at all if the length is unknown. */
	readonly wrongLengths = new Set<number>();
	/** Whether a trailer could not be parsed. It may have had any entry, such as the document information. */
	hasDamagedTrailer = false;
	/** Whether any object or trailer contains an encryption dictionary, even if nothing refers to it. */
	hasSecurityHandler = false;
	/**
	 * The number after the last `startxref`: `value` is the number itself, which is the offset of the newest section.
	 * `offset` is where it is written in the file.
	 */
	startxref?: { value: number; offset: number };
	/** Offset of the last `%%EOF`; -1 if there is none. */
	lastEndOfFile = -1;
	endsOfFile = 0;
	/** Offset of the last object or trailer. */
	lastPart = -1;
	private trailerBytes = 0;
	private damagedParts = 0;
	/** Streams whose length is in another object. */
	private readonly searched: SearchedStream[] = [];

	constructor(
		private readonly limits: ReaderLimits,
		readonly work: WorkBudget,
	) {
		this.memory = createMemory(limits);
		const { tables } = this.memory;
		this.objects = new ByteTable(this.memory, limits.objects, MAX_OFFSET);
		this.compressed = new ByteTable(this.memory, limits.objects, Number.MAX_SAFE_INTEGER);
		this.contents = new ByteTable(this.memory, limits.contentStreams, MAX_OFFSET);
		this.xrefEntries = new XrefEntries(limits.xrefEntries, tables);
		this.integers = new NumberIndex(tables);
	}

	/** Keeps a section. If there is no memory for it, it is left out, and counts as damaged. */
	addSection(offset: number, section: Section): void {
		if (this.memory.parsed.tryTake(PART_BYTES)) this.sections.set(offset, section);
	}

	/** Counts a trailer. @returns whether there is room for it */
	tryTakeTrailer(bytes: number): boolean {
		this.trailerBytes += bytes;
		if (this.trailerBytes > this.limits.trailerBytes) return false;
		return this.memory.parsed.tryTake(PARSED_BYTES * bytes);
	}

	/**
	 * Keeps a title. There may be many of them, because images may have metadata, too. If there is no memory for a
	 * title, it is left out, and counts as unknown.
	 */
	addTitle(offset: number, title: string | Unknown): void {
		const bytes = PART_BYTES + (title instanceof Unknown ? 0 : 2 * title.length);
		if (this.memory.parsed.tryTake(bytes)) this.titles.set(offset, title);
	}

	addWrongLength(offset: number): void {
		if (this.memory.parsed.tryTake(PART_BYTES)) this.wrongLengths.add(offset);
	}

	addSearchedStream(stream: SearchedStream): void {
		if (this.memory.parsed.tryTake(PART_BYTES)) this.searched.push(stream);
	}

	/**
	 * Whether another pass would find other ends of streams.
	 *
	 * @param known offsets of streams whose wrong length this pass has ignored
	 */
	needsOtherLengths(known: ReadonlySet<number>): boolean {
		for (const offset of this.wrongLengths) if (!known.has(offset)) return true;
		return this.searched.some(({ length, lengthIn, offset }) => {
			const given = this.integers.get(lengthIn);
			// If the end was searched for, `length` includes the end of line before `endstream`, up to two bytes.
			const isWrong = given !== undefined && (length < given || length > given + 2);
			return isWrong && !known.has(offset);
		});
	}

	/** Counts a damaged part of the file. @throws Unknown if there are too many */
	countDamage(): void {
		this.damagedParts += 1;
		if (this.damagedParts <= this.limits.damagedParts) return;
		throw new Unknown('too much of it is damaged');
	}
}
