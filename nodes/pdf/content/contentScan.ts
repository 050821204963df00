import { isEndOfLine, isRegular, isWhiteSpace } from '../characters';
import { decodeName } from '../syntax';
import { CharacterMap } from './characterMap';
import { PaintList, TextList } from './collections';
import { INLINE_IMAGE, type Content } from './content';
import { overlaps } from './geometry';
import { GraphicsState, PATH_PAINTING_OPERATORS } from './graphicsState';
import { MarkedContent } from './markedContent';
import { StringReader } from './stringReader';

const TEXT_SHOWING_OPERATORS = new Set(['Tj', 'TJ', "'", '"']);
const [LONGEST_WORD, MOST_OPERANDS] = [127, 6];
const MAX_NAMES = 16;

const enum Token {
	space,
	word,
	name,
	string,
	comment,
	image,
}

/** Reads a content stream (ISO 32000-1, 7.8.2) byte by byte, without buffering it. */
export class ContentScan {
	private state: Token = Token.space;
	private word = '';
	/** Names among the operands, and `<<`. */
	private names: string[] = [];
	private readonly strings = new StringReader();
	/** Sum of the numbers among the operands. */
	private sum = 0;
	private readonly numbers: number[] = [];
	private readonly graphics = new GraphicsState();
	private readonly markedContent = new MarkedContent();
	private readonly paintList = new PaintList();
	private readonly textList = new TextList();
	private hasDrawing = false;
	private characterMap?: CharacterMap;
	private inImageDictionary = false;
	/** The last bytes of an inline image. */
	private tail = '';

	/** @returns whether the scan needs more bytes */
	push(bytes: Buffer): boolean {
		for (const code of bytes) {
			this.readByte(code);
			if (this.textList.isSure) return false;
		}
		return true;
	}

	/** @param isAll whether the stream is complete */
	end(isAll: boolean): Content {
		this.readByte(10);
		const { graphics, hasDrawing, paintList, textList } = this;
		const blanks = this.characterMap?.isUsed === true ? this.characterMap.blanks : undefined;
		const isCut = paintList.isOverfull || textList.isOverfull || graphics.hasLostState;
		return {
			...{ texts: textList.texts, paints: paintList.paints, hasDrawing, blanks },
			...{ isComplete: isAll && !isCut, endState: graphics.getEndState() },
		};
	}

	private readByte(code: number): void {
		switch (this.state) {
			case Token.string:
				this.readStringByte(code);
				return;
			case Token.comment:
				if (isEndOfLine(code)) this.state = Token.space;
				return;
			case Token.image:
				this.skipImageByte(code);
				return;
			case Token.word:
			case Token.name:
				if (isRegular(code)) {
					if (this.word.length < LONGEST_WORD) this.word += String.fromCharCode(code);
					return;
				}
				// An inline image's data follow one white-space character.
				if (!this.endWord()) this.beginToken(code);
				return;
			case Token.space:
				this.beginToken(code);
				return;
		}
	}

	private beginToken(code: number): void {
		this.state = Token.space;
		if (isWhiteSpace(code)) return;
		if (isRegular(code)) {
			this.state = Token.word;
			this.word = String.fromCharCode(code);
		} else if (code === 0x28 || code === 0x3c) {
			this.state = Token.string;
			this.strings.beginString(code);
		} else if (code === 0x2f) {
			this.state = Token.name;
			this.word = '';
		} else if (code === 0x25) {
			this.state = Token.comment;
		} else {
			this.characterMap?.readDelimiter(code);
		}
	}

	/** Ends a word. @returns true if an inline image's data follow */
	private endWord(): boolean {
		const { word } = this;
		const isName = this.state === Token.name;
		this.state = Token.space;
		if (isName) {
			if (this.names.length < MAX_NAMES) this.names.push(decodeName(word));
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
		this.runOperator(word);
		const begins = word === 'ID' && this.inImageDictionary;
		if (word === 'BI') this.inImageDictionary = true;
		if (!begins) return false;
		this.inImageDictionary = false;
		this.paintList.addPaint(INLINE_IMAGE, this.markedContent.marks, this.graphics);
		this.state = Token.image;
		this.tail = '';
		return true;
	}

	private runOperator(word: string): void {
		const { graphics, markedContent, names, numbers, strings } = this;
		graphics.runOperator(word, numbers, names.at(-1) ?? '');
		markedContent.runOperator(word, names);
		this.characterMap?.runOperator(word);
		if (TEXT_SHOWING_OPERATORS.has(word) && strings.codes.length > 0) this.showText();
		if (word === 'Do') this.paintList.addPaint(names.at(-1) ?? '', markedContent.marks, graphics);
		if (word === 'sh' || PATH_PAINTING_OPERATORS.has(word)) this.hasDrawing = true;
		if (word === 'begincmap') this.characterMap = new CharacterMap();
		if (names.length > 0) this.names = [];
		strings.resetCodes();
		this.numbers.length = 0;
		this.sum = 0;
	}

	private showText(): void {
		const { graphics, textList } = this;
		const { marks } = this.markedContent;
		const { codes } = this.strings;
		const { clip, font, renderingMode } = graphics.state;
		const box = graphics.placeText(codes.length, this.sum);
		if (!overlaps(box, clip) || !textList.hasRoom(marks.layers)) return;
		const { level } = graphics;
		textList.addText({ box, level, font, renderingMode, ...marks, ...codes.getCodes() });
	}

	private readStringByte(code: number): void {
		const { strings } = this;
		const end = strings.readByte(code);
		if (end === 'goesOn') return;
		this.state = Token.space;
		if (end === 'dictionary' && this.names.length < MAX_NAMES) this.names.push('<<');
		if (end === 'string') this.characterMap?.addString(strings.lastString);
	}

	/** Skips an inline image up to `EI` between white-space (8.9.7). */
	private skipImageByte(code: number): void {
		if (isWhiteSpace(code) && /\sEI$/.test(this.tail)) {
			this.state = Token.space;
			return;
		}
		this.tail = this.tail.slice(-2) + String.fromCharCode(code);
	}
}
