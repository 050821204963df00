import { ByteStore, NumberColumn } from './columns';
import { ENOUGH_CHARACTERS, type Content } from './contentScan';
import type { ReaderLimits } from './readerLimits';

/** Offsets take four bytes: files beyond 4 GB are not read to their end. */
export const MAX_OFFSET = 2 ** 32 - 1;
/** A dictionary with a structure type and a parent; Type is optional (ISO 32000-1, Table 323). */
const STRUCTURE_TYPE = /\/S\s*\//;
const PARENT = /\/P\s+\d+\s+\d+\s+R/;
const OTHER_KEYS = /\/(Subtype|MediaBox|Contents|Rect|Kids|StructTreeRoot|Parent|FT)\b/;
/** All that the answers need of a structure element. */
const ELEMENT = Buffer.from('<</Type/StructElem/S/P>>');

/** The bytes of a document's objects, ordered by key. */
export class ObjectTable {
	/** Whether there were more objects than the limit. */
	hasDropped = false;
	/** Keys, in ascending order, and object numbers of the rows. */
	readonly keys: NumberColumn;
	readonly numbers = new NumberColumn(Uint32Array);
	/** Addresses of the bytes, and their lengths; 0 if there was no room. */
	private readonly addresses = new NumberColumn(Uint32Array);
	private readonly lengths = new NumberColumn(Uint32Array);
	private readonly store = new ByteStore();

	/**
	 * @param kept total bytes of all tables that share this counter
	 * @param maxKey greatest key
	 */
	constructor(
		private readonly limits: ReaderLimits,
		private readonly kept: { bytes: number },
		private readonly maxKey: number,
	) {
		this.keys = new NumberColumn(maxKey <= MAX_OFFSET ? Uint32Array : Float64Array);
	}

	get length(): number {
		return this.keys.length;
	}

	/** @param key greater than the last key */
	add(key: number, number: number, bytes: Buffer, isStream: boolean): void {
		// No cross-reference has such a number.
		if (number > MAX_OFFSET) return;
		this.hasDropped ||= this.length >= this.limits.objects || key > this.maxKey;
		if (this.hasDropped) return;
		this.keys.push(key);
		this.numbers.push(number);
		const isSmall = !isStream && bytes.length <= this.limits.objectBytes;
		this.keepBytes(isSmall && isElement(bytes) ? ELEMENT : bytes);
	}

	/** The row with this key; -1 without one. */
	findRow(key: number): number {
		const row = this.keys.findFirstRow(key);
		return this.keys.get(row) === key ? row : -1;
	}

	/** Undefined if there was no room for the object. */
	getBytes(row: number): Buffer | undefined {
		const length = this.lengths.get(row);
		return length > 0 ? this.store.get(this.addresses.get(row), length - 1) : undefined;
	}

	private keepBytes(bytes: Buffer): void {
		const { length } = bytes;
		const fits =
			length <= this.limits.objectBytes && this.kept.bytes + length <= this.limits.keptBytes;
		if (fits) this.kept.bytes += length;
		this.addresses.push(fits ? this.store.add(bytes) : 0);
		// One more, because an object may be empty.
		this.lengths.push(fits ? length + 1 : 0);
	}
}

/** Whether the bytes are a structure element, as far as a look at them can tell. */
function isElement(bytes: Buffer): boolean {
	if (!bytes.includes('/S') || !bytes.includes('/P')) return false;
	const text = bytes.toString('latin1', 0, 4096);
	const type = /\/Type\s*\/(\w*)/.exec(text)?.[1] ?? 'StructElem';
	return (
		type === 'StructElem' &&
		STRUCTURE_TYPE.test(text) &&
		PARENT.test(text) &&
		!OTHER_KEYS.test(text)
	);
}

const [INLINE_IMAGE_FLAG, DRAWING_FLAG, COMPLETE_FLAG] = [1, 2, 4];
const FLAGS = 8;
/** Bytes of the names in all content streams. A million pages with an image of their own need 10 MB. */
const MAX_NAMES_BYTES = 8 * 1024 ** 2;

/** What content streams show, by their offset. */
export class ContentTable {
	private readonly offsets = new NumberColumn(Uint32Array);
	/** The number of characters, and flags. */
	private readonly summaries = new NumberColumn(Uint32Array);
	/** Addresses and lengths of names. */
	private readonly addresses = new NumberColumn(Uint32Array);
	private readonly lengths = new NumberColumn(Uint32Array);
	private readonly store = new ByteStore();
	private namesBytes = 0;

	constructor(private readonly maxRows: number) {}

	/** Ignores contents beyond the limit. @param offset greater than the last one */
	add(offset: number, content: Content): void {
		if (this.offsets.length >= this.maxRows || offset > MAX_OFFSET) return;
		const { characters, hasDrawing, hasInlineImage, names } = content;
		this.namesBytes += names.length;
		const fits = this.namesBytes <= MAX_NAMES_BYTES;
		const flags =
			(hasInlineImage ? INLINE_IMAGE_FLAG : 0) +
			(hasDrawing ? DRAWING_FLAG : 0) +
			(content.isComplete && (fits || characters >= ENOUGH_CHARACTERS) ? COMPLETE_FLAG : 0);
		this.offsets.push(offset);
		this.summaries.push(characters * FLAGS + flags);
		this.addresses.push(fits ? this.store.add(names) : 0);
		this.lengths.push(fits ? names.length : 0);
	}

	/** Undefined for a stream that was not read. */
	get(offset: number): Content | undefined {
		const row = this.offsets.findFirstRow(offset);
		if (this.offsets.get(row) !== offset) return undefined;
		const summary = this.summaries.get(row);
		return {
			characters: Math.floor(summary / FLAGS),
			names: this.store.get(this.addresses.get(row), this.lengths.get(row)),
			hasInlineImage: (summary & INLINE_IMAGE_FLAG) !== 0,
			hasDrawing: (summary & DRAWING_FLAG) !== 0,
			isComplete: (summary & COMPLETE_FLAG) !== 0,
		};
	}
}
