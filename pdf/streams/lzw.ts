import type { Pieces } from './pieces';

const CLEAR_TABLE = 256;
const END_OF_DATA = 257;
const FIRST_CODE = 258;
const MIN_BITS = 9;
const MAX_BITS = 12;
const MAX_CODES = 2 ** MAX_BITS;
/** Meanings at the start: a code below 256 stands for the byte with its value, and all others for nothing. */
const FIRST_SUFFIXES = Uint8Array.from({ length: MAX_CODES }, (_, code) => code);
const FIRST_LENGTHS = new Uint16Array(MAX_CODES).fill(1, 0, CLEAR_TABLE);
/** Output after which a piece is yielded. The last code, which stands for at most 4 kB, may exceed it. */
const ROOM_BYTES = 32 * 1024;

/** Unused tables: each has some 60 kB, which V8 would free late if each of many small streams had a new one. */
const unused: LzwTable[] = [];
const MAX_UNUSED = 4;

/**
 * LZWDecode (ISO 32000-1, 7.4.4), which Acrobat Distiller 2 and 3 used for content.
 *
 * @param isEarly whether codes get longer one code earlier than necessary, as they do by default (Table 8)
 */
export function* decodeLzw(input: Pieces, isEarly: boolean): Pieces {
	const table = unused.pop() ?? new LzwTable();
	table.begin(isEarly);
	try {
		return yield* decodeWith(table, input);
	} finally {
		if (unused.length < MAX_UNUSED) unused.push(table);
	}
}

function* decodeWith(table: LzwTable, input: Pieces): Pieces {
	const { output } = table;
	let to = 0;
	let bits = 0;
	let bitCount = 0;
	for (const piece of input) {
		for (const byte of piece) {
			bits = ((bits << 8) | byte) & 0xffffff;
			bitCount += 8;
			if (bitCount < table.width) continue;
			bitCount -= table.width;
			const code = (bits >> bitCount) & (2 ** table.width - 1);
			const end = code === END_OF_DATA ? -1 : table.write(code, to);
			if (end < 0) {
				yield output.subarray(0, to);
				return code === END_OF_DATA;
			}
			to = end;
			if (to >= ROOM_BYTES) {
				yield output.subarray(0, to);
				to = 0;
			}
		}
		yield output.subarray(0, to);
		to = 0;
	}
	return false;
}

/** What the codes stand for, and room for the output. */
class LzwTable {
	/** Bits of the next code. */
	width = MIN_BITS;
	/** A code stands for the bytes that its prefix, another code, stands for, and then for its suffix, one byte. */
	private readonly prefixes = new Uint16Array(MAX_CODES);
	private readonly suffixes = FIRST_SUFFIXES.slice();
	private readonly lengths = FIRST_LENGTHS.slice();
	/** The next code that gets a meaning. */
	private next = FIRST_CODE;
	/** The code before; CLEAR_TABLE if there is none since the table was cleared. */
	private previous = CLEAR_TABLE;

	private isEarly = true;
	readonly output = Buffer.allocUnsafe(ROOM_BYTES + MAX_CODES);

	/** Takes all meanings away that the codes had in earlier data. */
	begin(isEarly: boolean): void {
		this.isEarly = isEarly;
		this.clear();
	}

	private clear(): void {
		this.next = FIRST_CODE;
		this.width = MIN_BITS;
		this.previous = CLEAR_TABLE;
	}

	/**
	 * Writes the bytes that a code stands for into the output, and gives a meaning to the next unused code. CLEAR_TABLE
	 * writes nothing and takes these meanings away.
	 *
	 * @returns the place after the bytes; -1 if the code has no meaning
	 */
	write(code: number, to: number): number {
		const { lengths, output, previous, suffixes } = this;
		if (code === CLEAR_TABLE) {
			this.clear();
			return to;
		}
		const isKnown = code < this.next;
		const isNext = code === this.next && previous !== CLEAR_TABLE;
		if (!isKnown && !isNext) return -1;
		// A code that only now gets its meaning stands for the bytes of the code before, and the first of them again.
		let end = this.copy(isKnown ? code : previous, to);
		const first = output[to] ?? 0;
		if (!isKnown) {
			output[end] = first;
			end += 1;
		}
		if (previous !== CLEAR_TABLE && this.next < MAX_CODES) {
			this.prefixes[this.next] = previous;
			suffixes[this.next] = first;
			lengths[this.next] = (lengths[previous] ?? 0) + 1;
			this.next += 1;
			const isFull = this.next + (this.isEarly ? 1 : 0) >= 2 ** this.width;
			if (isFull && this.width < MAX_BITS) this.width += 1;
		}
		this.previous = code;
		return end;
	}

	private copy(code: number, to: number): number {
		const { output } = this;
		const end = to + (this.lengths[code] ?? 0);
		let left = code;
		for (let at = end - 1; at >= to; at -= 1) {
			output[at] = this.suffixes[left] ?? 0;
			left = this.prefixes[left] ?? 0;
		}
		return end;
	}
}
