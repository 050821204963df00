import { parseHexDigit, isEndOfLine } from '../characters';
import type { ShownText } from './content';

/** Maximum number of different codes of one text that are kept: enough to recognize it as text. */
const MAX_CODES = 8;
const MAX_KEPT_BYTES = 64;
const ESCAPE_CODES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Collects the strings of one text-showing operator. */
class TextCodes {
	/** Number of bytes. */
	length = 0;
	private visibleBytes = 0;
	private readonly codes = new Set<string>();
	private first = '';
	private rest = '';

	addByte(code: number): void {
		this.length += 1;
		const isBlank = code === 0 || (code >= 0x09 && code <= 0x0d) || code === 0x20;
		if (!isBlank) this.visibleBytes += 1;
		if (this.first === '') this.first = String.fromCharCode(code);
		else {
			if (this.codes.size < MAX_CODES) this.codes.add(this.first + String.fromCharCode(code));
			this.first = '';
		}
	}

	/** A two-byte code does not continue in the next string. */
	endString(): void {
		this.rest ||= this.first;
		this.first = '';
	}

	getCodes(): Pick<ShownText, 'pairs' | 'rest' | 'visibleBytes'> {
		const { codes, rest, visibleBytes } = this;
		return { pairs: [...codes].join(''), rest, visibleBytes };
	}
}

/** Reads the strings of a content stream (ISO 32000-1, 7.3.4) byte by byte. */
export class StringReader {
	/** The strings since the last operator. */
	codes = new TextCodes();
	/** The beginning of the last string, one character for each byte. */
	lastString = '';
	private isHexadecimal = false;
	private parentheses = 0;
	private digits = '';
	private octal?: string;

	/** @param code of the delimiter */
	beginString(code: number): void {
		this.isHexadecimal = code === 0x3c;
		this.parentheses = 1;
		this.digits = '';
		this.octal = undefined;
		this.lastString = '';
	}

	/** Reads a byte. @returns `dictionary` if the delimiter did not begin a string after all */
	readByte(code: number): 'goesOn' | 'string' | 'dictionary' {
		if (this.isHexadecimal) return this.readHexadecimal(code);
		if (this.octal !== undefined) this.readEscaped(code, this.octal);
		else this.readLiteral(code);
		if (this.parentheses > 0) return 'goesOn';
		this.codes.endString();
		return 'string';
	}

	resetCodes(): void {
		if (this.codes.length > 0) this.codes = new TextCodes();
	}

	private readHexadecimal(code: number): 'goesOn' | 'string' | 'dictionary' {
		if (code === 0x3c && this.digits === '' && this.lastString === '') return 'dictionary';
		if (code === 0x3e) {
			// A single last digit is followed by an implied 0.
			if (this.digits !== '') this.addByte(Number.parseInt(`${this.digits}0`, 16));
			this.codes.endString();
			return 'string';
		}
		if (parseHexDigit(code) >= 0) this.digits += String.fromCharCode(code);
		if (this.digits.length === 2) {
			this.addByte(Number.parseInt(this.digits, 16));
			this.digits = '';
		}
		return 'goesOn';
	}

	private readLiteral(code: number): void {
		if (code === 0x5c) {
			this.octal = '';
			return;
		}
		if (code === 0x28) this.parentheses += 1;
		if (code === 0x29) this.parentheses -= 1;
		if (this.parentheses > 0) this.addByte(code);
	}

	private readEscaped(code: number, octal: string): void {
		if (code >= 0x30 && code <= 0x37 && octal.length < 3) {
			this.octal = octal + String.fromCharCode(code);
			return;
		}
		this.octal = undefined;
		if (octal !== '') {
			this.addByte(Number.parseInt(octal, 8) & 0xff);
			this.readLiteral(code);
		} else if (!isEndOfLine(code)) {
			this.addByte(ESCAPE_CODES[String.fromCharCode(code)] ?? code);
		}
	}

	private addByte(code: number): void {
		this.codes.addByte(code);
		if (this.lastString.length < MAX_KEPT_BYTES) this.lastString += String.fromCharCode(code);
	}
}
