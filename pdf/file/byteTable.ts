import type { DocumentMemory } from '../budget';
import { ByteStore, NumberColumn } from './columns';

/** Greatest offset and object number, which take four bytes. Objects beyond the first 4 GB of a file are dropped. */
export const MAX_OFFSET = 2 ** 32 - 1;

/** Memory of a row's number, address and length. Its key takes four or eight bytes more. */
const ROW_BYTES = 12;

/** Parts of a document, in the order of their keys: each has a key, a number and its bytes. */
export class ByteTable {
	/**
	 * Whether a row was dropped: there were too many, its key was too great, or there was no memory. All later rows
	 * are dropped, too.
	 */
	hasDropped = false;
	/** In ascending order. */
	readonly keys: NumberColumn;
	readonly numbers = new NumberColumn(Uint32Array);
	/** Addresses of the bytes, and their lengths plus 1. A length of 0 says that there was no memory for the bytes. */
	private readonly addresses = new NumberColumn(Uint32Array);
	private readonly lengths = new NumberColumn(Uint32Array);
	private readonly store: ByteStore;
	private readonly rowBytes: number;

	/** @param maxKey greatest key; up to {@link MAX_OFFSET}, each key takes four bytes instead of eight */
	constructor(
		private readonly memory: DocumentMemory,
		private readonly maxRows: number,
		private readonly maxKey: number,
	) {
		const areKeysShort = maxKey <= MAX_OFFSET;
		this.keys = new NumberColumn(areKeysShort ? Uint32Array : Float64Array);
		this.rowBytes = ROW_BYTES + (areKeysShort ? 4 : 8);
		this.store = new ByteStore(memory.kept);
	}

	get length(): number {
		return this.keys.length;
	}

	/**
	 * Adds a row with a copy of the bytes.
	 *
	 * @param key greater than the last key
	 * @returns the copy; undefined if the row was dropped, or added without its bytes for lack of memory
	 */
	add(key: number, number: number, bytes: Buffer): Buffer | undefined {
		// A cross-reference cannot name such an object, so it is not counted as dropped.
		if (number > MAX_OFFSET) return undefined;
		this.hasDropped ||= this.length >= this.maxRows || key > this.maxKey;
		this.hasDropped ||= !this.memory.tables.tryTake(this.rowBytes);
		if (this.hasDropped) return undefined;
		const address = this.store.tryAdd(bytes);
		this.keys.push(key);
		this.numbers.push(number);
		this.addresses.push(address ?? 0);
		// Plus 1, because an object may be empty.
		this.lengths.push(address === undefined ? 0 : bytes.length + 1);
		return address === undefined ? undefined : this.store.get(address, bytes.length);
	}

	/** The row with this key; -1 if there is none. */
	findRow(key: number): number {
		const row = this.keys.findFirstRow(key);
		return this.keys.get(row) === key ? row : -1;
	}

	/** The bytes of a row; undefined if there was no memory for them, or if the row does not exist. */
	getBytes(row: number): Buffer | undefined {
		const length = this.lengths.get(row);
		return length > 0 ? this.store.get(this.addresses.get(row), length - 1) : undefined;
	}
}
