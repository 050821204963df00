import { isDigit, isWhiteSpace } from '../syntax/characters';
import { isCount, type Dictionary } from '../syntax/objects';
import type { Turns } from '../turns';
import { findFirst } from './columns';

/** Objects of an object stream do not overlap, but some may be listed twice. */
const MAX_OVERLAP = 2;
/** Bytes of an entry of the heading, and of what else may be in it. */
const MAX_ENTRY_BYTES = 32;
const MAX_SPARE_BYTES = 64 * 1024;
/** Work of reading an entry of the heading, compared with that of decoding a byte. */
const ENTRY_WORK = 64;

export interface ObjectStreamOptions {
	add: (index: number, number: number, bytes: Buffer) => void;
	maxObjects: number;
	/** Counts work as bytes of output of a filter. @returns whether there may be more */
	spend: (bytes: number) => boolean;
	turns: Turns;
}

/**
 * Reads the objects in the decoded data of an object stream (ISO 32000-1, 7.5.7), in order. It finds none if
 * the heading cannot be read, or names more than `maxObjects`.
 */
export async function readObjectStream(
	dictionary: Dictionary,
	data: Buffer,
	{ add, maxObjects, spend, turns }: ObjectStreamOptions,
): Promise<void> {
	const count = dictionary.get('N');
	const first = dictionary.get('First');
	if (!isCount(count) || !isCount(first) || first > data.length) return;
	// An entry has at least two digits and two blanks, and megabytes of blanks would take a tenth of a second.
	if (first > MAX_SPARE_BYTES + MAX_ENTRY_BYTES * count) return;
	if (count > maxObjects || count > first || !spend(ENTRY_WORK * count + first)) return;
	const heading = new Heading(data, first);
	const numbers = new Float64Array(count);
	const starts = new Float64Array(count);
	await turns.repeat(count, (index) => {
		numbers[index] = heading.readNumber();
		starts[index] = first + heading.readNumber();
	});
	if (heading.isDamaged) return;
	// Objects may not be in the order of their numbers.
	const ends = starts.slice().sort();
	let bytesLeft = MAX_OVERLAP * data.length;
	await turns.repeat(count, (index) => {
		const start = starts[index] ?? 0;
		// The start of the next object.
		const next = findFirst(ends.length, (at) => (ends[at] ?? 0) > start);
		const bytes = data.subarray(start, ends[next]);
		bytesLeft -= bytes.length;
		if (bytesLeft >= 0) add(index, numbers[index] ?? 0, bytes);
	});
}

/** Whole numbers, one after the other. */
class Heading {
	isDamaged = false;
	private at = 0;

	constructor(
		private readonly bytes: Buffer,
		private readonly end: number,
	) {}

	readNumber(): number {
		const { bytes, end } = this;
		while (this.at < end && isWhiteSpace(bytes[this.at])) this.at += 1;
		const start = this.at;
		let value = 0;
		for (; this.at < end && isDigit(bytes[this.at]); this.at += 1) {
			value = value * 10 + (bytes[this.at] ?? 0) - 0x30;
		}
		this.isDamaged ||= this.at === start;
		return value;
	}
}
