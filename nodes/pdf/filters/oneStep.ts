import { parseHexDigit, isWhiteSpace } from '../characters';
import type { Dictionary } from '../syntax';

const HEX_END_CODE = 0x3e;
const BASE85_END_CODE = 0x7e;
const FOUR_ZEROS_CODE = 0x7a;
const FIRST_DIGIT_CODE = 0x21;
const LZW_CLEAR_CODE = 256;
const LZW_END_CODE = 257;
const MAX_LZW_CODE_BITS = 12;
const RUN_END_CODE = 128;
const MAX_RUN_BYTES = 128;

/** Output of a filter. */
export interface Decoded {
	content: Buffer;
	/** Whether the data have a proper end, without damage before it. */
	isComplete: boolean;
}

/** The filter that changes nothing: data were decrypted before. */
export const UNCHANGED = 'Crypt';
const NOTHING: Decoded = { content: Buffer.alloc(0), isComplete: false };

/**
 * Runs filters for which decoding in pieces is not worth the effort.
 *
 * @param maxBytes limit of input and of output: one step blocks n8n
 */
export function decodeInOneStep(
	filter: string,
	data: Buffer,
	parameters: Dictionary | undefined,
	maxBytes: number,
): Decoded {
	if (filter === UNCHANGED) return { content: data, isComplete: true };
	if (data.length > maxBytes) return NOTHING;
	switch (filter) {
		case 'LZWDecode':
			return decodeLzw(data, parameters?.get('EarlyChange') !== 0, maxBytes);
		case 'ASCIIHexDecode':
			return decodeAsciiHex(data);
		case 'ASCII85Decode':
			return decodeAscii85(data);
		case 'RunLengthDecode':
			return decodeRunLength(data, maxBytes);
		default:
			return NOTHING;
	}
}

/** ASCIIHexDecode (ISO 32000-1, 7.4.2). Characters other than digits are skipped. */
export function decodeAsciiHex(data: Buffer): Decoded {
	const decoded = Buffer.alloc(Math.ceil(data.length / 2));
	const end = data.indexOf(HEX_END_CODE);
	let isComplete = end >= 0;
	let digits = 0;
	for (const code of isComplete ? data.subarray(0, end) : data) {
		const value = parseHexDigit(code);
		isComplete &&= value >= 0 || isWhiteSpace(code);
		if (value < 0) continue;
		const at = digits >> 1;
		decoded[at] = (decoded[at] ?? 0) + (digits % 2 === 0 ? value * 16 : value);
		digits += 1;
	}
	return { content: decoded.subarray(0, Math.ceil(digits / 2)), isComplete };
}

/** ASCII85Decode (ISO 32000-1, 7.4.3). */
export function decodeAscii85(data: Buffer): Decoded {
	const end = data.indexOf(BASE85_END_CODE);
	let isComplete = end >= 0;
	const given = isComplete ? data.subarray(0, end) : data;
	// A `z` stands for four bytes.
	const decoded = Buffer.alloc(4 * (given.length + 1));
	let length = 0;
	let value = 0;
	let digits = 0;
	for (const code of given) {
		if (isWhiteSpace(code)) continue;
		if (code === FOUR_ZEROS_CODE && digits === 0) {
			length += 4;
			continue;
		}
		const digit = code - FIRST_DIGIT_CODE;
		isComplete &&= digit >= 0 && digit < 85;
		value = value * 85 + digit;
		digits += 1;
		if (digits < 5) continue;
		decoded.writeUInt32BE(value >>> 0, length);
		length += 4;
		[value, digits] = [0, 0];
	}
	// A single digit is not enough for a byte.
	if (digits === 1) return { content: decoded.subarray(0, length), isComplete: false };
	for (let count = digits; count > 0 && count < 5; count += 1) value = value * 85 + 84;
	decoded.writeUInt32BE(value >>> 0, length);
	length += Math.max(0, digits - 1);
	return { content: decoded.subarray(0, length), isComplete };
}

/**
 * LZWDecode (ISO 32000-1, 7.4.4): codes of 9 to 12 bits for sequences seen before.
 *
 * @param growsEarly whether codes grow one entry earlier than necessary (EarlyChange, the default)
 * @param maxBytes output bytes after which it stops
 */
export function decodeLzw(data: Buffer, growsEarly: boolean, maxBytes: number): Decoded {
	const parts: Buffer[] = [];
	let table: Buffer[] = [];
	let previous: Buffer | undefined;
	let length = 0;
	let bits = 0;
	let value = 0;
	let width = 9;
	let isComplete = false;
	for (const byte of data) {
		value = ((value << 8) | byte) & 0xffffff;
		bits += 8;
		if (bits < width) continue;
		bits -= width;
		const code = (value >> bits) & ((1 << width) - 1);
		isComplete = code === LZW_END_CODE;
		if (isComplete || length > maxBytes) break;
		if (code === LZW_CLEAR_CODE) {
			[table, previous, width] = [[], undefined, 9];
			continue;
		}
		const known = code < 256 ? Buffer.from([code]) : table[code - 258];
		const isNext = code - 258 === table.length;
		const entry =
			known ?? (isNext && previous && Buffer.concat([previous, previous.subarray(0, 1)]));
		// An undefined code: the output until then is valid.
		if (!entry) break;
		if (previous && table.length < 4096)
			table.push(Buffer.concat([previous, entry.subarray(0, 1)]));
		parts.push(entry);
		length += entry.length;
		previous = entry;
		const next = 258 + table.length + (growsEarly ? 1 : 0);
		width = Math.min(MAX_LZW_CODE_BITS, Math.max(9, 32 - Math.clz32(next)));
	}
	return { content: Buffer.concat(parts), isComplete };
}

/**
 * RunLengthDecode (ISO 32000-1, 7.4.5).
 *
 * @param maxBytes output bytes after which it stops
 */
export function decodeRunLength(data: Buffer, maxBytes: number): Decoded {
	const decoded = Buffer.alloc(maxBytes + MAX_RUN_BYTES);
	let length = 0;
	let at = 0;
	while (length < maxBytes) {
		const code = data[at] ?? RUN_END_CODE;
		if (code === RUN_END_CODE) break;
		if (code < RUN_END_CODE) {
			length += data.copy(decoded, length, at + 1, at + 2 + code);
			at += code + 2;
		} else {
			decoded.fill(data[at + 1] ?? 0, length, length + 257 - code);
			length += 257 - code;
			at += 2;
		}
	}
	return { content: decoded.subarray(0, length), isComplete: data[at] === RUN_END_CODE };
}
