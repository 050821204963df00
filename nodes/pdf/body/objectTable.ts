import type { ReaderLimits } from '../limits';
import { createFloat64Array, createUint32Array } from '../growableArray';

const CHUNK_BYTES = 1024 ** 2;
/** No chunk has this number. */
const NO_CHUNK = 0xffffffff;

/** A dictionary with a structure type and a parent; Type is optional (ISO 32000-1, Table 323). */
const STRUCTURE_TYPE = /\/S\s*\//;
const PARENT = /\/P\s+\d+\s+\d+\s+R/;
const OTHER_KEYS = /\/(Subtype|MediaBox|Contents|Rect|Kids)\b/;

/** The bytes of a document's objects, ordered by key. */
export class ObjectTable {
	/** Whether objects were left out because there are too many. */
	isOverfull = false;
	private readonly keys = createFloat64Array();
	private readonly numbers = createUint32Array();
	private readonly chunkOf = createUint32Array();
	private readonly starts = createUint32Array();
	private readonly lengths = createUint32Array();
	private readonly chunks: Buffer[] = [];
	private filledBytes = CHUNK_BYTES;

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
		if (this.length >= this.limits.objects) {
			this.isOverfull = true;
			return;
		}
		const isElement = !isStream && isStructureElement(bytes);
		this.keys.push(key);
		this.numbers.push(number);
		this.keepBytes(bytes, isElement ? this.limits.keptBytes / 2 : this.limits.keptBytes);
	}

	/** The row with this key; -1 without one. */
	findRow(key: number): number {
		const row = this.findFirstRow(key);
		return row < this.length && this.keys.at(row) === key ? row : -1;
	}

	/** The first row with this key or a greater one. */
	findFirstRow(key: number): number {
		let low = 0;
		let high = this.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.keys.at(middle) < key) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	getKey(row: number): number {
		return this.keys.at(row);
	}

	getNumber(row: number): number {
		return this.numbers.at(row);
	}

	/** Undefined if there was no room for the object. */
	getBytes(row: number): Buffer | undefined {
		const chunk = this.chunkOf.at(row);
		const start = this.starts.at(row);
		return this.chunks[chunk]?.subarray(start, start + this.lengths.at(row));
	}

	private keepBytes(bytes: Buffer, limit: number): void {
		const { length } = bytes;
		this.lengths.push(length);
		if (this.kept.bytes + length > limit) {
			this.isOverfull = true;
			this.chunkOf.push(NO_CHUNK);
			this.starts.push(0);
			return;
		}
		this.kept.bytes += length;
		if (this.filledBytes + length > CHUNK_BYTES) {
			this.chunks.push(Buffer.alloc(Math.max(length, CHUNK_BYTES)));
			this.filledBytes = 0;
		}
		const chunk = this.chunks.length - 1;
		this.chunks[chunk]?.set(bytes, this.filledBytes);
		this.chunkOf.push(chunk);
		this.starts.push(this.filledBytes);
		this.filledBytes += length;
	}
}

function isStructureElement(bytes: Buffer): boolean {
	if (!bytes.includes('/S') || !bytes.includes('/P')) return false;
	const text = bytes.toString('latin1', 0, 4096);
	if (text.includes('/StructElem')) return true;
	return STRUCTURE_TYPE.test(text) && PARENT.test(text) && !OTHER_KEYS.test(text);
}
