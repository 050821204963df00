import { ByteStore, NumberColumn } from './columns';
import type { Content } from './contentScan';

/** Offsets take four bytes: files beyond 4 GB are not read to their end. */
export const MAX_OFFSET = 2 ** 32 - 1;
/** A dictionary with a structure type and a parent; Type is optional (ISO 32000-1, Table 323). */
const STRUCTURE_TYPE = /\/S\s*\//;
const PARENT = /\/P\s+\d+\s+\d+\s+R/;
const OTHER_KEYS = /\/(Subtype|MediaBox|Contents|Rect|Kids|StructTreeRoot|Parent|FT)\b/;
/** All that the answers need of a structure element. */
const ELEMENT = Buffer.from('<</Type/StructElem/S/P>>');

/** Limits of a table. */
interface TableLimits {
	rows: number;
	/** Bytes of one row. */
	rowBytes: number;
	/** Bytes that all tables with these limits may keep together. */
	bytesLeft: number;
}

/** Bytes of a document's parts, each with a number, ordered by key. */
export class ByteTable {
	/** Whether there were more rows than the limit. */
	hasDropped = false;
	/** In ascending order. */
	readonly keys: NumberColumn;
	readonly numbers = new NumberColumn(Uint32Array);
	/** Addresses of the bytes, and their lengths; 0 if there was no room. */
	private readonly addresses = new NumberColumn(Uint32Array);
	private readonly lengths = new NumberColumn(Uint32Array);
	private readonly store = new ByteStore();

	/** @param maxKey greatest key */
	constructor(
		private readonly limits: TableLimits,
		private readonly maxKey: number,
	) {
		this.keys = new NumberColumn(maxKey <= MAX_OFFSET ? Uint32Array : Float64Array);
	}

	get length(): number {
		return this.keys.length;
	}

	/** @param key greater than the last key */
	add(key: number, number: number, bytes: Buffer): void {
		// No cross-reference has such a number.
		if (number > MAX_OFFSET) return;
		this.hasDropped ||= this.length >= this.limits.rows || key > this.maxKey;
		if (this.hasDropped) return;
		this.keys.push(key);
		this.numbers.push(number);
		const { length } = bytes;
		const fits = length <= this.limits.rowBytes && length <= this.limits.bytesLeft;
		if (fits) this.limits.bytesLeft -= length;
		this.addresses.push(fits ? this.store.add(bytes) : 0);
		// One more, because an object may be empty.
		this.lengths.push(fits ? length + 1 : 0);
	}

	/** The row with this key; -1 without one. */
	findRow(key: number): number {
		const row = this.keys.findFirstRow(key);
		return this.keys.get(row) === key ? row : -1;
	}

	/** Undefined if there was no room for them. */
	getBytes(row: number): Buffer | undefined {
		const length = this.lengths.get(row);
		return length > 0 ? this.store.get(this.addresses.get(row), length - 1) : undefined;
	}
}

/** The bytes of an object that are worth keeping: of the many structure elements, only what they are. */
export function condense(bytes: Buffer): Buffer {
	return isElement(bytes) ? ELEMENT : bytes;
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

/** What content streams show: a row has the number of characters with flags, and the names as its bytes. */
export function addContent(contents: ByteTable, offset: number, content: Content): void {
	const flags =
		(content.hasInlineImage ? INLINE_IMAGE_FLAG : 0) +
		(content.hasDrawing ? DRAWING_FLAG : 0) +
		(content.isComplete ? COMPLETE_FLAG : 0);
	contents.add(offset, content.characters * FLAGS + flags, content.names);
}

/** Undefined for a stream that was not read. */
export function findContent(contents: ByteTable, offset: number): Content | undefined {
	const row = contents.findRow(offset);
	if (row < 0) return undefined;
	const summary = contents.numbers.get(row);
	const names = contents.getBytes(row);
	return {
		characters: Math.floor(summary / FLAGS),
		names: names ?? Buffer.alloc(0),
		hasInlineImage: (summary & INLINE_IMAGE_FLAG) !== 0,
		hasDrawing: (summary & DRAWING_FLAG) !== 0,
		isComplete: (summary & COMPLETE_FLAG) !== 0 && names !== undefined,
	};
}
