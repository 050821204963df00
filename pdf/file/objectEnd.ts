import { findLineEnd, findWordEnd, isRegular, isWhiteSpace } from '../syntax/characters';
import { findStringEnd } from '../syntax/strings';

/**
 * Words that end an object, or show that its end is missing, as in 38 of 489 files of test suites (such as
 * issue9105_reduced.pdf of pdf.js). Another word may follow without a space.
 */
const END_WORDS = /^(endobj|stream|obj|xref|trailer|startxref)/;
const FIRST_CODES = new Set(Buffer.from('esoxt'));
const MAX_WORD_BYTES = 32;
/** A comment that ends a revision of the file (ISO 32000-1, 7.5.5). No object continues after it. */
export const END_OF_FILE_COMMENT = '%%EOF';

export interface ObjectEnd {
	word: string;
	/** Where the object ends: the start of the word, or, if it is `obj`, of `1 0 obj`. */
	at: number;
}

/**
 * Finds the end of an object without parsing it. It skips strings and comments, and does not mistake names
 * and other words for the end.
 */
export class ObjectEndSearch {
	/** Place from which the search continues. Nothing before it is read again. */
	private at = 0;
	/** Starts of the last two words, to find `1 0 obj` after a missing end; -1 if a delimiter came after them. */
	private beforeLast = -1;
	private last = -1;

	/** Whether the last call stopped because it needs more bytes, and not because of `maxBytes`. */
	isExhausted = false;

	/**
	 * Searches further.
	 *
	 * @param bytes of the object from its start: those of the last call, and perhaps more
	 * @param isAll whether no more bytes follow
	 * @param maxBytes bytes after which the call returns, so that the caller can yield; it may finish a word or string
	 * @returns undefined if the end was not found yet
	 */
	continue(bytes: Buffer, isAll: boolean, maxBytes: number): ObjectEnd | undefined {
		const stopAt = Math.min(bytes.length, this.at + maxBytes);
		while (this.at < stopAt) {
			const { at } = this;
			const code = bytes[at];
			if (isRegular(code)) {
				const end = findWordEnd(bytes, at);
				if (end === bytes.length && !isAll) {
					this.waitFrom(at);
					return undefined;
				}
				const found = recognizeEnd(bytes, at, end, this.beforeLast);
				if (found) return found;
				this.beforeLast = this.last;
				this.last = at;
				this.at = end;
				continue;
			}
			if (!isWhiteSpace(code)) {
				this.beforeLast = -1;
				this.last = -1;
			}
			if (code === 0x25) {
				if (at + END_OF_FILE_COMMENT.length > bytes.length && !isAll) {
					this.waitFrom(at);
					return undefined;
				}
				const comment = bytes.toString('latin1', at, at + END_OF_FILE_COMMENT.length);
				if (comment === END_OF_FILE_COMMENT) return { word: comment, at };
				this.at = findLineEnd(bytes, at);
				// The comment may continue in the next bytes. Without waiting, its rest would count as words.
				if (this.at === bytes.length && !isAll) {
					this.waitFrom(at);
					return undefined;
				}
			} else if (code === 0x28) {
				this.at = findStringEnd(bytes, at + 1) + 1;
				if (this.at > bytes.length && !isAll) {
					this.waitFrom(at);
					return undefined;
				}
			} else if (code === 0x2f) {
				this.at = findWordEnd(bytes, at + 1);
				if (this.at === bytes.length && !isAll) {
					this.waitFrom(at);
					return undefined;
				}
			} else {
				this.at += 1;
			}
		}
		this.isExhausted = this.at >= bytes.length;
		return undefined;
	}

	/** Stops at a word, string or comment that may continue in the next bytes. */
	private waitFrom(at: number): void {
		this.at = at;
		this.isExhausted = true;
	}
}

function recognizeEnd(
	bytes: Buffer,
	start: number,
	end: number,
	beforeLast: number,
): ObjectEnd | undefined {
	// Most words begin with another letter, so no string is made of them. There may be a million words.
	if (!FIRST_CODES.has(bytes[start] ?? 0)) return undefined;
	const word = bytes.toString('latin1', start, Math.min(end, start + MAX_WORD_BYTES));
	const found = END_WORDS.exec(word)?.[1];
	if (found === undefined) return undefined;
	return { word: found, at: found === 'obj' && beforeLast >= 0 ? beforeLast : start };
}
