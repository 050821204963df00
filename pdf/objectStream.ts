import { findFirst } from './columns';
import { isCount, type Dictionary } from './objects';
import type { Turns } from './readerLimits';

/** Objects of an object stream do not overlap, but some may be listed twice. */
const MAX_OVERLAP = 2;

/**
 * Reads the objects in the decoded data of an object stream (ISO 32000-1, 7.5.7), in order, and returns whether
 * it has found all. It finds none if the heading cannot be read, or names more than `maxObjects`.
 */
export async function readObjectStream(
	dictionary: Dictionary,
	data: Buffer,
	turns: Turns,
	maxObjects: number,
	addObject: (index: number, number: number, bytes: Buffer) => void,
): Promise<boolean> {
	const count = dictionary.get('N');
	const first = dictionary.get('First');
	if (!isCount(count) || !isCount(first) || first > data.length || count > maxObjects) return false;
	const heading = data.toString('latin1', 0, first);
	const nextPair = /[\0\s]*(\d+)[\0\s]+(\d+)/y;
	const numbers: number[] = [];
	const starts: number[] = [];
	let isValid = count <= first;
	await turns.repeat(isValid ? count : 0, () => {
		if (!isValid) return;
		const pair = nextPair.exec(heading);
		isValid = pair !== null;
		numbers.push(Number(pair?.[1]));
		starts.push(first + Number(pair?.[2]));
	});
	if (!isValid) return false;
	// Objects may not be in the order of their numbers.
	const ends = Float64Array.from(starts).sort();
	let bytesLeft = MAX_OVERLAP * data.length;
	await turns.repeat(count, (index) => {
		const start = starts[index] ?? 0;
		// The start of the next object.
		const next = findFirst(ends.length, (at) => (ends[at] ?? 0) > start);
		const bytes = data.subarray(start, ends[next]);
		bytesLeft -= bytes.length;
		if (bytesLeft >= 0) addObject(index, numbers[index] ?? 0, bytes);
	});
	return bytesLeft >= 0;
}
