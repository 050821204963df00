import { parseHexDigit, isWhiteSpace } from '../characters';
import type { Decoded } from './decoded';

const HEX_END_CODE = 0x3e;
const BASE85_END_CODE = 0x7e;
const FOUR_ZEROS_CODE = 0x7a;
const FIRST_DIGIT_CODE = 0x21;

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
