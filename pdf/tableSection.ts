import { isDigit, isRegular, isWhiteSpace } from './lexer';
import { FREE, type Section, type XrefEntries } from './crossReference';
import type { Dictionary } from './objects';

const MAX_WORD_BYTES = 20;
const USUAL_BYTES = 20;
const [IN_USE_CODE, FREE_CODE] = [0x6e, 0x66];
/** Replaces a delimiter, which no entry may contain. */
const DELIMITER = '?';

/** A cross-reference table (ISO 32000-1, 7.5.4), read in chunks. */
export class TableSection implements Section {
	readonly start: number;
	end: number;
	trailer?: Dictionary;
	/** Whether the table has no errors. */
	isIntact = true;
	private nextNumber = 0;
	private entriesLeft = 0;

	/** @param offset in the file */
	constructor(
		readonly offset: number,
		readonly entries: XrefEntries,
	) {
		this.start = entries.length;
		this.end = this.start;
	}

	/**
	 * Reads entries and headings of subsections.
	 *
	 * @returns the number of bytes that were read, and whether the table has ended
	 */
	read(bytes: Buffer, isAll: boolean): { bytesRead: number; isDone: boolean } {
		let at = 0;
		for (;;) {
			at = this.readUsualEntries(bytes, at);
			const words = splitWords(bytes, at, this.entriesLeft > 0 ? 3 : 2, isAll);
			const [first] = words;
			if (first && !/^\d+$/.test(first.word)) {
				if (first.word !== 'trailer') this.isIntact = false;
				return { bytesRead: first.at, isDone: true };
			}
			const delimiter = words.find(({ word }) => word === DELIMITER);
			if (delimiter) {
				this.isIntact = false;
				return { bytesRead: delimiter.at, isDone: true };
			}
			const last = words.at(-1);
			if (!last || words.length < (this.entriesLeft > 0 ? 3 : 2)) {
				return { bytesRead: skipSpace(bytes, at), isDone: isAll };
			}
			if (!this.readWords(words.map(({ word }) => word))) return { bytesRead: at, isDone: true };
			at = last.end;
		}
	}

	private readWords([first = '', second = '', kind]: string[]): boolean {
		const [a, b] = [Number(first), Number(second)];
		if (kind === undefined) {
			this.nextNumber = a;
			this.entriesLeft = b;
			this.isIntact &&= /^\d+$/.test(second);
			return this.isIntact;
		}
		if (kind !== 'n' && kind !== 'f') {
			this.isIntact = false;
			return false;
		}
		// Some writers count from 1 although their first entry is object 0.
		if (this.end === this.start && this.nextNumber === 1 && kind === 'f' && b === 65535)
			this.nextNumber = 0;
		this.addEntry(kind === 'n' ? a : FREE);
		return true;
	}

	private addEntry(place: number): void {
		this.isIntact = this.entries.add(this.nextNumber, place) && this.isIntact;
		this.end = this.entries.length;
		this.nextNumber += 1;
		this.entriesLeft -= 1;
	}

	/** Reads entries of exactly 20 bytes, as nearly all are, without making strings. @returns their end */
	private readUsualEntries(bytes: Buffer, from: number): number {
		let at = from;
		// The first entry may be numbered wrongly.
		while (this.entriesLeft > 0 && this.end > this.start && at + USUAL_BYTES <= bytes.length) {
			const kind = bytes[at + 17];
			const isUsual =
				bytes[at + 10] === 0x20 &&
				bytes[at + 16] === 0x20 &&
				(kind === IN_USE_CODE || kind === FREE_CODE) &&
				isWhiteSpace(bytes[at + 18]) &&
				isWhiteSpace(bytes[at + 19]);
			const place = isUsual ? readDigits(bytes, at, 10) : NaN;
			if (Number.isNaN(place + readDigits(bytes, at + 11, 5))) break;
			this.addEntry(kind === IN_USE_CODE ? place : FREE);
			at += USUAL_BYTES;
		}
		return at;
	}
}

/** NaN if there is anything else. */
function readDigits(bytes: Buffer, at: number, count: number): number {
	let value = 0;
	for (let index = at; index < at + count; index += 1) {
		if (!isDigit(bytes[index])) return NaN;
		value = value * 10 + (bytes[index] ?? 0) - 0x30;
	}
	return value;
}

interface Word {
	word: string;
	at: number;
	end: number;
}

/** Up to `count` complete words. */
function splitWords(bytes: Buffer, from: number, count: number, isAll: boolean): Word[] {
	const words: Word[] = [];
	let at = from;
	while (words.length < count) {
		at = skipSpace(bytes, at);
		const start = at;
		while (isRegular(bytes[at]) && at - start < MAX_WORD_BYTES) at += 1;
		if (at === bytes.length && !isAll) break;
		if (at === start) {
			if (at < bytes.length) words.push({ word: DELIMITER, at, end: at + 1 });
			break;
		}
		words.push({ word: bytes.toString('latin1', start, at), at: start, end: at });
	}
	return words;
}

function skipSpace(bytes: Buffer, from: number): number {
	let at = from;
	while (isWhiteSpace(bytes[at])) at += 1;
	return at;
}
