import type { ReaderLimits } from '../limits';

/** Start of an object for which there was no room. */
const NOT_KEPT = -1;

/** A dictionary with a structure type and a parent; Type is optional (ISO 32000-1, Table 323). */
const STRUCTURE_TYPE = /\/S\s*\//;
const PARENT = /\/P\s+\d+\s+\d+\s+R/;
const OTHER_KEYS = /\/(Subtype|MediaBox|Contents|Rect|Kids)\b/;

/** The bytes of a document's objects, ordered by key. */
export class ObjectTable {
	/** Whether there were more objects than the limit. */
	hasDropped = false;
	// Arrays of numbers need a tenth of the memory of objects.
	private readonly keys: number[] = [];
	private readonly numbers: number[] = [];
	private readonly starts: number[] = [];
	private readonly lengths: number[] = [];
	/** The objects, one after the other. */
	private content: Buffer = Buffer.alloc(0);
	private filledBytes = 0;

	/** @param kept total bytes of all tables that share this counter */
	constructor(
		private readonly limits: ReaderLimits,
		private readonly kept: { bytes: number },
	) {}

	get length(): number {
		return this.keys.length;
	}

	/** @param key greater than the last key */
	add(key: number, number: number, bytes: Buffer, isStream: boolean): void {
		this.hasDropped ||= this.length >= this.limits.objects;
		if (this.hasDropped) return;
		const isElement = !isStream && isStructureElement(bytes);
		this.keys.push(key);
		this.numbers.push(number);
		this.keepBytes(bytes, isElement ? this.limits.keptBytes / 2 : this.limits.keptBytes);
	}

	/** The row with this key; -1 without one. */
	findRow(key: number): number {
		const row = this.findFirstRow(key);
		return this.keys[row] === key ? row : -1;
	}

	/** The first row with this key or a greater one. */
	findFirstRow(key: number): number {
		let low = 0;
		let high = this.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.getKey(middle) < key) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	getKey(row: number): number {
		return this.keys[row] ?? 0;
	}

	getNumber(row: number): number {
		return this.numbers[row] ?? 0;
	}

	/** Undefined if there was no room for the object. */
	getBytes(row: number): Buffer | undefined {
		const start = this.starts[row] ?? NOT_KEPT;
		if (start === NOT_KEPT) return undefined;
		return this.content.subarray(start, start + (this.lengths[row] ?? 0));
	}

	private keepBytes(bytes: Buffer, limit: number): void {
		const { length } = bytes;
		const fits = this.kept.bytes + length <= limit;
		this.starts.push(fits ? this.filledBytes : NOT_KEPT);
		this.lengths.push(length);
		if (!fits) return;
		this.kept.bytes += length;
		const needed = this.filledBytes + length;
		if (needed > this.content.length) {
			const grown = Math.min(2 * needed, this.limits.keptBytes);
			this.content = Buffer.concat([this.content], grown);
		}
		this.content.set(bytes, this.filledBytes);
		this.filledBytes = needed;
	}
}

function isStructureElement(bytes: Buffer): boolean {
	if (!bytes.includes('/S') || !bytes.includes('/P')) return false;
	const text = bytes.toString('latin1', 0, 4096);
	if (text.includes('/StructElem')) return true;
	return STRUCTURE_TYPE.test(text) && PARENT.test(text) && !OTHER_KEYS.test(text);
}
