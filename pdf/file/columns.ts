import { randomInt } from 'crypto';

import type { Memory } from '../budget';
import { Unknown } from '../unknown';

/**
 * Storage for millions of numbers and for the bytes of objects. It grows block by block, so that nothing is
 * copied, and needs a fraction of the memory of arrays, maps and objects.
 */

const ROW_BITS = 12;
const BLOCK_ROWS = 2 ** ROW_BITS;

type Block = Float64Array | Uint32Array;

/** A list of numbers. Its owner counts the memory: 8 bytes for each number, or 4 in a `Uint32Array`. */
export class NumberColumn {
	length = 0;
	private readonly blocks: Block[] = [];

	/** @param Rows `Uint32Array` for numbers from 0 to 2³² - 1 */
	constructor(private readonly Rows: new (length: number) => Block = Float64Array) {}

	push(value: number): void {
		if (this.length % BLOCK_ROWS === 0) this.blocks.push(new this.Rows(BLOCK_ROWS));
		const block = this.blocks[this.length >> ROW_BITS];
		if (block) block[this.length % BLOCK_ROWS] = value;
		this.length += 1;
	}

	/** NaN for a row that does not exist. */
	get(row: number): number {
		return row < this.length ? (this.blocks[row >> ROW_BITS]?.[row % BLOCK_ROWS] ?? NaN) : NaN;
	}

	/** In an ascending list, the first row with this value or a greater one; `length` if there is none. */
	findFirstRow(value: number): number {
		return findFirst(this.length, (row) => this.get(row) >= value);
	}
}

/** The first of `length` rows that is far enough; `length` if none is. All rows after it must be far enough, too. */
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

const PAGE_BITS = 8;
const PAGE_NUMBERS = 2 ** PAGE_BITS;
/** Memory of a page: its numbers, and what the array and its place in the map take. */
const PAGE_BYTES = 8 * PAGE_NUMBERS + 300;
/** Pages that may be almost empty, because object numbers have gaps, such as those that editing leaves. */
const MAX_SPARSE_PAGES = 3000;
/** For each page beyond those, the index must have this many numbers. */
const MIN_NUMBERS_PER_PAGE = 16;

/**
 * V8's maps hash whole numbers in a fixed way, so a file could choose object numbers that all fall into one
 * bucket, and each look-up would go through thousands of entries. A random factor changes the buckets in every
 * process. It is odd, so that different pages keep different keys.
 */
const FACTOR = 2 * randomInt(2 ** 22) + 1;
const KEY_MASK = 2 ** (32 - PAGE_BITS) - 1;

/** Maps object numbers to numbers. It ignores object numbers from 2³² on, which no document has. */
export class NumberIndex {
	private readonly pages = new Map<number, { first: number; values: Float64Array }>();
	private count = 0;

	constructor(private readonly memory: Memory) {}

	/** @throws Unknown if the object numbers are too far apart, or too many */
	set(number: number, value: number): void {
		if (number >= 2 ** 32) return;
		const key = toKey(number);
		let page = this.pages.get(key);
		if (!page) {
			const maxPages = MAX_SPARSE_PAGES + this.count / MIN_NUMBERS_PER_PAGE;
			if (this.pages.size > maxPages) throw new Unknown('it has too many object numbers');
			this.memory.take(PAGE_BYTES);
			const first = number - (number % PAGE_NUMBERS);
			page = { first, values: new Float64Array(PAGE_NUMBERS).fill(NaN) };
			this.pages.set(key, page);
		}
		const index = number % PAGE_NUMBERS;
		if (Number.isNaN(page.values[index])) this.count += 1;
		page.values[index] = value;
	}

	get(number: number): number | undefined {
		if (number >= 2 ** 32) return undefined;
		const value = this.pages.get(toKey(number))?.values[number % PAGE_NUMBERS];
		return value === undefined || Number.isNaN(value) ? undefined : value;
	}

	/** Memory of all pages. */
	get bytes(): number {
		return PAGE_BYTES * this.pages.size;
	}

	/** All object numbers, in no particular order. */
	*listNumbers(): Generator<number, void> {
		for (const { first, values } of this.pages.values()) {
			for (const [index, value] of values.entries()) {
				if (!Number.isNaN(value)) yield first + index;
			}
		}
	}

	/** Gives the memory back. */
	release(): void {
		this.memory.release(this.bytes);
		this.pages.clear();
	}
}

function toKey(number: number): number {
	return Math.imul(number / PAGE_NUMBERS, FACTOR) & KEY_MASK;
}

const BLOCK_BYTES = 64 * 1024;

/** Bytes, one piece after the other. */
export class ByteStore {
	private readonly blocks: Buffer[] = [];
	private end = 0;

	constructor(private readonly memory: Memory) {}

	/** Keeps a copy. @returns its address, below 2³²; undefined if there is no room */
	tryAdd(bytes: Buffer): number | undefined {
		if (this.end + bytes.length > this.blocks.length * BLOCK_BYTES) {
			const count = Math.max(1, Math.ceil(bytes.length / BLOCK_BYTES));
			if (!this.memory.tryTake(count * BLOCK_BYTES)) return undefined;
			this.end = this.blocks.length * BLOCK_BYTES;
			// A large block fills several entries of the list, so that address / BLOCK_BYTES is always an index.
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
