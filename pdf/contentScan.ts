import { isEndOfLine, isRegular, isWhiteSpace, parseHexDigit } from './lexer';

/**
 * From this number of characters on, a page is one with text, whatever else it shows. A scanner's footer,
 * a Bates stamp and a date have fewer.
 */
export const ENOUGH_CHARACTERS = 120;

/** What a content stream shows. */
export interface Content {
	/** Characters that are no blanks; {@link ENOUGH_CHARACTERS} stands for more, too. */
	characters: number;
	/** Names of the external objects that it paints, each after a `/` and as it is written. */
	names: Buffer;
	hasInlineImage: boolean;
	/** Whether lines or areas are painted. */
	hasDrawing: boolean;
	/** Whether it was read to its end, or to enough characters. Otherwise it may show more. */
	isComplete: boolean;
}

const enum State {
	space,
	word,
	name,
	literal,
	escape,
	hexadecimal,
	comment,
	image,
	afterImage,
}

/** Operators (ISO 32000-1, Annex A), as their bytes. */
const SHOW_TEXT = new Set(['Tj', 'TJ', "'", '"'].map(toCode));
const PAINT = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh'].map(toCode));
const [PAINT_OBJECT, BEGIN_IMAGE, IMAGE_DATA] = ['Do', 'BI', 'ID'].map(toCode);
const END_IMAGE = toCode('EI');
const NOTHING = Buffer.alloc(0);
const MAX_OPERATOR_BYTES = 3;
const MAX_NAME_BYTES = 127;
/** Names of painted objects, all together. A page of a few hundred images needs 2 kB. */
const MAX_NAMES_BYTES = 16 * 1024;
/** After the data of an inline image comes text, and not more data. */
const LOOK_AHEAD_BYTES = 15;

function toCode(word: string): number {
	return [...Buffer.from(word)].reduce((code, byte) => code * 256 + byte, 0);
}

/**
 * Reads a content stream (7.8.2) byte by byte. It counts the characters of strings that are shown, without a
 * graphics state: text that is clipped away or invisible, such as the text layer of OCR, counts as well.
 */
export class ContentScan {
	private state: State = State.space;
	private code = 0;
	private length = 0;
	/** The last name among the operands. */
	private name = NOTHING;
	private nameLength = 0;
	private parentheses = 0;
	private octal = '';
	/** The first digit of a hexadecimal pair, or -1. */
	private digit = -1;
	/** Characters of the strings among the operands. */
	private operandCharacters = 0;
	private characters = 0;
	/** A character that is shown alone, perhaps many times, is often a blank with a code of its own. */
	private onlyCharacter = -1;
	private hasSeveral = false;
	private readonly names = new Set<string>();
	private namesBytes = 0;
	private isOverfull = false;
	private hasInlineImage = false;
	private hasDrawing = false;
	private inImageDictionary = false;
	/** The end of an inline image's data; undefined if only `EI` ends them. */
	private imageEnd?: number;
	private last = 0;
	private lookAhead: number[] = [];

	/** @returns whether the scan needs more bytes */
	push(bytes: Buffer): boolean {
		for (const code of bytes) this.readByte(code);
		return !this.hasSeveral || this.characters < ENOUGH_CHARACTERS;
	}

	/** @param isAll whether these are all bytes of the stream */
	end(isAll: boolean): Content {
		for (let count = 0; count <= LOOK_AHEAD_BYTES; count += 1) this.readByte(10);
		// The next stream of a page may have the operator of the last operands.
		this.characters += this.operandCharacters;
		if (this.nameLength > 0) this.addName();
		const isEnough = this.hasSeveral && this.characters >= ENOUGH_CHARACTERS;
		return {
			characters: this.hasSeveral ? Math.min(this.characters, ENOUGH_CHARACTERS) : 0,
			names:
				isEnough || this.names.size === 0
					? NOTHING
					: Buffer.from([...this.names].join(''), 'latin1'),
			hasInlineImage: this.hasInlineImage,
			hasDrawing: this.hasDrawing,
			isComplete: isEnough || (isAll && !this.isOverfull),
		};
	}

	private readByte(code: number): void {
		switch (this.state) {
			case State.space:
				this.beginToken(code);
				return;
			case State.word:
				if (isRegular(code)) this.addToWord(code);
				// The data of an inline image follow one white-space character.
				else if (!this.endWord()) this.beginToken(code);
				return;
			case State.name:
				if (isRegular(code)) {
					this.addToName(code);
					return;
				}
				if (this.inImageDictionary) this.noteImageFilter();
				this.beginToken(code);
				return;
			case State.literal:
				this.readLiteral(code);
				return;
			case State.escape:
				this.readEscape(code);
				return;
			case State.hexadecimal:
				this.readHexadecimal(code);
				return;
			case State.comment:
				if (isEndOfLine(code)) this.state = State.space;
				return;
			case State.image:
				this.skipImage(code);
				return;
			case State.afterImage:
				this.checkImageEnd(code);
		}
	}

