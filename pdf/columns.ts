import { Unknown } from './objects';

/**
 * Storage for millions of numbers and for the bytes of objects. It grows block by block, so that nothing is
 * copied, and needs a fraction of the memory of arrays, maps and objects.
 */

const ROW_BITS = 12;
const BLOCK_ROWS = 2 ** ROW_BITS;

type Block = Float64Array | Uint32Array;

/** A list of numbers. */
export class NumberColumn {
	length = 0;
	private readonly blocks: Block[] = [];

	/** @param Rows `Uint32Array` for numbers from 0 to 2³² - 1 */
	constructor(private readonly Rows: new (length: number) => Block = Float64Array) {}

	push(value: number): void {
		if (this.length % BLOCK_ROWS === 0) this.blocks.push(new this.Rows(BLOCK_ROWS));
		this.length += 1;
		this.set(this.length - 1, value);
	}

	set(row: number, value: number): void {
		const block = this.blocks[row >> ROW_BITS];
		if (block) block[row % BLOCK_ROWS] = value;
	}

	/** NaN for a row that does not exist. */
	get(row: number): number {
		return row < this.length ? (this.blocks[row >> ROW_BITS]?.[row % BLOCK_ROWS] ?? NaN) : NaN;
	}

	/** The first row, of an ascending list, with this value or a greater one. */
	findFirstRow(value: number): number {
		return findFirst(this.length, (row) => this.get(row) >= value);
	}
}

/** The first of so many ascending rows that is far enough; `length` without one. */
export function findFirst(length: number, isFarEnough: (row: number) => boolean): number {
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (isFarEnough(middle)) high = middle;
		else low = middle + 1;
	}
	return low;
}

const PAGE_NUMBERS = 256;
/** Some 24 MB. Object numbers are dense, apart from a few gaps. */
const MAX_PAGES = 12_000;

/** A number for each object number. */
export class NumberIndex {
	private readonly pages = new Map<number, Float64Array>();

	/** @throws Unknown if the object numbers are too far apart, or too many */
	set(number: number, value: number): void {
		const key = Math.floor(number / PAGE_NUMBERS);
		let page = this.pages.get(key);
		if (!page) {
			if (this.pages.size === MAX_PAGES) throw new Unknown('it has too many object numbers');
			page = new Float64Array(PAGE_NUMBERS).fill(NaN);
			this.pages.set(key, page);
		}
		page[number % PAGE_NUMBERS] = value;
	}

	get(number: number): number | undefined {
		const value = this.pages.get(Math.floor(number / PAGE_NUMBERS))?.[number % PAGE_NUMBERS];
		return value === undefined || Number.isNaN(value) ? undefined : value;
	}

	/** All object numbers, in no particular order. */
	*listNumbers(): Generator<number, void> {
		for (const [key, page] of this.pages) {
			for (const [index, value] of page.entries()) {
				if (!Number.isNaN(value)) yield key * PAGE_NUMBERS + index;
			}
		}
	}
}

const BLOCK_BYTES = 64 * 1024;

/** Bytes, one piece after the other. */
export class ByteStore {
	private readonly blocks: Buffer[] = [];
	private end = 0;

	/** Keeps a copy. @returns its address, below 2³² */
	add(bytes: Buffer): number {
		if (this.end + bytes.length > this.blocks.length * BLOCK_BYTES) {
			this.end = this.blocks.length * BLOCK_BYTES;
			const count = Math.max(1, Math.ceil(bytes.length / BLOCK_BYTES));
			// A large piece takes several places in the list, so that addresses stay simple.
			const block = Buffer.alloc(count * BLOCK_BYTES);
			for (let index = 0; index < count; index += 1) {
				this.blocks.push(block.subarray(index * BLOCK_BYTES));
			}
		}
		const address = this.end;
		this.blocks[Math.floor(address / BLOCK_BYTES)]?.set(bytes, address % BLOCK_BYTES);
		this.end += bytes.length;
		return address;
	}

	get(address: number, length: number): Buffer {
		const start = address % BLOCK_BYTES;
		const block = this.blocks[Math.floor(address / BLOCK_BYTES)];
		return block?.subarray(start, start + length) ?? Buffer.alloc(0);
	}
}
