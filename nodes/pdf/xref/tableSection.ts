import { isRegular, isWhiteSpace } from '../characters';
import { bigNumbers, smallNumbers } from '../columns';

const LONGEST_WORD = 20;
/** Replaces a delimiter, which no entry may contain. */
const DELIMITER = '?';

/** A cross-reference table (ISO 32000-1, 7.5.4), read in chunks. */
export class TableSection {
	/** Object numbers, and the offset of each object: -1 if it is free. */
	readonly numbers = smallNumbers();
	readonly offsets = bigNumbers();
	/** Whether the table has no errors. */
	intact = true;
	private next = 0;
	private left = 0;

	/** @param offset in the file */
	constructor(
		readonly offset: number,
		private readonly most: number,
	) {}

	/**
	 * Reads entries and headings of subsections.
	 *
	 * @returns the number of bytes that were read, and whether the table has ended
	 */
	read(bytes: Buffer, isAll: boolean): { taken: number; done: boolean } {
		let at = 0;
		for (;;) {
			const words = wordsFrom(bytes, at, this.left > 0 ? 3 : 2, isAll);
			const [first] = words;
			if (first && !/^\d+$/.test(first.word)) {
				if (first.word !== 'trailer') this.intact = false;
				return { taken: first.at, done: true };
			}
			const delimiter = words.find(({ word }) => word === DELIMITER);
			if (delimiter) {
				this.intact = false;
				return { taken: delimiter.at, done: true };
			}
			const last = words.at(-1);
			if (!last || words.length < (this.left > 0 ? 3 : 2)) {
				return { taken: behindSpace(bytes, at), done: isAll };
			}
			if (!this.take(words.map(({ word }) => word))) return { taken: at, done: true };
			at = last.end;
		}
	}

	private take([first = '', second = '', kind]: string[]): boolean {
		const [a, b] = [Number(first), Number(second)];
		if (kind === undefined) {
			this.next = a;
			this.left = b;
			this.intact &&= /^\d+$/.test(second);
			return this.intact;
		}
		if (kind !== 'n' && kind !== 'f') {
			this.intact = false;
			return false;
		}
		// Some writers count from 1 although their first entry is object 0.
		if (this.numbers.length === 0 && this.next === 1 && kind === 'f' && b === 65535) this.next = 0;
		if (this.numbers.length < this.most) {
			this.numbers.push(this.next);
			this.offsets.push(kind === 'n' ? a : -1);
		} else {
			this.intact = false;
		}
		this.next += 1;
		this.left -= 1;
		return true;
	}
}

interface Word {
	word: string;
	at: number;
	end: number;
}

/** Up to `count` complete words. */
function wordsFrom(bytes: Buffer, from: number, count: number, isAll: boolean): Word[] {
	const words: Word[] = [];
	let at = from;
	while (words.length < count) {
		at = behindSpace(bytes, at);
		const start = at;
		while (isRegular(bytes[at]) && at - start < LONGEST_WORD) at += 1;
		if (at === bytes.length && !isAll) break;
		if (at === start) {
			if (at < bytes.length) words.push({ word: DELIMITER, at, end: at + 1 });
			break;
		}
		words.push({ word: bytes.toString('latin1', start, at), at: start, end: at });
	}
	return words;
}

function behindSpace(bytes: Buffer, from: number): number {
	let at = from;
	while (isWhiteSpace(bytes[at])) at += 1;
	return at;
}
