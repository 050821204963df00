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

function isEndOfLine(code: number | undefined): boolean {
	return code === 10 || code === 13;
}

export function isDigit(code: number | undefined): boolean {
	return code !== undefined && code >= 0x30 && code <= 0x39;
}

function isOctalDigit(code: number | undefined): boolean {
	return isDigit(code) && code !== 0x38 && code !== 0x39;
}

/** End of the name, number or keyword whose characters begin here. */
export function findWordEnd(bytes: Buffer, from: number): number {
	let at = from;
	while (isRegular(bytes[at])) at += 1;
	return at;
}

/** Start of the next line; the end of the bytes without one. */
export function findLineEnd(bytes: Buffer, from: number): number {
	let at = from;
	while (at < bytes.length && !isEndOfLine(bytes[at])) at += 1;
	return at;
}

/** Place of the parenthesis that ends a string; the end of the bytes without one. */
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

/** Decodes a name: `#` and two digits mean a character (7.3.5). */
export function decodeName(escaped: string): string {
	if (!escaped.includes('#')) return escaped;
	return escaped.replace(/#([0-9a-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/** Decodes what is between `<` and `>`. Characters other than digits are ignored. */
export function decodeHexadecimal(bytes: Buffer): Buffer {
	const digits = bytes.toString('latin1').replace(/[^0-9a-f]/gi, '');
	// A single last digit is followed by an implied 0 (7.3.4.3). After a pair, Buffer drops the 0.
	return Buffer.from(`${digits}0`, 'hex');
}

const ESCAPE_CODES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Decodes what is between the parentheses of a string (7.3.4.2). */
export function decodeLiteral(bytes: Buffer): Buffer {
	if (!bytes.includes(0x5c)) return Buffer.from(bytes);
	const decoded = Buffer.alloc(bytes.length);
	let length = 0;
	const add = (code: number) => {
		decoded[length] = code;
		length += 1;
	};
	for (let at = 0; at < bytes.length; at += 1) {
		const code = bytes[at] ?? 0;
		if (code !== 0x5c) {
			add(code);
			continue;
		}
		at += 1;
		const escaped = bytes[at];
		if (isOctalDigit(escaped)) {
			let end = at + 1;
			while (end < at + 3 && isOctalDigit(bytes[end])) end += 1;
			add(Number.parseInt(bytes.toString('latin1', at, end), 8) & 0xff);
			at = end - 1;
		} else if (isEndOfLine(escaped)) {
			// It continues on the next line.
			if (escaped === 13 && bytes[at + 1] === 10) at += 1;
		} else if (escaped !== undefined) {
			add(ESCAPE_CODES[String.fromCharCode(escaped)] ?? escaped);
		}
	}
	return decoded.subarray(0, length);
}
