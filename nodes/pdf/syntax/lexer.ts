import { isEndOfLine, isRegular, isWhiteSpace } from '../characters';
import { Name, PdfString } from './objects';

/** A word that is neither name nor number: `obj`, `true`, `Tj`; or one of `[ ] << >> { } )`. */
export class Keyword {
	constructor(readonly word: string) {}
}

export type Token = number | Name | PdfString | Keyword;

/** Of several signs the last one counts, and what follows the digits does not. */
const NUMBER = /^[+-]*?([+-]?(?:\d+\.?\d*|\.\d+))/;
const ESCAPED: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** A name as it is meant: `#` and two digits stand for a character (7.3.5). */
export function nameOf(written: string): string {
	return written.replace(/#([0-9a-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/** Splits bytes into tokens (ISO 32000-1, 7.2 and 7.3). */
export class Lexer {
	/** Whether the last string or hexadecimal string had no end. */
	unfinished = false;

	private at = 0;

	constructor(private readonly bytes: Buffer) {}

	/** The next token; undefined at the end. */
	next(): Token | undefined {
		this.skipSpace();
		const { bytes } = this;
		const code = bytes[this.at];
		if (code === undefined) return undefined;
		if (isRegular(code)) return this.word();
		this.at += 1;
		switch (code) {
			case 0x28:
				return this.literalString();
			case 0x2f:
				return this.nameAfterSlash();
			case 0x3c:
				if (bytes[this.at] !== 0x3c) return this.hexadecimalString();
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

	/** Skips white-space and comments. */
	private skipSpace(): void {
		const { bytes } = this;
		for (;;) {
			while (isWhiteSpace(bytes[this.at])) this.at += 1;
			if (bytes[this.at] !== 0x25) return;
			while (this.at < bytes.length && !isEndOfLine(bytes[this.at])) this.at += 1;
		}
	}

	private regular(): string {
		const start = this.at;
		while (isRegular(this.bytes[this.at])) this.at += 1;
		return this.bytes.toString('latin1', start, this.at);
	}

	private word(): Token {
		const word = this.regular();
		const number = NUMBER.exec(word)?.[1];
		return number === undefined ? new Keyword(word) : Number(number);
	}

	private nameAfterSlash(): Name {
		return new Name(nameOf(this.regular()));
	}

	private hexadecimalString(): PdfString {
		const end = this.bytes.indexOf('>', this.at);
		this.unfinished = end < 0;
		const stop = this.unfinished ? this.bytes.length : end;
		const digits = this.bytes.toString('latin1', this.at, stop).replace(/[^0-9a-f]/gi, '');
		this.at = stop + 1;
		// A last digit alone has a 0 behind it (7.3.4.3); behind a pair, Buffer drops the 0.
		return new PdfString(Buffer.from(`${digits}0`, 'hex'));
	}

	private literalString(): PdfString {
		const content: number[] = [];
		let depth = 1;
		for (; this.at < this.bytes.length; this.at += 1) {
			const code = this.bytes[this.at] ?? 0;
			if (code === 0x5c) {
				this.escape(content);
				continue;
			}
			if (code === 0x28) depth += 1;
			if (code === 0x29) depth -= 1;
			if (depth === 0) break;
			content.push(code);
		}
		this.unfinished = depth > 0;
		this.at += 1;
		return new PdfString(Buffer.from(content));
	}

	/** At a backslash; leaves the lexer at the last character that belongs to it. */
	private escape(content: number[]): void {
		this.at += 1;
		const { bytes } = this;
		const code = bytes[this.at];
		if (code === undefined) return;
		if (isEndOfLine(code)) {
			if (code === 13 && bytes[this.at + 1] === 10) this.at += 1;
			return;
		}
		const octal = /^[0-7]{1,3}/.exec(bytes.toString('latin1', this.at, this.at + 3))?.[0];
		if (octal === undefined) {
			content.push(ESCAPED[String.fromCharCode(code)] ?? code);
			return;
		}
		content.push(Number.parseInt(octal, 8) & 0xff);
		this.at += octal.length - 1;
	}
}
