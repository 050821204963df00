import { isEndOfLine, isRegular, isWhiteSpace } from '../characters';

/** Words that end an object, or show that its end is missing. */
const END_WORDS = /^(endobj|stream|obj|xref|trailer|startxref)|endobj$/;
const MAX_WORD_BYTES = 32;
/** A comment that ends a revision of the file (ISO 32000-1, 7.5.5). No object continues after it. */
export const END_OF_FILE_COMMENT = '%%EOF';

export interface ObjectEnd {
	word: string;
	/** Start of the word. */
	at: number;
}

/**
 * Finds the end of an object without parsing it. It skips strings and comments, and does not mistake names
 * and other words for the end. It resumes where it stopped when more bytes arrive.
 */
export class ObjectEndFinder {
	/** Relative to the start of the object. */
	private at = 0;
	private parentheses = 0;
	private inComment = false;
	/** Starts of the last two words, to find `1 0 obj` after a missing end. */
	private lastWord = -1;
	private wordBeforeLast = -1;

	/** Searches again from here. */
	rewind(at: number): void {
		this.at = at;
	}

	/** The end; undefined if the bytes, which begin with the object, do not contain it yet. */
	find(bytes: Buffer, isAll: boolean): ObjectEnd | undefined {
		while (this.at < bytes.length) {
			if (this.parentheses > 0) this.skipString(bytes);
			else if (this.inComment) this.skipComment(bytes);
			else {
				const code = bytes[this.at];
				if (isRegular(code)) {
					const end = findWordEnd(bytes, this.at);
					if (end === bytes.length && !isAll) return undefined;
					const found = this.readWord(bytes, end);
					if (found) return found;
				} else if (code === 0x2f) {
					const end = findWordEnd(bytes, this.at + 1);
					if (end === bytes.length && !isAll) return undefined;
					this.forgetWords();
					this.at = end;
				} else if (code === 0x25) {
					if (this.at + END_OF_FILE_COMMENT.length > bytes.length && !isAll) return undefined;
					if (isEndOfFile(bytes, this.at)) return { word: END_OF_FILE_COMMENT, at: this.at };
					this.forgetWords();
					this.inComment = true;
				} else {
					this.readDelimiter(code);
				}
			}
		}
		return undefined;
	}

	private readDelimiter(code: number | undefined): void {
		if (code === 0x28) this.parentheses = 1;
		if (!isWhiteSpace(code)) this.forgetWords();
		this.at += 1;
	}

	private forgetWords(): void {
		this.lastWord = -1;
		this.wordBeforeLast = -1;
	}

	private readWord(bytes: Buffer, end: number): ObjectEnd | undefined {
		const start = this.at;
		this.at = end;
		const word = bytes.toString('latin1', start, Math.min(end, start + MAX_WORD_BYTES));
		if (!END_WORDS.test(word)) {
			this.wordBeforeLast = this.lastWord;
			this.lastWord = start;
			return undefined;
		}
		if (word.startsWith('obj')) {
			return { word: 'obj', at: this.wordBeforeLast < 0 ? start : this.wordBeforeLast };
		}
		const inWord = word.indexOf('endobj');
		return inWord >= 0 ? { word: 'endobj', at: start + inWord } : { word, at: start };
	}

	private skipComment(bytes: Buffer): void {
		while (this.at < bytes.length && !isEndOfLine(bytes[this.at])) this.at += 1;
		this.inComment = this.at === bytes.length;
	}

	private skipString(bytes: Buffer): void {
		for (; this.at < bytes.length; this.at += 1) {
			const code = bytes[this.at];
			if (code === 0x5c) {
				// The escaped character may be in the next chunk.
				this.at += 1;
			} else if (code === 0x28) {
				this.parentheses += 1;
			} else if (code === 0x29) {
				this.parentheses -= 1;
				if (this.parentheses === 0) {
					this.at += 1;
					return;
				}
			}
		}
	}
}

export function isEndOfFile(bytes: Buffer, at: number): boolean {
	return bytes.toString('latin1', at, at + END_OF_FILE_COMMENT.length) === END_OF_FILE_COMMENT;
}

function findWordEnd(bytes: Buffer, from: number): number {
	let at = from;
	while (isRegular(bytes[at])) at += 1;
	return at;
}
