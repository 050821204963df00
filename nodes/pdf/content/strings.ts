import { hexValue, isEndOfLine } from '../characters';
import { ShownCodes } from './shownCodes';

const MOST_KEPT = 64;
const ESCAPED: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Reads the strings of a content stream (ISO 32000-1, 7.3.4) byte by byte. */
export class Strings {
	/** The strings since the last operator. */
	shown = new ShownCodes();
	/** The beginning of the last string, one character for each byte. */
	string = '';
	private isHexadecimal = false;
	private parentheses = 0;
	private digits = '';
	private octal?: string;

	/** @param code of the delimiter */
	begin(code: number): void {
		this.isHexadecimal = code === 0x3c;
		this.parentheses = 1;
		this.digits = '';
		this.octal = undefined;
		this.string = '';
	}

	/** Reads a byte. @returns `dictionary` if the delimiter did not begin a string after all */
	take(code: number): 'goesOn' | 'string' | 'dictionary' {
		if (this.isHexadecimal) return this.takeHexadecimal(code);
		if (this.octal !== undefined) this.takeEscaped(code, this.octal);
		else this.takeLiteral(code);
		if (this.parentheses > 0) return 'goesOn';
		this.shown.endString();
		return 'string';
	}

	reset(): void {
		if (this.shown.length > 0) this.shown = new ShownCodes();
	}

	private takeHexadecimal(code: number): 'goesOn' | 'string' | 'dictionary' {
		if (code === 0x3c && this.digits === '' && this.string === '') return 'dictionary';
		if (code === 0x3e) {
			// A single last digit is followed by an implied 0.
			if (this.digits !== '') this.add(Number.parseInt(`${this.digits}0`, 16));
			this.shown.endString();
			return 'string';
		}
		if (hexValue(code) >= 0) this.digits += String.fromCharCode(code);
		if (this.digits.length === 2) {
			this.add(Number.parseInt(this.digits, 16));
			this.digits = '';
		}
		return 'goesOn';
	}

	private takeLiteral(code: number): void {
		if (code === 0x5c) {
			this.octal = '';
			return;
		}
		if (code === 0x28) this.parentheses += 1;
		if (code === 0x29) this.parentheses -= 1;
		if (this.parentheses > 0) this.add(code);
	}

	private takeEscaped(code: number, octal: string): void {
		if (code >= 0x30 && code <= 0x37 && octal.length < 3) {
			this.octal = octal + String.fromCharCode(code);
			return;
		}
		this.octal = undefined;
		if (octal !== '') {
			this.add(Number.parseInt(octal, 8) & 0xff);
			this.takeLiteral(code);
		} else if (!isEndOfLine(code)) {
			this.add(ESCAPED[String.fromCharCode(code)] ?? code);
		}
	}

	private add(code: number): void {
		this.shown.add(code);
		if (this.string.length < MOST_KEPT) this.string += String.fromCharCode(code);
	}
}
