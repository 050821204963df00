import { isDigit, isWhiteSpace } from '../syntax/characters';
import { isCount, type Dictionary } from '../syntax/objects';
import type { Turns } from '../turns';
import { findFirst } from './columns';

/**
 * All objects of a stream together may have this many times its bytes: they do not overlap, but some may be listed
 * twice. The objects after that are left out.
 */
const MAX_OVERLAP = 2;
/** Limit of the heading's length: bytes for each entry, and bytes for anything else. */
const MAX_ENTRY_BYTES = 32;
const MAX_SPARE_BYTES = 64 * 1024;
/** Work of reading an entry of the heading, compared with that of decoding a byte. */
const ENTRY_WORK = 64;

export interface ObjectStreamOptions {
	add: (index: number, number: number, bytes: Buffer) => void;
	maxObjects: number;
	/** Counts work as bytes of output of a filter. @returns false if the budget is used up */
	spend: (bytes: number) => boolean;
	turns: Turns;
}

/**
 * Reads the objects in the decoded data of an object stream (ISO 32000-1, 7.5.7), in order. It finds none if
 * the heading cannot be read or is too long, if it lists more than `maxObjects`, or if the budget is used up.
 */
export async function readObjectStream(
	dictionary: Dictionary,
	data: Buffer,
	{ add, maxObjects, spend, turns }: ObjectStreamOptions,
): Promise<void> {
	const count = dictionary.get('N');
	const first = dictionary.get('First');
	if (!isCount(count) || !isCount(first) || first > data.length) return;
	// An entry is two numbers. Megabytes of blanks between them would block n8n for a tenth of a second.
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
	// Each object ends where the next one starts, and the heading need not list the starts in order.
	const ends = starts.slice().sort();
	let bytesLeft = MAX_OVERLAP * data.length;
	await turns.repeat(count, (index) => {
		const start = starts[index] ?? 0;
		// Index in `ends` of the next object's start. The last object ends with the data.
		const next = findFirst(ends.length, (at) => (ends[at] ?? 0) > start);
		const bytes = data.subarray(start, ends[next]);
		bytesLeft -= bytes.length;
		if (bytesLeft >= 0) add(index, numbers[index] ?? 0, bytes);
	});
}

/** Reads the whole numbers of the heading, one after the other. */
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
