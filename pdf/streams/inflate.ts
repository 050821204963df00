import type { Pieces } from './pieces';
import { Code, Damage, FAST_MASK, MAX_CODE_BITS } from './huffmanCode';

/*
 * Inflate is written here because `DecompressionStream`, the only decompressor of Node.js that n8n allows in a
 * verified node, is not good enough. From Node.js 22 on, it refuses bytes after the end of the data (LibreOffice and
 * cairo write an end of line there). It needs a third of a millisecond to set up, ends the process in some versions
 * if it is closed early, and cannot say how much work it has done.
 */

/** A match copies earlier output, from at most this many bytes back (RFC 1951, 3.2.5). */
const WINDOW_BYTES = 32 * 1024;
/** Room for new output. When it is almost full, the output is yielded as a piece. */
const ROOM_BYTES = 32 * 1024;
const OUTPUT_BYTES = WINDOW_BYTES + ROOM_BYTES;
const MAX_MATCH_BYTES = 258;
/** Bytes of input that are enough for the longest heading of a block, and for the longest symbol. */
const HEADING_BYTES = 600;
const SYMBOL_BYTES = 8;
/** Work of beginning a block without codes of its own, and of one with them. A byte of output is 1. */
const BLOCK_WORK = 64;
const CODES_WORK = 1500;

const END_OF_BLOCK = 256;
const MAX_LITERAL_CODES = 286;
const MAX_DISTANCE_CODES = 30;

