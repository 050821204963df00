import { NumberIndex } from './columns';
import { XrefEntries, type Section } from './crossReference';
import type { ReaderLimits } from './readerLimits';
import { Unknown, type Dictionary } from './objects';
import { MAX_OFFSET, ByteTable } from './tables';

/** Work of reading an entry, in bytes. */
const ENTRY_WORK_BYTES = 32;
/** Streams whose length is in an object that comes later. */
const MAX_SEARCHED_STREAMS = 50_000;
/** Titles in metadata. Images may have metadata, too. */
const MAX_TITLES = 10_000;

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
	/** Objects by offset, with their object numbers. */
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
	/** Titles in XMP metadata, by the offset of their stream. */
	readonly titles = new Map<number, string>();
	/** Objects that are whole numbers, such as lengths of streams; the last one of each object number. */
	readonly integers = new NumberIndex();
	/** Offsets of streams that do not end where their length says. */
	readonly wrongLengths = new Set<number>();
	/** Whether there is an encryption dictionary anywhere. */
	hasSecurityHandler = false;
	/** The first bytes. */
	start: Buffer = Buffer.alloc(0);
	/** What the last `startxref` says: offset of the newest cross-reference section. It stands at `offset`. */
	startxref?: { value: number; offset: number };
	lastEndOfFile = -1;
	endsOfFile = 0;
	/** Offset of the last object or trailer. */
	lastPart = -1;
	private spentBytes = 0;
	private damagedParts = 0;
	/** Streams whose length is in another object. */
	private readonly searched: SearchedStream[] = [];

	constructor(private readonly limits: ReaderLimits) {
		const { contentStreams, keptBytes, namesBytes, objectBytes, objects } = limits;
		const both = { rows: objects, rowBytes: objectBytes, bytesLeft: keptBytes };
		this.objects = new ByteTable(both, MAX_OFFSET);
		this.compressed = new ByteTable(both, Number.MAX_SAFE_INTEGER);
		const ofContents = { rows: contentStreams, rowBytes: namesBytes, bytesLeft: namesBytes };
		this.contents = new ByteTable(ofContents, MAX_OFFSET);
		this.xrefEntries = new XrefEntries(limits.xrefEntries);
	}

	addTitle(offset: number, title: string): void {
		if (this.titles.size < MAX_TITLES) this.titles.set(offset, title);
	}

	addSearchedStream(stream: SearchedStream): void {
		if (this.searched.length < MAX_SEARCHED_STREAMS) this.searched.push(stream);
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
		if (this.damagedParts > this.limits.damagedParts)
			throw new Unknown('too much of it is damaged');
	}

	/**
	 * Counts the work on objects. An object that all pages share counts for each page.
	 *
	 * @throws Unknown if it is too much
	 */
	spendWork(bytes: number): void {
		this.spentBytes += bytes;
		if (this.spentBytes <= this.limits.parsedBytes) return;
		throw new Unknown('it refers to the same objects too often');
	}

	/** The same for entries of parsed objects. */
	spendEntryWork(entries: number): void {
		this.spendWork(ENTRY_WORK_BYTES * entries);
	}
}
