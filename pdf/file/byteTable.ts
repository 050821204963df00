import type { DocumentMemory } from '../budget';
import { ByteStore, NumberColumn } from './columns';

/** Offsets take four bytes: files beyond 4 GB are not read to their end. */
export const MAX_OFFSET = 2 ** 32 - 1;

/** Number, address and length, apart from the key. */
const ROW_BYTES = 12;

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
	private readonly store: ByteStore;
	private readonly rowBytes: number;

	/** @param maxKey greatest key */
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
	 * @param key greater than the last key
	 * @returns the copy that is kept; undefined if there is no room
	 */
	add(key: number, number: number, bytes: Buffer): Buffer | undefined {
		// No cross-reference has such a number.
		if (number > MAX_OFFSET) return undefined;
		this.hasDropped ||= this.length >= this.maxRows || key > this.maxKey;
		this.hasDropped ||= !this.memory.tables.tryTake(this.rowBytes);
		if (this.hasDropped) return undefined;
		const address = this.store.tryAdd(bytes);
		this.keys.push(key);
		this.numbers.push(number);
		this.addresses.push(address ?? 0);
		// One more, because an object may be empty.
		this.lengths.push(address === undefined ? 0 : bytes.length + 1);
		return address === undefined ? undefined : this.store.get(address, bytes.length);
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