/** Base and number of additional bits of lengths from symbol 257 on, and of distances (RFC 1951, 3.2.5). */
const LENGTH_BASE = [
	3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
	163, 195, 227, 258,
];
const LENGTH_BITS = [
	0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const DISTANCE_BASE = [
	1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
	3073, 4097, 6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_BITS = [
	0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
/** Adler-32: its prime, and how many bytes can be added before the sums need more than 31 bits. */
const SUM_MODULUS = 65521;
const SUM_STEP_BYTES = 3800;
/**
 * The lengths of a block's codes are written in a code themselves. The block gives the lengths of that code in this
 * order (3.2.7).
 */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The codes of blocks that have none of their own (3.2.6). */
const FIXED_LITERALS = new Code(288);
const FIXED_DISTANCES = new Code(32);
FIXED_LITERALS.build(
	Uint8Array.from({ length: 288 }, (_, symbol) => {
		if (symbol < 144) return 8;
		if (symbol < 256) return 9;
		return symbol < 280 ? 7 : 8;
	}),
	false,
);
FIXED_DISTANCES.build(new Uint8Array(32).fill(5), false);

/** Unused decoders: each has some 70 kB, which would otherwise be allocated for each of many small streams. */
const unused: Inflater[] = [];
const MAX_UNUSED = 4;

/**
 * FlateDecode (ISO 32000-1, 7.4.4): zlib's format (RFC 1950). The output before damage is valid. Bytes after
 * the end are ignored.
 *
 * @param spend counts work other than output, as bytes of output, and returns false if the budget is used up
 */
export function* inflate(input: Pieces, spend: (bytes: number) => boolean): Pieces {
	const inflater = unused.pop() ?? new Inflater();
	inflater.begin(input);
	try {
		return yield* inflater.decode(spend);
	} finally {
		inflater.end();
		if (unused.length < MAX_UNUSED) unused.push(inflater);
	}
}

const NOTHING = Buffer.alloc(0);
/** Why `decodeSymbols` has stopped. */
type Stop = 'needs input' | 'needs room' | 'block has ended';

class Inflater {
	private readonly output = Buffer.alloc(OUTPUT_BYTES);
	/** Place in `output` where the next byte is written, and place of the first byte that was not yielded yet. */
	private to = 0;
	private from = 0;
	private readonly literals = new Code(MAX_LITERAL_CODES);
	private readonly distances = new Code(MAX_DISTANCE_CODES);
	private readonly lengths = new Code(LENGTH_ORDER.length);
	private input: Pieces | undefined;
	/** The input that was received last, and the place of its next byte. */
	private bytes: Buffer = NOTHING;
	private at = 0;
	/** Whether no more input follows, and whether it was complete. */
	private isAll = false;
	private isComplete = false;
	/** Bits that were taken from `bytes` and not used yet, the next one lowest, and their number. */
	private bits = 0;
	private bitCount = 0;
	/** Adler-32 of the output that was yielded (RFC 1950, 9). */
	private low = 1;
	private high = 0;

	begin(input: Pieces): void {
		this.input = input;
		this.to = 0;
		this.from = 0;
		this.bytes = NOTHING;
		this.at = 0;
		this.isAll = false;
		this.isComplete = false;
		this.bits = 0;
		this.bitCount = 0;
		this.low = 1;
		this.high = 0;
	}

	end(): void {
		this.input?.return(false);
		this.input = undefined;
		this.bytes = NOTHING;
	}

	*decode(spend: (bytes: number) => boolean): Pieces {
		try {
			yield* this.fill(SYMBOL_BYTES);
			// An empty stream may have a filter (multiple-filters-length-zero.pdf of pdf.js). Without its input's end,
			// it is empty only because a filter before it failed, or because the budget is used up.
			if (this.bytes.length === 0) return this.isComplete;
			this.readZlibHeader();
			for (let isLast = false; !isLast;) {
				yield* this.fill(HEADING_BYTES);
				isLast = this.takeBits(1) === 1;
				const type = this.takeBits(2);
				if (!spend(type === 2 ? CODES_WORK : BLOCK_WORK)) return false;
				if (type === 0) yield* this.copyStored();
				else if (type === 1) yield* this.decodeBlock(FIXED_LITERALS, FIXED_DISTANCES);
				else yield* this.decodeOwnBlock(type);
			}
			yield* this.fill(HEADING_BYTES);
			yield this.takeOutput();
			return this.hasRightSum();
		} catch {
			yield this.takeOutput();
			return false;
		}
	}

	/** Receives input until at least `count` bytes are left to read, or the input has ended. */
	private *fill(count: number): Generator<Buffer, void> {
		while (!this.isAll && this.bytes.length - this.at < count) {
			this.unreadBytes();
			const rest = Buffer.from(this.bytes.subarray(this.at));
			const next = this.input?.next();
			this.isAll = next === undefined || next.done === true;
			this.isComplete = next?.done === true && next.value;
			const more = next === undefined || next.done === true ? NOTHING : next.value;
			this.bytes = rest.length === 0 ? more : Buffer.concat([rest, more]);
			this.at = 0;
			// Lets the caller yield to other work, though there is no output.
			yield NOTHING;
		}
	}

	/** Puts bytes back that were taken as bits, if all their bits are unused. */
	private unreadBytes(): void {
		this.at -= this.bitCount >> 3;
		this.bitCount &= 7;
		this.bits &= (1 << this.bitCount) - 1;
	}

	/** @throws Damage if it is not a zlib header, or asks for a preset dictionary */
	private readZlibHeader(): void {
		const method = this.takeBits(8);
		const flags = this.takeBits(8);
		const isZlib = (method & 15) === 8 && method >> 4 <= 7 && (256 * method + flags) % 31 === 0;
		const hasDictionary = (flags & 0x20) !== 0;
		if (!isZlib || hasDictionary) throw new Damage();
	}

	/** @throws Damage if fewer bits are left of the received input */
	private takeBits(count: number): number {
		while (this.bitCount < count) {
			if (this.at >= this.bytes.length) throw new Damage();
			this.bits |= (this.bytes[this.at] ?? 0) << this.bitCount;
			this.at += 1;
			this.bitCount += 8;
		}
		const value = this.bits & ((1 << count) - 1);
		this.bits >>>= count;
		this.bitCount -= count;
		return value;
	}

	/** A block without compression (RFC 1951, 3.2.4). */
	private *copyStored(): Generator<Buffer, void> {
		this.takeBits(this.bitCount & 7);
		let left = this.takeBits(16);
		if (left !== (this.takeBits(16) ^ 0xffff)) throw new Damage();
		this.unreadBytes();
		while (left > 0) {
			yield* this.fill(1);
			if (this.to === this.output.length) yield* this.makeRoom();
			const room = this.output.length - this.to;
			const part = this.bytes.subarray(this.at, this.at + Math.min(left, room));
			if (part.length === 0) throw new Damage();
			this.output.set(part, this.to);
			this.at += part.length;
			this.to += part.length;
			left -= part.length;
		}
	}

	/** A block with codes of its own (3.2.7). */
	private *decodeOwnBlock(type: number): Generator<Buffer, void> {
		if (type === 3) throw new Damage();
		const literalCodes = this.takeBits(5) + 257;
		const distanceCodes = this.takeBits(5) + 1;
		const lengthCodes = this.takeBits(4) + 4;
		if (literalCodes > MAX_LITERAL_CODES || distanceCodes > MAX_DISTANCE_CODES) throw new Damage();
		const lengthLengths = new Uint8Array(LENGTH_ORDER.length);
		for (const symbol of LENGTH_ORDER.slice(0, lengthCodes))
			lengthLengths[symbol] = this.takeBits(3);
		this.lengths.build(lengthLengths, false);
		const all = this.readCodeLengths(literalCodes + distanceCodes);
		if (all[END_OF_BLOCK] === 0) throw new Damage();
		this.literals.build(all.subarray(0, literalCodes), true);
		this.distances.build(all.subarray(literalCodes), true);
		yield* this.decodeBlock(this.literals, this.distances);
	}

	/** Reads the lengths of a block's codes, which are themselves written in a code. */
	private readCodeLengths(count: number): Uint8Array {
		const all = new Uint8Array(count);
		let index = 0;
		while (index < count) {
			const symbol = this.takeSymbol(this.lengths);
			if (symbol < 16) {
				all[index] = symbol;
				index += 1;
				continue;
			}
			const isCopy = symbol === 16;
			if (isCopy && index === 0) throw new Damage();
			const length = isCopy ? (all[index - 1] ?? 0) : 0;
			const repeats = isCopy
				? 3 + this.takeBits(2)
				: symbol === 17
					? 3 + this.takeBits(3)
					: 11 + this.takeBits(7);
			if (index + repeats > count) throw new Damage();
			all.fill(length, index, index + repeats);
			index += repeats;
		}
		return all;
	}

	private takeSymbol(code: Code): number {
		while (this.bitCount < MAX_CODE_BITS && this.at < this.bytes.length) {
			this.bits |= (this.bytes[this.at] ?? 0) << this.bitCount;
			this.at += 1;
			this.bitCount += 8;
		}
		const entry = code.find(this.bits);
		if (entry === 0 || (entry & 15) > this.bitCount) throw new Damage();
		this.takeBits(entry & 15);
		return entry >> 4;
	}

	private *decodeBlock(literals: Code, distances: Code): Generator<Buffer, void> {
		for (;;) {
			const stop = this.decodeSymbols(literals, distances);
			if (stop === 'block has ended') return;
			if (stop === 'needs input') yield* this.fill(HEADING_BYTES);
			else yield* this.makeRoom();
		}
	}

	/** Decodes symbols until it must stop. This loop must be fast: it makes nearly every byte of most documents. */
	private decodeSymbols(literals: Code, distances: Code): Stop {
		const { bytes, output } = this;
		const literalEntries = literals.fast;
		const distanceEntries = distances.fast;
		const inputEnd = this.isAll ? Infinity : bytes.length - SYMBOL_BYTES;
		const outputEnd = output.length - MAX_MATCH_BYTES;
		let { at, bitCount, bits, to } = this;
		let stop: Stop | undefined;
		while (!stop) {
			if (at > inputEnd || to > outputEnd) {
				stop = at > inputEnd ? 'needs input' : 'needs room';
				break;
			}
			for (; bitCount <= 24; bitCount += 8, at += 1) bits |= (bytes[at] ?? 0) << bitCount;
			const literal = literalEntries[bits & FAST_MASK] || literals.findLong(bits);
			bits >>>= literal & 15;
			bitCount -= literal & 15;
			const symbol = literal >> 4;
			let length = 1;
			let distance = 0;
			if (symbol > END_OF_BLOCK) {
				const lengthBits = LENGTH_BITS[symbol - 257];
				if (lengthBits === undefined) throw new Damage();
				length = (LENGTH_BASE[symbol - 257] ?? 0) + (bits & ((1 << lengthBits) - 1));
				bits >>>= lengthBits;
				bitCount -= lengthBits;
				for (; bitCount <= 24; bitCount += 8, at += 1) bits |= (bytes[at] ?? 0) << bitCount;
				const entry = distanceEntries[bits & FAST_MASK] || distances.findLong(bits);
				bits >>>= entry & 15;
				bitCount -= entry & 15;
				for (; bitCount <= 24; bitCount += 8, at += 1) bits |= (bytes[at] ?? 0) << bitCount;
				const distanceBits = DISTANCE_BITS[entry >> 4];
				if (distanceBits === undefined) throw new Damage();
				distance = (DISTANCE_BASE[entry >> 4] ?? 0) + (bits & ((1 << distanceBits) - 1));
				bits >>>= distanceBits;
				bitCount -= distanceBits;
			}
			// Beyond the end of the input, zeros are read. If one of their bits was used, the data are cut off.
			const isCut = at > bytes.length && at - (bitCount >> 3) > bytes.length;
			if (isCut || distance > to) {
				this.to = to;
				throw new Damage();
			}
			if (symbol < END_OF_BLOCK) {
				output[to] = symbol;
				to += 1;
			} else if (symbol === END_OF_BLOCK) {
				stop = 'block has ended';
			} else {
				const end = to + length;
				for (let source = to - distance; to < end; source += 1, to += 1) {
					output[to] = output[source] ?? 0;
				}
			}
		}
		this.at = at;
		this.bitCount = bitCount;
		this.bits = bits;
		this.to = to;
		return stop;
	}

	private *makeRoom(): Generator<Buffer, void> {
		yield this.takeOutput();
		this.output.copyWithin(0, this.to - WINDOW_BYTES, this.to);
		this.to = WINDOW_BYTES;
		this.from = WINDOW_BYTES;
	}

	/** The output that was not yielded yet. The checksum covers it from now on. */
	private takeOutput(): Buffer {
		const piece = this.output.subarray(this.from, this.to);
		this.addToSum(piece);
		this.from = this.to;
		return piece;
	}

	private addToSum(piece: Buffer): void {
		let { high, low } = this;
		for (let start = 0; start < piece.length; start += SUM_STEP_BYTES) {
			const end = Math.min(piece.length, start + SUM_STEP_BYTES);
			for (let at = start; at < end; at += 1) {
				low += piece[at] ?? 0;
				high += low;
			}
			low %= SUM_MODULUS;
			high %= SUM_MODULUS;
		}
		this.low = low;
		this.high = high;
	}

	/** Whether the checksum after the data is that of the output. @throws Damage if it is cut off */
	private hasRightSum(): boolean {
		this.takeBits(this.bitCount & 7);
		const high = 256 * this.takeBits(8) + this.takeBits(8);
		const low = 256 * this.takeBits(8) + this.takeBits(8);
		return high === this.high && low === this.low;
	}
}