	private beginToken(code: number): void {
		this.state = State.space;
		if (isWhiteSpace(code)) return;
		if (isRegular(code)) {
			this.state = State.word;
			this.code = 0;
			this.length = 0;
			this.addToWord(code);
		} else if (code === 0x28) {
			this.state = State.literal;
			this.parentheses = 1;
		} else if (code === 0x3c) {
			this.state = State.hexadecimal;
			this.digit = -1;
		} else if (code === 0x2f) {
			this.state = State.name;
			this.nameLength = 0;
		} else if (code === 0x25) {
			this.state = State.comment;
		}
	}

	private addToWord(code: number): void {
		this.length += 1;
		if (this.length <= MAX_OPERATOR_BYTES) this.code = this.code * 256 + code;
	}

	private addToName(code: number): void {
		if (this.nameLength === MAX_NAME_BYTES) return;
		// Most streams are small, and many have no name.
		if (this.name === NOTHING) this.name = Buffer.alloc(MAX_NAME_BYTES);
		this.name[this.nameLength] = code;
		this.nameLength += 1;
	}

	/** @returns true if an inline image's data follow */
	private endWord(): boolean {
		this.state = State.space;
		const { code, length } = this;
		if (length > MAX_OPERATOR_BYTES || isNumber(code, length)) return false;
		if (SHOW_TEXT.has(code)) this.characters += this.operandCharacters;
		if (PAINT.has(code)) this.hasDrawing = true;
		if (code === PAINT_OBJECT && this.nameLength > 0) this.addName();
		this.operandCharacters = 0;
		const beginsData = code === IMAGE_DATA && this.inImageDictionary;
		if (code === BEGIN_IMAGE) {
			this.inImageDictionary = true;
			this.imageEnd = undefined;
		}
		if (beginsData) this.beginImage();
		this.nameLength = 0;
		return beginsData;
	}

	private addName(): void {
		const name = `/${this.name.toString('latin1', 0, this.nameLength)}`;
		if (this.names.has(name)) return;
		this.namesBytes += name.length;
		if (this.namesBytes <= MAX_NAMES_BYTES) this.names.add(name);
		else this.isOverfull = true;
	}

	private readLiteral(code: number): void {
		if (code === 0x5c) {
			this.state = State.escape;
			this.octal = '';
			return;
		}
		if (code === 0x28) this.parentheses += 1;
		if (code === 0x29) this.parentheses -= 1;
		if (this.parentheses === 0) this.state = State.space;
		else this.countCharacter(code);
	}

	private readEscape(code: number): void {
		if (code >= 0x30 && code <= 0x37 && this.octal.length < 3) {
			this.octal += String.fromCharCode(code);
			return;
		}
		this.state = State.literal;
		if (this.octal === '') {
			// Letters stand for blanks. An escaped end of line is nothing.
			if (code < 0x61 || code > 0x7a) this.countCharacter(code);
		} else {
			this.countCharacter(Number.parseInt(this.octal, 8) & 0xff);
			this.readLiteral(code);
		}
	}

	private readHexadecimal(code: number): void {
		if (code === 0x3e || code === 0x3c) {
			// `<<` begins a dictionary, as in marked content.
			if (this.digit >= 0) this.countCharacter(16 * this.digit);
			this.state = State.space;
			return;
		}
		const value = parseHexDigit(code);
		if (value < 0) return;
		if (this.digit < 0) {
			this.digit = value;
			return;
		}
		this.countCharacter(16 * this.digit + value);
		this.digit = -1;
	}

	/** One byte of a string. The high byte of a two-byte code is often 0. */
	private countCharacter(code: number): void {
		if (isWhiteSpace(code)) return;
		this.operandCharacters += 1;
		if (this.onlyCharacter < 0) this.onlyCharacter = code;
		this.hasSeveral ||= code !== this.onlyCharacter;
	}

	private beginImage(): void {
		this.inImageDictionary = false;
		this.hasInlineImage = true;
		this.state = State.image;
		this.last = 0;
	}

	/** Data in a text encoding have an end of their own. */
	private noteImageFilter(): void {
		const name = this.name.toString('latin1', 0, this.nameLength);
		if (name === 'AHx' || name === 'ASCIIHexDecode') this.imageEnd = 0x3e;
		if (name === 'A85' || name === 'ASCII85Decode') this.imageEnd = 0x7e;
	}

	/** Skips an inline image's data (8.9.7), up to `EI` and white-space. */
	private skipImage(code: number): void {
		if (this.imageEnd !== undefined) {
			if (code === this.imageEnd) this.imageEnd = undefined;
		} else if (this.last === END_IMAGE && isWhiteSpace(code)) {
			this.state = State.afterImage;
			this.lookAhead = [];
		}
		this.last = (this.last % 256) * 256 + code;
	}

	/** `EI` may be a part of the data. */
	private checkImageEnd(code: number): void {
		const isText = isWhiteSpace(code) ? code !== 0 : code >= 0x20 && code < 0x7f;
		this.lookAhead.push(code);
		if (isText && this.lookAhead.length < LOOK_AHEAD_BYTES) return;
		this.state = isText ? State.space : State.image;
		this.last = 0;
		const seen = this.lookAhead;
		this.lookAhead = [];
		for (const each of seen) this.readByte(each);
	}
}

function isNumber(code: number, length: number): boolean {
	const first = Math.floor(code / 256 ** (length - 1));
	return (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e;
}
