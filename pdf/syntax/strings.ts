import { isEndOfLine, toDigitValue } from './characters';

/*
 * Strings and names are decoded byte by byte. One string may have megabytes: a regular expression over it
 * would block n8n for half a second and take a hundred times its memory.
 */

/** Longer names keep their escapes. ISO 32000-1, Annex C, allows 127 bytes. */
const MAX_NAME_BYTES = 1024;

/** Place of the parenthesis that ends the string whose content begins at `from`; `bytes.length` if there is none. */
export function findStringEnd(bytes: Buffer, from: number): number {
	let depth = 1;
	let at = from;
	for (; at < bytes.length; at += 1) {
		const code = bytes[at];
		if (code === 0x5c) at += 1;
		if (code === 0x28) depth += 1;
		if (code === 0x29) depth -= 1;
		if (depth === 0) break;
	}
	return Math.min(at, bytes.length);
}

/** Decodes the name between two places, without its slash: `#` and two hexadecimal digits are a byte (7.3.5). */
export function decodeName(bytes: Buffer, start: number, end: number): string {
	const escaped = bytes.toString('latin1', start, end);
	if (!escaped.includes('#') || end - start > MAX_NAME_BYTES) return escaped;
	const decoded = Buffer.alloc(end - start);
	let length = 0;
	for (let at = start; at < end; at += 1) {
		const isEscape = bytes[at] === 0x23 && at + 2 < end;
		const high = isEscape ? toDigitValue(bytes[at + 1]) : -1;
		const low = isEscape ? toDigitValue(bytes[at + 2]) : -1;
		const isCharacter = high >= 0 && low >= 0;
		decoded[length] = isCharacter ? 16 * high + low : (bytes[at] ?? 0);
		length += 1;
		if (isCharacter) at += 2;
	}
	return decoded.toString('latin1', 0, length);
}

/** Decodes what is between `<` and `>`. Characters other than hexadecimal digits are ignored. */
export function decodeHexadecimal(bytes: Buffer): Buffer {
	const decoded = Buffer.alloc((bytes.length + 1) >> 1);
	let digits = 0;
	for (const code of bytes) {
		const value = toDigitValue(code);
		if (value < 0) continue;
		// A single last digit is followed by an implied 0 (7.3.4.3).
		if (digits % 2 === 0) decoded[digits >> 1] = 16 * value;
		else decoded[digits >> 1] = (decoded[digits >> 1] ?? 0) + value;
		digits += 1;
	}
	return decoded.subarray(0, (digits + 1) >> 1);
}

/** Letters that have a meaning after a backslash, and what they mean (ISO 32000-1, Table 3). */
const ESCAPE_CODES = new Map<number, number>([
	[0x6e, 10],
	[0x72, 13],
	[0x74, 9],
	[0x62, 8],
	[0x66, 12],
]);

function isOctalDigit(code: number | undefined): boolean {
	return code !== undefined && code >= 0x30 && code <= 0x37;
}

/**
 * Decodes what is between the parentheses of a string (7.3.4.2).
 *
 * @returns `bytes` itself, not a copy, if there is no backslash
 */
export function decodeLiteral(bytes: Buffer): Buffer {
	const firstEscape = bytes.indexOf(0x5c);
	if (firstEscape < 0) return bytes;
	const decoded = Buffer.alloc(bytes.length);
	bytes.copy(decoded, 0, 0, firstEscape);
	let length = firstEscape;
	for (let at = firstEscape; at < bytes.length; at += 1) {
		let code = bytes[at] ?? 0;
		if (code === 0x5c) {
			at += 1;
			const escaped = bytes[at];
			if (escaped === undefined) break;
			if (isEndOfLine(escaped)) {
				// A backslash at the end of a line continues the string on the next line.
				if (escaped === 13 && bytes[at + 1] === 10) at += 1;
				continue;
			}
			if (isOctalDigit(escaped)) {
				code = escaped - 0x30;
				for (let digits = 1; digits < 3 && isOctalDigit(bytes[at + 1]); digits += 1) {
					at += 1;
					code = 8 * code + (bytes[at] ?? 0) - 0x30;
				}
			} else {
				code = ESCAPE_CODES.get(escaped) ?? escaped;
			}
		}
		// The buffer keeps the low byte: `\777` is 0xff.
		decoded[length] = code;
		length += 1;
	}
	return decoded.subarray(0, length);
}
