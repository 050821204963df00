import { hexValue, isWhiteSpace } from '../characters';
import type { Decoded } from './decoded';

const HEX_END = 0x3e;
const BASE85_END = 0x7e;
const FOUR_ZEROS = 0x7a;
const FIRST_DIGIT = 0x21;

/** ASCIIHexDecode (ISO 32000-1, 7.4.2); what is no digit is passed over. */
export function asciiHexDecode(data: Buffer): Decoded {
	const decoded = Buffer.alloc(Math.ceil(data.length / 2));
	const end = data.indexOf(HEX_END);
	let whole = end >= 0;
	let digits = 0;
	for (const code of whole ? data.subarray(0, end) : data) {
		const value = hexValue(code);
		whole &&= value >= 0 || isWhiteSpace(code);
		if (value < 0) continue;
		const at = digits >> 1;
		decoded[at] = (decoded[at] ?? 0) + (digits % 2 === 0 ? value * 16 : value);
		digits += 1;
	}
	return { content: decoded.subarray(0, Math.ceil(digits / 2)), whole };
}

/** ASCII85Decode (ISO 32000-1, 7.4.3). */
export function ascii85Decode(data: Buffer): Decoded {
	const decoded: number[] = [];
	const end = data.indexOf(BASE85_END);
	let whole = end >= 0;
	let group: number[] = [];
	for (const code of whole ? data.subarray(0, end) : data) {
		if (isWhiteSpace(code)) continue;
		if (code === FOUR_ZEROS && group.length === 0) {
			decoded.push(0, 0, 0, 0);
			continue;
		}
		const digit = code - FIRST_DIGIT;
		whole &&= digit >= 0 && digit < 85;
		group.push(digit);
		if (group.length === 5) {
			decoded.push(...bytesOf(group, 4));
			group = [];
		}
	}
	if (group.length > 0) decoded.push(...bytesOf(group, group.length - 1));
	// A digit alone is not enough for a byte.
	return { content: Buffer.from(decoded), whole: whole && group.length !== 1 };
}

function bytesOf(group: number[], count: number): number[] {
	const value = [0, 1, 2, 3, 4].reduce((sum, index) => sum * 85 + (group[index] ?? 84), 0);
	return [24, 16, 8, 0].slice(0, count).map((shift) => Math.floor(value / 2 ** shift) & 0xff);
}
