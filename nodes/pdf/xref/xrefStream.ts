import { isCount, type Dictionary } from '../syntax';
import type { Turns } from '../turns';
import { FREE, toStreamPlace, type Place, type Section } from './crossReference';

/** Reads the decoded data of a cross-reference stream (ISO 32000-1, 7.5.8). */
export async function readXrefStream(
	offset: number,
	trailer: Dictionary,
	data: Buffer,
	maxEntries: number,
	turns: Turns,
): Promise<Section> {
	const numbers: number[] = [];
	const places: Place[] = [];
	const widths = [trailer.get('W') ?? null].flat();
	const [type = 0, second = 0, third = 0] = widths.map((width) => (isCount(width) ? width : 99));
	const width = type + second + third;
	const ranges = width > 0 && width < 32 ? readRanges(trailer) : undefined;
	let at = 0;
	let isIntact = ranges !== undefined;
	for (const [first, count] of ranges ?? []) {
		const entriesThere = Math.min(
			Math.floor((data.length - at) / width),
			maxEntries - places.length,
			count,
		);
		isIntact &&= entriesThere === count;
		await turns.repeat(entriesThere, (index) => {
			const kind = type === 0 ? 1 : readField(data, at, type);
			const a = readField(data, at + type, second);
			const b = readField(data, at + type + second, third);
			numbers.push(first + index);
			places.push(toPlace(kind, a, b));
			at += width;
		});
	}
	return { offset, trailer, isIntact, numbers, places };
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
