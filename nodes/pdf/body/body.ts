import { createHash } from 'crypto';

import { countContentItems, UNREAD_CONTENT, sampleTexts, type Content } from '../content';
import type { ReaderLimits } from '../limits';
import { Unknown, type Dictionary } from '../syntax';
import type { Section } from '../xref';
import type { ObjectHead } from './events';
import { ObjectTable } from './objectTable';

/** Decrypts a stream's data. */
export type Decrypt = (head: ObjectHead, dictionary: Dictionary, data: Buffer) => Buffer;

/** Work of reading an entry, in bytes. */
const ENTRY_WORK_BYTES = 8;

/** Results of one pass over a file, including outdated revisions. */
export class Body {
	/** By offset. */
	readonly objects: ObjectTable;
	/** The content of object streams, by key (`toCompressedKey`). */
	readonly compressed: ObjectTable;
	readonly sections = new Map<number, Section>();
	/** Remaining room for entries of cross-reference sections. */
	entriesLeft: number;
	/** Dictionaries of trailers and cross-reference streams, in file order. */
	readonly trailers: Dictionary[] = [];
	readonly contents = new Map<number, Content>();
	readonly metadata = new Map<number, Buffer>();
	/** Objects that are whole numbers, such as lengths of streams; the last one of each object number. */
	readonly integers = new Map<number, number>();
	/** Start and length of the data of streams whose end was searched for. */
	readonly searchedStreams: Array<{ offset: number; length: number; reference: number }> = [];
	/** Offsets of streams that do not end where their length says. */
	readonly wrongLengths = new Set<number>();
	readonly hash = createHash('sha256');
	readonly damage = new Set<string>();
	/** Whether there is an encryption dictionary anywhere. */
	hasSecurityHandler = false;
	size = 0;
	/** The first bytes. */
	start: Buffer = Buffer.alloc(0);
	/** Offset of the newest cross-reference section, as `startxref` says, and offset of `startxref` itself. */
	startxref?: number;
	startxrefAt = -1;
	lastEndOfFile = -1;
	endsOfFile = 0;
	/** Offset of the last object or trailer. */
	lastPart = -1;
	private spentBytes = 0;
	private contentItems = 0;
	private metadataBytes = 0;

	constructor(private readonly limits: ReaderLimits) {
		const kept = { bytes: 0 };
		this.objects = new ObjectTable(limits, kept);
		this.compressed = new ObjectTable(limits, kept);
		this.entriesLeft = limits.xrefEntries;
	}

	/** Keeps a cross-reference section. If it has too many entries, it is kept without them, as damaged. */
	addSection(section: Section): Section {
		const { length } = section.places;
		const fits = length <= this.entriesLeft;
		if (fits) this.entriesLeft -= length;
		const kept = fits ? section : { ...section, isIntact: false, numbers: [], places: [] };
		this.sections.set(section.offset, kept);
		return kept;
	}

	/** Keeps the result of a content stream. Beyond the limit, the stream counts as not read. */
	addContent(offset: number, content: Content): void {
		const { contentItems } = this.limits;
		const kept = this.contentItems > contentItems / 4 ? sampleTexts(content) : content;
		this.contentItems += countContentItems(kept);
		this.contents.set(offset, this.contentItems > contentItems ? UNREAD_CONTENT : kept);
	}

	/** Keeps all XMP metadata, even of images: it is not known yet which belong to the document. */
	addMetadata(offset: number, bytes: Buffer): void {
		this.metadataBytes += bytes.length;
		if (this.metadataBytes <= this.limits.streamBytes) this.metadata.set(offset, bytes);
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
