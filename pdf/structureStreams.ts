import { FREE, toStreamPlace, type Place, type Section, type XrefEntries } from './crossReference';
import { Lexer } from './lexer';
import type { Turns } from './limits';
import { isCount, type Dictionary } from './objects';

/** Objects of an object stream do not overlap, but some may be listed twice. */
const MAX_OVERLAP = 2;

/** Reads the decoded data of a cross-reference stream (ISO 32000-1, 7.5.8). */
export async function readXrefStream(
	offset: number,
	trailer: Dictionary,
	data: Buffer,
	entries: XrefEntries,
	turns: Turns,
): Promise<Section> {
	const start = entries.length;
	const widths = [trailer.get('W') ?? null].flat();
	const [type = 0, second = 0, third = 0] = widths.map((width) => (isCount(width) ? width : 99));
	const width = type + second + third;
	const ranges = width > 0 && width < 32 ? readRanges(trailer) : undefined;
	let at = 0;
	let isIntact = ranges !== undefined;
	for (const [first, count] of ranges ?? []) {
		const entriesThere = Math.min(Math.floor((data.length - at) / width), count);
		isIntact &&= entriesThere === count;
		await turns.repeat(entriesThere, (index) => {
			const kind = type === 0 ? 1 : readField(data, at, type);
			const a = readField(data, at + type, second);
			const b = readField(data, at + type + second, third);
			isIntact = entries.add(first + index, toPlace(kind, a, b)) && isIntact;
			at += width;
		});
		if (!isIntact) break;
	}
	return { offset, trailer, isIntact, entries, start, end: entries.length };
}

/** Pairs of a first object number and a count; undefined if the entry is not valid. */
function readRanges(trailer: Dictionary): Array<[number, number]> | undefined {
	const index = trailer.get('Index') ?? [0, trailer.get('Size') ?? 0];
	if (!Array.isArray(index) || !index.every(isCount)) return undefined;
	const numbers = index;
	return Array.from({ length: numbers.length >> 1 }, (_, pair) => [
		numbers[2 * pair] ?? 0,
		numbers[2 * pair + 1] ?? 0,
	]);
}

function readField(data: Buffer, at: number, width: number): number {
	let value = 0;
	for (let index = 0; index < width; index += 1) value = value * 256 + (data[at + index] ?? 0);
	return value;
}

function toPlace(kind: number, a: number, b: number): Place {
	if (kind === 1) return a;
	return kind === 2 ? toStreamPlace(a, b) : FREE;
}

/**
 * Reads the objects in the decoded data of an object stream (ISO 32000-1, 7.5.7), in order. It finds none if
 * the heading cannot be read, or names more than `maxObjects`.
 */
export async function readObjectStream(
	dictionary: Dictionary,
	data: Buffer,
	turns: Turns,
	maxObjects: number,
	addObject: (index: number, number: number, bytes: Buffer) => void,
): Promise<void> {
	const count = dictionary.get('N');
	const first = dictionary.get('First');
	if (!isCount(count) || !isCount(first) || first > data.length || count > maxObjects) return;
	const lexer = new Lexer(data.subarray(0, first));
	const numbers: number[] = [];
	const starts: number[] = [];
	let isValid = count <= first;
	await turns.repeat(isValid ? count : 0, () => {
		if (!isValid) return;
		const number = lexer.readToken();
		const start = lexer.readToken();
		isValid = isCount(number) && isCount(start);
		numbers.push(Number(number));
		starts.push(first + Number(start));
	});
	if (!isValid) return;
	// Objects may not be in the order of their numbers.
	const ends = Float64Array.from(starts).sort();
	let bytesLeft = MAX_OVERLAP * data.length;
	await turns.repeat(count, (index) => {
		const start = starts[index] ?? 0;
		const bytes = data.subarray(start, findEnd(ends, start));
		bytesLeft -= bytes.length;
		if (bytesLeft >= 0) addObject(index, numbers[index] ?? 0, bytes);
	});
}

/** End of the object at `start`, which is the start of the next object; undefined for the last one. */
function findEnd(starts: Float64Array, start: number): number | undefined {
	let low = 0;
	let high = starts.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((starts[middle] ?? 0) <= start) low = middle + 1;
		else high = middle;
	}
	return starts[low];
}
