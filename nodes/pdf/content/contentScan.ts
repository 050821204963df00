import { isEndOfLine, isRegular, isWhiteSpace } from '../characters';
import { nameOf } from '../syntax';
import { CharacterMap } from './characterMap';
import { emptyContent, type Content } from './content';
import { overlaps } from './geometry';
import { GraphicsState } from './graphicsState';
import { MarkedContent } from './markedContent';
import { INLINE_IMAGE, PaintList } from './paintList';
import { Strings } from './strings';

const SHOWS = new Set(['Tj', 'TJ', "'", '"']);
const DRAWS = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh']);
/** Number of texts after which a stream certainly shows text, even if its page has a small area. */
const MOST_TEXTS = 24;
const [LONGEST_WORD, MOST_OPERANDS] = [127, 6];
/** Most places of one text that are distinguished. */
const MOST_PLACES = 4;
const MOST_NAMES = 16;

const enum In {
	space,
	word,
	name,
	string,
	comment,
	image,
}

/** Reads a content stream (ISO 32000-1, 7.8.2) byte by byte, without buffering it. */
export class ContentScan {
	readonly content = emptyContent();
	private state: In = In.space;
	private word = '';
	/** Names among the operands, and `<<`. */
	private names: string[] = [];
	private readonly strings = new Strings();
	/** Sum of the numbers among the operands. */
	private sum = 0;
	private readonly numbers: number[] = [];
	private readonly graphics = new GraphicsState();
	private readonly marks = new MarkedContent();
	private readonly paintList = new PaintList();
	/** How often each text was shown. */
	private readonly texts = new Map<string, number>();
	private characterMap?: CharacterMap;
	private inImageDictionary = false;
	/** The last bytes of an inline image. */
	private tail = '';

	/** @returns whether the scan needs more bytes */
	push(bytes: Buffer): boolean {
		for (const code of bytes) {
			this.take(code);
			if (this.content.texts.length === MOST_TEXTS) return false;
		}
		return true;
	}

	/** @param isAll whether the stream is complete */
	end(isAll: boolean): Content {
		this.take(10);
		const { isOverfull, paints } = this.paintList;
		const whole = isAll && !isOverfull && !this.graphics.isLost;
		const blanks = this.characterMap?.isUsed === true ? this.characterMap.blanks : undefined;
		return Object.assign(this.content, { whole, blanks, paints, end: this.graphics.end() });
	}

	private take(code: number): void {
		switch (this.state) {
			case In.string:
				this.inString(code);
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
		} else if (code === 0x28 || code === 0x3c) {
			this.state = In.string;
			this.strings.begin(code);
		} else if (code === 0x2f) {
			this.state = In.name;
			this.word = '';
		} else if (code === 0x25) {
			this.state = In.comment;
		} else {
			this.characterMap?.delimiter(code);
		}
	}

	/** Ends a word. @returns true if an inline image's data follow */
	private beginsImage(): boolean {
		const { word } = this;
		const isName = this.state === In.name;
		this.state = In.space;
		if (isName) {
			if (this.names.length < MOST_NAMES) this.names.push(nameOf(word));
			return false;
		}
		// Numbers are always operands.
		if (/^[-+.\d]/.test(word)) {
			const number = Number.parseFloat(word) || 0;
			this.sum += Math.abs(number);
			this.numbers.push(number);
			if (this.numbers.length > MOST_OPERANDS) this.numbers.shift();
			return false;
		}
		this.operate(word);
		const begins = word === 'ID' && this.inImageDictionary;
		if (word === 'BI') this.inImageDictionary = true;
		if (!begins) return false;
		this.inImageDictionary = false;
		this.paintList.add(INLINE_IMAGE, this.marks, this.graphics);
		this.state = In.image;
		this.tail = '';
		return true;
	}

	private operate(word: string): void {
		const { content, graphics, marks, names, numbers, strings } = this;
		graphics.operate(word, numbers, names.at(-1) ?? '');
		marks.operate(word, names);
		this.characterMap?.word(word);
		if (SHOWS.has(word) && strings.shown.length > 0) this.showText();
		if (word === 'Do') this.paintList.add(names.at(-1) ?? '', marks, graphics);
		if (DRAWS.has(word)) content.draws = true;
		if (word === 'begincmap') this.characterMap = new CharacterMap();
		if (names.length > 0) this.names = [];
		strings.reset();
		this.numbers.length = 0;
		this.sum = 0;
	}

	private showText(): void {
		const { graphics, marks, texts } = this;
		const { shown } = this.strings;
		const { clip, font, level } = graphics;
		const box = graphics.show(shown.length, this.sum);
		if (!overlaps(box, clip)) return;
		const codes = shown.taken();
		// Blanks are often at several places before a text.
		const key = `${font ?? ''} ${codes.pairs} ${codes.rest}`;
		const place = (texts.get(key) ?? 0) + 1;
		if (place > MOST_PLACES) return;
		texts.set(key, place);
		const { visible } = shown;
		const { isMarked, needsLanguage } = marks;
		const { renderingMode } = graphics;
		const text = { box, level, font, visible, isMarked, needsLanguage, renderingMode, ...codes };
		this.content.texts.push(text);
	}

	private inString(code: number): void {
		const { strings } = this;
		const end = strings.take(code);
		if (end === 'goesOn') return;
		this.state = In.space;
		if (end === 'dictionary' && this.names.length < MOST_NAMES) this.names.push('<<');
		if (end === 'string') this.characterMap?.string(strings.string);
	}

	/** Skips an inline image up to `EI` between white-space (8.9.7). */
	private inImage(code: number): void {
		if (isWhiteSpace(code) && /\sEI$/.test(this.tail)) {
			this.state = In.space;
			return;
		}
		this.tail = this.tail.slice(-2) + String.fromCharCode(code);
	}
}
