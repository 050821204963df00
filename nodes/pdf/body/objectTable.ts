import type { ReaderLimits } from '../limits';
import { bigNumbers, smallNumbers } from '../columns';

const CHUNK = 1024 ** 2;
/** No chunk has this number. */
const NOT_KEPT = 0xffffffff;

/** A dictionary with a structure type and a parent; Type is optional (ISO 32000-1, Table 323). */
const STRUCTURE_TYPE = /\/S\s*\//;
const PARENT = /\/P\s+\d+\s+\d+\s+R/;
const OTHER = /\/(Subtype|MediaBox|Contents|Rect|Kids)\b/;

/** The bytes of a document's objects, ordered by key. */
export class ObjectTable {
	/** Whether objects were left out because there are too many. */
	overfull = false;
	private readonly keys = bigNumbers();
	private readonly numbers = smallNumbers();
	private readonly chunkOf = smallNumbers();
	private readonly starts = smallNumbers();
	private readonly lengths = smallNumbers();
	private readonly chunks: Buffer[] = [];
	private filled = CHUNK;

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
			this.overfull = true;
			return;
		}
		const isElement = !isStream && isStructureElement(bytes);
		this.keys.push(key);
		this.numbers.push(number);
		this.keep(bytes, isElement ? this.limits.keptBytes / 2 : this.limits.keptBytes);
	}

	/** The row with this key; -1 without one. */
	find(key: number): number {
		const row = this.firstFrom(key);
		return row < this.length && this.keys.at(row) === key ? row : -1;
	}

	/** The first row with this key or a greater one. */
	firstFrom(key: number): number {
		let low = 0;
		let high = this.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.keys.at(middle) < key) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	key(row: number): number {
		return this.keys.at(row);
	}

	number(row: number): number {
		return this.numbers.at(row);
	}

	/** Undefined if there was no room for the object. */
	bytes(row: number): Buffer | undefined {
		const chunk = this.chunkOf.at(row);
		const start = this.starts.at(row);
		return this.chunks[chunk]?.subarray(start, start + this.lengths.at(row));
	}

	private keep(bytes: Buffer, limit: number): void {
		const { length } = bytes;
		this.lengths.push(length);
		if (this.kept.bytes + length > limit) {
			this.overfull = true;
			this.chunkOf.push(NOT_KEPT);
			this.starts.push(0);
			return;
		}
		this.kept.bytes += length;
		if (this.filled + length > CHUNK) {
			this.chunks.push(Buffer.alloc(Math.max(length, CHUNK)));
			this.filled = 0;
		}
		const chunk = this.chunks.length - 1;
		this.chunks[chunk]?.set(bytes, this.filled);
		this.chunkOf.push(chunk);
		this.starts.push(this.filled);
		this.filled += length;
	}
}

function isStructureElement(bytes: Buffer): boolean {
	if (!bytes.includes('/S') || !bytes.includes('/P')) return false;
	const text = bytes.toString('latin1', 0, 4096);
	if (text.includes('/StructElem')) return true;
	return STRUCTURE_TYPE.test(text) && PARENT.test(text) && !OTHER.test(text);
}
