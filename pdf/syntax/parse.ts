import { Unknown } from '../unknown';
import { findLineEnd, findWordEnd, isDigit, isRegular, isWhiteSpace } from './characters';
import {
	isDictionary,
	Name,
	PdfString,
	Reference,
	type Dictionary,
	type PdfObject,
} from './objects';
import { decodeHexadecimal, decodeLiteral, decodeName, findStringEnd } from './strings';

/** Maximum depth of arrays and dictionaries inside the outermost one. Real documents have fewer than ten levels. */
const MAX_DEPTH = 100;

/** Work of parsing each part of an object, in proportion to the time that it takes. */
const NUMBER_WORK = 1;
const BRACKET_WORK = 2;
const NAME_WORK = 3;
const STRING_WORK = 8;
/** Maximum work on one object. Parsing that much blocks n8n for some 50 milliseconds. A reference counts as 1. */
export const MAX_PARSE_WORK = 120_000;

/** A number at the start of a word. It is read without the characters after it, as in all other readers. */
const LEADING_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)/;
/** JavaScript's whole numbers are exact up to this many digits. Longer ones cannot be part of a reference. */
const MAX_EXACT_DIGITS = 15;
/** Only this many bytes of a longer word are read. Numbers, `true`, `false` and `null` are shorter. */
const MAX_WORD_BYTES = 128;

/**
 * Parses the object with which the bytes begin (ISO 32000-1, 7.2 and 7.3), and counts the work. The object's
 * strings may be views of `bytes`.
 *
 * @throws Unknown if there is no valid object, or if it is too large or nested too deeply
 */
export function parseWithWork(bytes: Buffer): { object: PdfObject; work: number } {
	const parser = new Parser(bytes);
	const object = parser.parse();
	return { object, work: parser.work };
}

/**
 * Parses the dictionary with which the bytes begin. Its strings may be views of `bytes`.
 *
 * @returns undefined if there is no valid dictionary, or if it is too large or nested too deeply
 */
export function tryParseDictionary(bytes: Buffer): Dictionary | undefined {
	try {
		const { object } = parseWithWork(bytes);
		return isDictionary(object) ? object : undefined;
	} catch {
		return undefined;
	}
}

class Parser {
	work = 0;
	private at = 0;

	constructor(private readonly bytes: Buffer) {}

	/** @throws Unknown if there is no valid object here, or if it is too large or nested too deeply */
	parse(depth = 0): PdfObject {
		this.skipSpace();
		const { at, bytes } = this;
		const code = bytes[at];
		if (code === undefined) throw new Unknown('an object is cut off');
		if (isRegular(code)) return this.parseWord();
		if (code === 0x2f) return new Name(this.readName());
		if (code === 0x28) return this.readString(findStringEnd(bytes, at + 1), decodeLiteral);
		if (code === 0x3c && bytes[at + 1] !== 0x3c) {
			const end = bytes.indexOf('>', at);
			return this.readString(end < 0 ? bytes.length : end, decodeHexadecimal);
		}
		if (code !== 0x5b && code !== 0x3c) throw new Unknown('an object in it is not valid PDF');
		this.spend(BRACKET_WORK);
		if (depth > MAX_DEPTH) throw new Unknown('its objects are nested too deeply');
		return code === 0x3c ? this.parseDictionary(depth) : this.parseArray(depth);
	}

	private parseWord(): PdfObject {
		this.spend(NUMBER_WORK);
		const number = this.readWholeNumber();
		if (number !== undefined) {
			const generation = this.readGeneration();
			return generation === undefined ? number : new Reference(number, generation);
		}
		const start = this.at;
		this.at = findWordEnd(this.bytes, start);
		const end = Math.min(this.at, start + MAX_WORD_BYTES);
		const word = this.bytes.toString('latin1', start, end);
		const found = LEADING_NUMBER.exec(word)?.[0];
		if (found !== undefined) return Number(found);
		if (word === 'true') return true;
		// Any unknown word is null, as in qpdf and pdf.js.
		return word === 'false' ? false : null;
	}

	private parseArray(depth: number): PdfObject[] {
		const elements: PdfObject[] = [];
		this.at += 1;
		for (;;) {
			this.skipSpace();
			if (this.bytes[this.at] === 0x5d) break;
			elements.push(this.parse(depth + 1));
		}
		this.at += 1;
		return elements;
	}

	private parseDictionary(depth: number): Dictionary {
		const entries: Dictionary = new Map();
		this.at += 2;
		while (!this.isAtDictionaryEnd()) {
			if (this.bytes[this.at] !== 0x2f) throw new Unknown('a dictionary in it is not valid PDF');
			const key = this.readName();
			// A key without a value, `/Key >>`, has the value null, as in qpdf, which warns
			// "dictionary ended prematurely".
			const value = this.isAtDictionaryEnd() ? null : this.parse(depth + 1);
			// An entry whose value is null is the same as no entry (7.3.7).
			if (value === null) entries.delete(key);
			else entries.set(key, value);
		}
		this.at += 2;
		return entries;
	}

	private isAtDictionaryEnd(): boolean {
		this.skipSpace();
		return this.bytes[this.at] === 0x3e && this.bytes[this.at + 1] === 0x3e;
	}

	private readName(): string {
		this.spend(NAME_WORK);
		const start = this.at + 1;
		this.at = findWordEnd(this.bytes, start);
		return decodeName(this.bytes, start, this.at);
	}

	private readString(end: number, decode: (bytes: Buffer) => Buffer): PdfString {
		this.spend(STRING_WORK);
		if (end === this.bytes.length) throw new Unknown('a string in it has no end');
		const string = new PdfString(decode(this.bytes.subarray(this.at + 1, end)));
		this.at = end + 1;
		return string;
	}

	/**
	 * Reads the rest of a reference, such as `0 R`, after its object number (7.3.10).
	 *
	 * @returns the generation; undefined, and nothing is read, if the number is not part of a reference
	 */
	private readGeneration(): number | undefined {
		const start = this.at;
		this.skipSpace();
		const generation = this.readWholeNumber();
		this.skipSpace();
		const isReference = this.bytes[this.at] === 0x52 && !isRegular(this.bytes[this.at + 1]);
		this.at = isReference && generation !== undefined ? this.at + 1 : start;
		return this.at === start ? undefined : generation;
	}

	/**
	 * Reads a whole number without making a string, because one array may have 100,000 numbers.
	 *
	 * @returns undefined, and nothing is read, if the word has other characters or too many digits
	 */
	private readWholeNumber(): number | undefined {
		const { bytes } = this;
		let value = 0;
		let { at } = this;
		for (; isDigit(bytes[at]); at += 1) value = value * 10 + (bytes[at] ?? 0) - 0x30;
		if (at === this.at || at - this.at > MAX_EXACT_DIGITS || isRegular(bytes[at])) return undefined;
		this.at = at;
		return value;
	}

	/** Skips white-space and comments. */
	private skipSpace(): void {
		const { bytes } = this;
		for (;;) {
			while (isWhiteSpace(bytes[this.at])) this.at += 1;
			if (bytes[this.at] !== 0x25) return;
			this.at = findLineEnd(bytes, this.at);
		}
	}

	private spend(work: number): void {
		this.work += work;
		if (this.work > MAX_PARSE_WORK) throw new Unknown('an object in it is too large');
	}
}
