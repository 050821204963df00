import { isRegular, isWhiteSpace } from '../characters';
import type { Dictionary } from '../syntax';
import { FREE, type Place, type Section } from './crossReference';

const MAX_WORD_BYTES = 20;
/** Replaces a delimiter, which no entry may contain. */
const DELIMITER = '?';

/** A cross-reference table (ISO 32000-1, 7.5.4), read in chunks. */
export class TableSection implements Section {
	readonly numbers: number[] = [];
	readonly places: Place[] = [];
	trailer?: Dictionary;
	/** Whether the table has no errors. */
	isIntact = true;
	private nextNumber = 0;
	private entriesLeft = 0;

	/** @param offset in the file */
	constructor(
		readonly offset: number,
		private readonly maxEntries: number,
	) {}

	/**
	 * Reads entries and headings of subsections.
	 *
	 * @returns the number of bytes that were read, and whether the table has ended
	 */
	read(bytes: Buffer, isAll: boolean): { bytesRead: number; isDone: boolean } {
		let at = 0;
		for (;;) {
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
		if (this.places.length === 0 && this.nextNumber === 1 && kind === 'f' && b === 65535)
			this.nextNumber = 0;
		if (this.places.length < this.maxEntries) {
			this.numbers.push(this.nextNumber);
			this.places.push(kind === 'n' ? a : FREE);
		} else {
			this.isIntact = false;
		}
		this.nextNumber += 1;
		this.entriesLeft -= 1;
		return true;
	}
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
