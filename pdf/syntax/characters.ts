const WHITE_SPACE = 1;
const DELIMITER = 2;

const classes = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) classes[code] = WHITE_SPACE;
for (const code of Buffer.from('()<>[]{}/%')) classes[code] = DELIMITER;

/** White-space characters (ISO 32000-1, Table 1). */
export function isWhiteSpace(code: number | undefined): boolean {
	return code !== undefined && classes[code] === WHITE_SPACE;
}

/** Characters of names, numbers and keywords: neither white-space nor delimiters (7.2.2). */
export function isRegular(code: number | undefined): boolean {
	return code !== undefined && classes[code] === 0;
}

export function isEndOfLine(code: number | undefined): boolean {
	return code === 10 || code === 13;
}

export function isDigit(code: number | undefined): boolean {
	return code !== undefined && code >= 0x30 && code <= 0x39;
}

/** Value of a hexadecimal digit; -1 for any other character, or for none. */
export function toDigitValue(code: number | undefined): number {
	if (code === undefined) return -1;
	if (code >= 0x30 && code <= 0x39) return code - 0x30;
	// An upper-case letter becomes lower-case.
	const letter = code | 0x20;
	return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

/** Place after the regular characters that begin at `from`; `from` if none do. */
export function findWordEnd(bytes: Buffer, from: number): number {
	let at = from;
	while (isRegular(bytes[at])) at += 1;
	return at;
}

/** Place of the next end-of-line character; `bytes.length` if there is none. */
export function findLineEnd(bytes: Buffer, from: number): number {
	let at = from;
	while (at < bytes.length && !isEndOfLine(bytes[at])) at += 1;
	return at;
}
