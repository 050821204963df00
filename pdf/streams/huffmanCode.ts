export const MAX_CODE_BITS = 15;
/** Codes up to this length are looked up in one step. */
const FAST_BITS = 10;
export const FAST_MASK = 2 ** FAST_BITS - 1;

/** Data that are not valid, or are cut off. */
export class Damage extends Error {}

/** A Huffman code: a sequence of bits for each symbol (RFC 1951, 3.2.2). */
export class Code {
	/**
	 * An entry for each value of the next bits: the symbol and, in the lowest four bits, the length of its code; 0 if
	 * the code is longer, or if there is none.
	 */
	readonly fast = new Uint16Array(2 ** FAST_BITS);
	/** Number of codes of each length, and all symbols in the order of their codes. */
	readonly counts = new Uint16Array(MAX_CODE_BITS + 1);
	readonly symbols: Uint16Array;

	constructor(maxSymbols: number) {
		this.symbols = new Uint16Array(maxSymbols);
	}

	/**
	 * @param lengths of the symbols' codes; 0 for symbols without one
	 * @param mayBeSingle whether it is valid that there is no code, or only one, of a single bit
	 * @throws Damage if there are more codes than fit into their lengths, or fewer, as zlib does
	 */
	build(lengths: Uint8Array, mayBeSingle: boolean): void {
		const { counts, fast, symbols } = this;
		counts.fill(0);
		fast.fill(0);
		for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
		counts[0] = 0;
		let codesLeft = 1;
		let codes = 0;
		let maxLength = 0;
		/** Next place in `symbols`, and next code, of each length. */
		const places = new Uint16Array(MAX_CODE_BITS + 1);
		const nextCodes = new Uint16Array(MAX_CODE_BITS + 1);
		let code = 0;
		for (let length = 1; length <= MAX_CODE_BITS; length += 1) {
			const count = counts[length] ?? 0;
			code = (code + (counts[length - 1] ?? 0)) << 1;
			nextCodes[length] = code;
			places[length] = codes;
			codes += count;
			codesLeft = 2 * codesLeft - count;
			if (codesLeft < 0) throw new Damage();
			if (count > 0) maxLength = length;
		}
		const isSingle = mayBeSingle && maxLength <= 1;
		if (codesLeft > 0 && !isSingle) throw new Damage();
		for (let symbol = 0; symbol < lengths.length; symbol += 1) {
			const length = lengths[symbol] ?? 0;
			if (length === 0) continue;
			const place = places[length] ?? 0;
			places[length] = place + 1;
			symbols[place] = symbol;
			const own = nextCodes[length] ?? 0;
			nextCodes[length] = own + 1;
			if (length > FAST_BITS) continue;
			const step = 1 << length;
			for (let bits = reverse(own, length); bits < fast.length; bits += step) {
				fast[bits] = (symbol << 4) | length;
			}
		}
	}

	/** The entry, as in `fast`, of the code that these bits begin with; 0 if there is none. */
	find(bits: number): number {
		return this.fast[bits & FAST_MASK] || this.findAny(bits);
	}

	/** The same for bits whose code is not in `fast`. @throws Damage if there is none */
	findLong(bits: number): number {
		const entry = this.findAny(bits);
		if (entry === 0) throw new Damage();
		return entry;
	}

	private findAny(bits: number): number {
		const { counts, symbols } = this;
		let code = 0;
		/** First code of this length, and the place of its symbol. */
		let first = 0;
		let place = 0;
		for (let length = 1; length <= MAX_CODE_BITS; length += 1) {
			code = 2 * code + ((bits >>> (length - 1)) & 1);
			const count = counts[length] ?? 0;
			if (code < first + count) return ((symbols[place + code - first] ?? 0) << 4) | length;
			place += count;
			first = 2 * (first + count);
		}
		return 0;
	}
}

/** Reverses the bits of a code: its highest bit comes first in the data, but lowest in an index of `fast`. */
function reverse(code: number, length: number): number {
	let left = code;
	let reversed = 0;
	for (let bit = 0; bit < length; bit += 1) {
		reversed = (reversed << 1) | (left & 1);
		left >>= 1;
	}
	return reversed;
}
