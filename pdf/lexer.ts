import { Name, PdfString } from './objects';

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

/** The value of a hexadecimal digit; -1 for other characters. */
export function parseHexDigit(code: number | undefined): number {
	if (code === undefined) return -1;
	if (code >= 0x30 && code <= 0x39) return code - 0x30;
	const letter = code | 0x20;
	return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** A word that is neither name nor number, such as `obj`, `true` or `Tj`; or one of `[ ] << >> { } )`. */
export class Keyword {
	constructor(readonly word: string) {}
}

export type Token = number | Name | PdfString | Keyword;

/** The last of several signs counts. Characters after the digits are ignored. */
const LEADING_NUMBER = /^[+-]*?([+-]?(?:\d+\.?\d*|\.\d+))/;
const ZERO_CODE = 0x30;
/** Whole numbers with this many digits are exact. */
const MAX_EXACT_DIGITS = 15;
const ESCAPE_CODES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

function isOctalDigit(code: number | undefined): boolean {
	return isDigit(code) && code !== 0x38 && code !== 0x39;
}

/** Decodes a name: `#` and two digits mean a character (7.3.5). */
export function decodeName(escaped: string): string {
	if (!escaped.includes('#')) return escaped;
	return escaped.replace(/#([0-9a-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/** Position of the parenthesis that ends a string; the end of the bytes without one. */
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

/** Splits bytes into tokens (ISO 32000-1, 7.2 and 7.3). */
export class Lexer {
	/** Whether the last string or hexadecimal string had no end. */
	isUnfinished = false;

	private at = 0;

	constructor(private readonly bytes: Buffer) {}

	/** The next token; undefined at the end. */
	readToken(): Token | undefined {
		this.skipSpace();
		const { bytes } = this;
		const code = bytes[this.at];
		if (code === undefined) return undefined;
		if (isRegular(code)) return this.readWord();
		this.at += 1;
		switch (code) {
			case 0x28:
				return this.readLiteralString();
			case 0x2f:
				return new Name(decodeName(this.readRegular()));
			case 0x3c:
				if (bytes[this.at] !== 0x3c) return this.readHexadecimalString();
				this.at += 1;
				return new Keyword('<<');
			case 0x3e:
				if (bytes[this.at] !== 0x3e) return new Keyword('>');
				this.at += 1;
				return new Keyword('>>');
			default:
				return new Keyword(String.fromCharCode(code));
		}
	}

	/** The generation of a reference, after its object number (7.3.10); undefined if there is none. */
	readGeneration(): number | undefined {
		const start = this.at;
		this.skipSpace();
		const generation = this.readWholeNumber();
		this.skipSpace();
		if (
			generation === undefined ||
			this.bytes[this.at] !== 0x52 ||
			isRegular(this.bytes[this.at + 1])
		) {
			this.at = start;
			return undefined;
		}
		this.at += 1;
		return generation;
	}

	/** Skips white-space and comments. */
	private skipSpace(): void {
		const { bytes } = this;
		for (;;) {
			while (isWhiteSpace(bytes[this.at])) this.at += 1;
			if (bytes[this.at] !== 0x25) return;
			while (this.at < bytes.length && !isEndOfLine(bytes[this.at])) this.at += 1;
		}
	}

	private readRegular(): string {
		const start = this.at;
		while (isRegular(this.bytes[this.at])) this.at += 1;
		return this.bytes.toString('latin1', start, this.at);
	}

	private readWord(): Token {
		const whole = this.readWholeNumber();
		if (whole !== undefined) return whole;
		const word = this.readRegular();
		const number = LEADING_NUMBER.exec(word)?.[1];
		return number === undefined ? new Keyword(word) : Number(number);
	}

	/** Reads a whole number without making a string: one array may have a million numbers. */
	private readWholeNumber(): number | undefined {
		const { bytes } = this;
		let value = 0;
		let at = this.at;
		for (; isDigit(bytes[at]); at += 1) value = value * 10 + (bytes[at] ?? 0) - ZERO_CODE;
		if (at === this.at || at - this.at > MAX_EXACT_DIGITS || isRegular(bytes[at])) return undefined;
		this.at = at;
		return value;
	}

	private readHexadecimalString(): PdfString {
		const end = this.bytes.indexOf('>', this.at);
		this.isUnfinished = end < 0;
		const stop = this.isUnfinished ? this.bytes.length : end;
		const digits = this.bytes.toString('latin1', this.at, stop).replace(/[^0-9a-f]/gi, '');
		this.at = stop + 1;
		// A single last digit is followed by an implied 0 (7.3.4.3). After a pair, Buffer drops the 0.
		return new PdfString(Buffer.from(`${digits}0`, 'hex'));
	}

	private readLiteralString(): PdfString {
		const { bytes } = this;
		const end = findStringEnd(bytes, this.at);
		this.isUnfinished = end >= bytes.length;
		const content = Buffer.alloc(Math.max(0, end - this.at));
		let length = 0;
		while (this.at < end) {
			const code = bytes[this.at] === 0x5c ? this.readEscape() : bytes[this.at];
			this.at += 1;
			if (code === undefined) continue;
			content[length] = code;
			length += 1;
		}
		this.at = end + 1;
		return new PdfString(content.subarray(0, length));
	}

	/**
	 * Reads an escape sequence from its backslash. The lexer stops at the last character of the sequence.
	 *
	 * @returns undefined if the sequence has no value
	 */
	private readEscape(): number | undefined {
		this.at += 1;
		const { bytes } = this;
		const code = bytes[this.at];
		if (code === undefined) return undefined;
		if (isEndOfLine(code)) {
			if (code === 13 && bytes[this.at + 1] === 10) this.at += 1;
			return undefined;
		}
		if (!isOctalDigit(code)) return ESCAPE_CODES[String.fromCharCode(code)] ?? code;
		let value = 0;
		for (let digits = 0; digits < 3 && isOctalDigit(bytes[this.at]); digits += 1) {
			value = value * 8 + (bytes[this.at] ?? 0) - ZERO_CODE;
			this.at += 1;
		}
		this.at -= 1;
		return value & 0xff;
	}
}
