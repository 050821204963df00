import { findLineEnd, findStringEnd, findWordEnd, isRegular, isWhiteSpace } from './lexer';

/** Words that end an object, or show that its end is missing. */
const END_WORDS = /^(endobj|stream|obj|xref|trailer|startxref)|endobj$/;
const FIRST_CODES = new Set(Buffer.from('esoxt'));
const LAST_CODE = 0x6a;
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
 * and other words for the end.
 *
 * @returns undefined if the bytes, which begin with the object, do not contain its end yet
 */
export function findObjectEnd(bytes: Buffer, isAll: boolean): ObjectEnd | undefined {
	/** Starts of the last two words, to find `1 0 obj` after a missing end. */
	let [beforeLast, last] = [-1, -1];
	let at = 0;
	while (at < bytes.length) {
		const code = bytes[at];
		if (isRegular(code)) {
			const end = findWordEnd(bytes, at);
			if (end === bytes.length && !isAll) return undefined;
			const found = recognizeEnd(bytes, at, end, beforeLast);
			if (found) return found;
			[beforeLast, last] = [last, at];
			at = end;
			continue;
		}
		if (!isWhiteSpace(code)) [beforeLast, last] = [-1, -1];
		if (code === 0x25) {
			if (at + END_OF_FILE_COMMENT.length > bytes.length && !isAll) return undefined;
			const comment = bytes.toString('latin1', at, at + END_OF_FILE_COMMENT.length);
			if (comment === END_OF_FILE_COMMENT) return { word: comment, at };
			at = findLineEnd(bytes, at);
		} else if (code === 0x28) {
			at = findStringEnd(bytes, at + 1) + 1;
		} else {
			at = code === 0x2f ? findWordEnd(bytes, at + 1) : at + 1;
		}
	}
	return undefined;
}

function recognizeEnd(
	bytes: Buffer,
	start: number,
	end: number,
	beforeLast: number,
): ObjectEnd | undefined {
	// Most words are neither, and there may be a million.
	if (!FIRST_CODES.has(bytes[start] ?? 0) && bytes[end - 1] !== LAST_CODE) return undefined;
	const word = bytes.toString('latin1', start, Math.min(end, start + MAX_WORD_BYTES));
	if (!END_WORDS.test(word)) return undefined;
	if (word.startsWith('obj')) return { word: 'obj', at: beforeLast < 0 ? start : beforeLast };
	const inWord = word.indexOf('endobj');
	return inWord >= 0 ? { word: 'endobj', at: start + inWord } : { word, at: start };
}
