import { createMemory, type DocumentMemory, type WorkBudget } from '../budget';
import type { ReaderLimits } from '../readerLimits';
import type { Dictionary } from '../syntax/objects';
import { Unknown } from '../unknown';
import { ByteTable, MAX_OFFSET } from './byteTable';
import { NumberIndex } from './columns';
import { XrefEntries, type Section } from './crossReference';

/** Memory of a section, a title or an element of a list, besides its text. */
const PART_BYTES = 600;
/** Memory of a parsed trailer, for each of its bytes. */
const PARSED_BYTES = 10;

/** A stream whose end was searched for. */
interface SearchedStream {
	offset: number;
	/** Bytes of its data. */
	length: number;
	/** Number of the object that gives the length. */
	lengthIn: number;
}

/** Results of one pass over a file, including outdated revisions. */
export class Body {
	readonly memory: DocumentMemory;
	/** The bytes of each object, by its offset, with its object number. A stream's end with the word `stream`. */
	readonly objects: ByteTable;
	/** The content of object streams, by key (`toCompressedKey`). */
	readonly compressed: ByteTable;
	/** What content streams show, by offset (`findContent`). */
	readonly contents: ByteTable;
	readonly sections = new Map<number, Section>();
	/** Entries of all sections. */
	readonly xrefEntries: XrefEntries;
	/** Dictionaries of trailers and cross-reference streams, in file order. */
	readonly trailers: Dictionary[] = [];
	/** Titles in XMP metadata, or why they are not known, by the offset of their stream. */
	readonly titles = new Map<number, string | Unknown>();
	/** Objects that are whole numbers, such as lengths of streams; the last one of each object number. */
	readonly integers: NumberIndex;
	/** Offsets of streams that do not end where their length says. */
	readonly wrongLengths = new Set<number>();
	/** Whether a trailer cannot be read. It may have said anything. */
	hasDamagedTrailer = false;
	/** Whether there is an encryption dictionary anywhere. */
	hasSecurityHandler = false;
	/** What the last `startxref` says: offset of the newest cross-reference section. It stands at `offset`. */
	startxref?: { value: number; offset: number };
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

	/** Beyond the limit, the section counts as damaged. */
	addSection(offset: number, section: Section): void {
		if (this.memory.parsed.tryTake(PART_BYTES)) this.sections.set(offset, section);
	}

	/** Counts a trailer. @returns whether there is room for it */
	tryTakeTrailer(bytes: number): boolean {
		this.trailerBytes += bytes;
		if (this.trailerBytes > this.limits.trailerBytes) return false;
		return this.memory.parsed.tryTake(PARSED_BYTES * bytes);
	}

	/** Without room, the title is unknown. Images may have metadata, too. */
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
			// White-space before `endstream` counts for neither length.
			const isWrong = given !== undefined && (length < given || length > given + 2);
			return isWrong && !known.has(offset);
		});
	}

	/** @throws Unknown if too much is damaged */
	countDamage(): void {
		this.damagedParts += 1;
		if (this.damagedParts <= this.limits.damagedParts) return;
		throw new Unknown('too much of it is damaged');
	}
}
