import { TextPosition, type Point } from './textPosition';
import { hexValue, isEndOfLine, isRegular, isWhiteSpace } from '../characters';
import { nameOf } from '../syntax';

/** What a content stream paints, as far as it is asked for. */
export interface Content {
	/** Where strings with more than blanks in them are shown, and how many such characters. */
	texts: Array<Point & { characters: number }>;
	/** An image stands in the stream itself (ISO 32000-1, 8.9.7). */
	inlineImage: boolean;
	/** Names of the external objects that are painted. */
	xobjects: Set<string>;
	/** Whether it was read to its end; otherwise what is missing above may be there. */
	whole: boolean;
}

const SHOWS = new Set(['Tj', 'TJ', "'", '"']);
/** Places of text after which a stream is one that shows text, wherever its page ends. */
const MOST_TEXTS = 24;
const LONGEST_WORD = 127;
const MOST_OPERANDS = 6;
const MOST_NAMES = 10_000;

const enum In {
	space,
	word,
	name,
	string,
	escape,
	hexadecimal,
	comment,
	image,
}

/** Reads a content stream (ISO 32000-1, 7.8.2) as it comes, byte by byte and without keeping it. */
export class ContentScan {
	readonly content: Content = {
		texts: [],
		inlineImage: false,
		xobjects: new Set(),
		whole: false,
	};
	private state: In = In.space;
	private word = '';
	/** The last name among the operands. */
	private name = '';
	private parentheses = 0;
	/** Characters other than blanks in the strings among the operands. */
	private visible = 0;
	private readonly numbers: number[] = [];
	private readonly position = new TextPosition();
	private octal = '';
	private inImageDictionary = false;
	/** The last bytes of an inline image. */
	private tail = '';

	/** @returns whether more is of interest */
	push(bytes: Buffer): boolean {
		for (const code of bytes) {
			this.take(code);
			if (this.content.texts.length === MOST_TEXTS) return false;
		}
		return true;
	}

	/** @param whole whether the stream has come to its end */
	end(whole: boolean): Content {
		this.take(10);
		return Object.assign(this.content, { whole });
	}

	private take(code: number): void {
		switch (this.state) {
			case In.string:
				this.inString(code);
				return;
			case In.escape:
				this.inEscape(code);
				return;
			case In.hexadecimal:
				if (code === 0x3e) this.state = In.space;
				else if (hexValue(code) > 0) this.visible += 1;
				return;
			case In.comment:
				if (isEndOfLine(code)) this.state = In.space;
				return;
			case In.image:
				this.inImage(code);
				return;
			case In.word:
			case In.name:
				if (isRegular(code)) {
					if (this.word.length < LONGEST_WORD) this.word += String.fromCharCode(code);
					return;
				}
				// An inline image's data follow one white-space character.
				if (!this.beginsImage()) this.begin(code);
				return;
			case In.space:
				this.begin(code);
				return;
		}
	}

	private begin(code: number): void {
		this.state = In.space;
		if (isWhiteSpace(code)) return;
		if (isRegular(code)) {
			this.state = In.word;
			this.word = String.fromCharCode(code);
		} else if (code === 0x28) {
			this.state = In.string;
			this.parentheses = 1;
		} else if (code === 0x3c) {
			this.state = In.hexadecimal;
		} else if (code === 0x2f) {
			this.state = In.name;
			this.word = '';
		} else if (code === 0x25) {
			this.state = In.comment;
		}
	}

	/** Ends a word; true when an inline image's data begin behind it. */
	private beginsImage(): boolean {
		const { content, word } = this;
		const isName = this.state === In.name;
		this.state = In.space;
		if (isName) {
			this.name = nameOf(word);
			return false;
		}
		// A number, of which only operands are made.
		if (/^[-+.\d]/.test(word)) {
			this.numbers.push(Number.parseFloat(word) || 0);
			if (this.numbers.length > MOST_OPERANDS) this.numbers.shift();
			return false;
		}
		this.position.operate(word, this.numbers);
		this.numbers.length = 0;
		if (SHOWS.has(word) && this.visible > 0) {
			content.texts.push({ ...this.position.origin, characters: this.visible });
		}
		if (word === 'Do' && content.xobjects.size < MOST_NAMES) content.xobjects.add(this.name);
		this.visible = 0;
		const begins = word === 'ID' && this.inImageDictionary;
		if (word === 'BI') this.inImageDictionary = true;
		if (!begins) return false;
		this.inImageDictionary = false;
		content.inlineImage = true;
		this.state = In.image;
		this.tail = '';
		return true;
	}

	private inString(code: number): void {
		if (code === 0x5c) {
			this.state = In.escape;
			this.octal = '';
		} else if (code === 0x28) {
			this.parentheses += 1;
		} else if (code === 0x29) {
			this.parentheses -= 1;
			if (this.parentheses === 0) this.state = In.space;
		} else if (!isWhiteSpace(code)) {
			this.visible += 1;
		}
	}

	private inEscape(code: number): void {
		if (code >= 0x30 && code <= 0x37 && this.octal.length < 3) {
			this.octal += String.fromCharCode(code);
			return;
		}
		this.state = In.string;
		if (this.octal === '') {
			if (!isEndOfLine(code) && !'nrtbf'.includes(String.fromCharCode(code))) this.visible += 1;
			return;
		}
		if (!isWhiteSpace(Number.parseInt(this.octal, 8))) this.visible += 1;
		this.inString(code);
	}

	/** Until `EI` between white-space (8.9.7). */
	private inImage(code: number): void {
		if (isWhiteSpace(code) && /\sEI$/.test(this.tail)) {
			this.state = In.space;
			return;
		}
		this.tail = this.tail.slice(-2) + String.fromCharCode(code);
	}
}
