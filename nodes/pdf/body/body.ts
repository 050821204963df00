import { createHash } from 'crypto';

import { countPlaces, NOT_READ, sampleTexts, type Content } from '../content';
import type { ReaderLimits } from '../limits';
import { Unknown, type Dictionary } from '../syntax';
import type { Section } from '../xref';
import { ObjectTable } from './objectTable';

/** Object number and offset of an indirect object. */
export interface StreamHead {
	offset: number;
	number: number;
	generation: number;
}

/** Takes the encryption off a stream's data. */
export type Decrypt = (head: StreamHead, dictionary: Dictionary, data: Buffer) => Buffer;

/** What a look at an entry counts for. */
const ENTRY = 8;
const NO_SECTION_ENTRIES = { length: 0, number: () => 0, place: () => 0 };

/** What one pass over a file has found, whatever of it is current. */
export class Body {
	/** By their offset. */
	readonly objects: ObjectTable;
	/** The content of object streams, by {@link compressedKey}. */
	readonly compressed: ObjectTable;
	readonly sections = new Map<number, Section>();
	/** Entries of cross-reference sections that there is room for. */
	entriesLeft: number;
	/** Dictionaries of trailers and cross-reference streams, in their order. */
	readonly trailers: Dictionary[] = [];
	readonly contents = new Map<number, Content>();
	readonly metadata = new Map<number, Buffer>();
	/** Objects that are a whole number, as lengths of streams are; the last of each object number. */
	readonly integers = new Map<number, number>();
	/** Where the data begin of streams that were searched for their end, and how long they were. */
	readonly searched: Array<{ offset: number; length: number; reference: number }> = [];
	/** Offsets of streams that have no end where their length says. */
	readonly wrongLengths = new Set<number>();
	readonly hash = createHash('sha256');
	readonly damage = new Set<string>();
	/** Whether an encryption dictionary stands anywhere. */
	hasSecurityHandler = false;
	size = 0;
	/** The first bytes. */
	start: Buffer = Buffer.alloc(0);
	/** Where the newest cross-reference section is said to begin, and where that is said. */
	startxref?: number;
	startxrefAt = -1;
	lastEndOfFile = -1;
	endsOfFile = 0;
	/** Where the last object or trailer begins. */
	lastPart = -1;
	private spent = 0;
	private places = 0;
	private metadataBytes = 0;

	constructor(private readonly limits: ReaderLimits) {
		const kept = { bytes: 0 };
		this.objects = new ObjectTable(limits, kept);
		this.compressed = new ObjectTable(limits, kept);
		this.entriesLeft = limits.entries;
	}

	/** Keeps a cross-reference section; without its entries, as a damaged one, if there are too many. */
	addSection(section: Section): void {
		const { length } = section.entries;
		const fits = length <= this.entriesLeft;
		if (fits) this.entriesLeft -= length;
		const kept = fits ? section : { ...section, intact: false, entries: NO_SECTION_ENTRIES };
		this.sections.set(section.offset, kept);
	}

	/** Keeps what a content stream paints. Beyond the limit it counts as not read. */
	addContent(offset: number, content: Content): void {
		const { places } = this.limits;
		const kept = this.places > places / 4 ? sampleTexts(content) : content;
		this.places += countPlaces(kept);
		this.contents.set(offset, this.places > places ? NOT_READ : kept);
	}

	/** Keeps XMP metadata, of images as well: nobody knows yet which are those of the document. */
	addMetadata(offset: number, bytes: Buffer): void {
		this.metadataBytes += bytes.length;
		if (this.metadataBytes <= this.limits.streamBytes) this.metadata.set(offset, bytes);
	}

	/**
	 * Counts what it takes to go through objects: one that all pages share is gone through for each.
	 *
	 * @throws Unknown when it is too much
	 */
	spend(bytes: number): void {
		this.spent += bytes;
		if (this.spent <= this.limits.parsedBytes) return;
		throw new Unknown('it asks for the same objects too often');
	}

	/** The same for entries of what is there as parsed already. */
	look(entries: number): void {
		this.spend(ENTRY * entries);
	}
}

const INDEXES = 2 ** 20;

/** The key of an object in an object stream: in the order of the file, and of the stream. */
export function compressedKey(container: number, index: number): number {
	return container * INDEXES + index;
}
