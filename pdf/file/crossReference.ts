import type { Memory } from '../budget';
import { isCount, type Dictionary } from '../syntax/objects';
import type { Turns } from '../turns';
import { NumberColumn, NumberIndex } from './columns';

/**
 * Place of an object as one number. From 0 up, it is the object's offset. -1 is {@link FREE}. Lower numbers stand for
 * the number of an object stream and an index in it. JavaScript objects would need ten times the memory.
 */
export type Place = number;

export const FREE: Place = -1;

/** More than the reader's limit of objects in an object stream, so that each index fits. */
const MAX_INDEXES = 2 ** 20;

/**
 * Combines an object stream and an index in it into one number. If the stream is given by its offset, these keys follow
 * the order of the file, then of the stream.
 *
 * @param container offset of the object stream; for a {@link Place}, its object number
 */
export function toCompressedKey(container: number, index: number): number {
	return container * MAX_INDEXES + index;
}

export function toStreamPlace(container: number, index: number): Place {
	return -2 - toCompressedKey(container, index);
}

export function findContainer(place: Place): { container: number; index: number } | undefined {
	if (place >= FREE) return undefined;
	const both = -2 - place;
	return { container: Math.floor(both / MAX_INDEXES), index: both % MAX_INDEXES };
}

/** Memory of an entry: its number and its place. */
const ENTRY_BYTES = 12;

/** Entries of cross-reference sections, one section after the other. */
export class XrefEntries {
	/** Object numbers, and the place of each object. */
	readonly numbers = new NumberColumn(Uint32Array);
	readonly places = new NumberColumn();

	constructor(
		private readonly maxEntries: number,
		readonly memory: Memory,
	) {}

	get length(): number {
		return this.numbers.length;
	}

	/** @returns false if the entry is left out: there are too many, no memory is left, or the number is 2³² or more */
	add(number: number, place: Place): boolean {
		if (this.length === this.maxEntries || number >= 2 ** 32) return false;
		if (!this.memory.tryTake(ENTRY_BYTES)) return false;
		this.numbers.push(number);
		this.places.push(place);
		return true;
	}
}

/** One cross-reference section, table or stream, whose entries could all be read. */
export interface Section {
	trailer: Dictionary;
	/** The rows of its entries in {@link XrefEntries}: the first one, and the one after the last. */
	start: number;
	end: number;
}

/**
 * Follows the chain of cross-reference sections back from the newest one (ISO 32000-1, 7.5.8.4): the table,
 * its stream in a hybrid file, then the previous section.
 *
 * @param findSection returns the section at an offset; undefined if there is none
 * @returns the places of all objects and the newest trailer; undefined if the chain is broken anywhere
 * @throws Unknown if the object numbers are too many or too far apart
 */
export async function followSections(
	startxref: number,
	entries: XrefEntries,
	findSection: (offset: number) => Section | undefined,
	turns: Turns,
): Promise<{ places: NumberIndex; trailer: Dictionary } | undefined> {
	const places = new NumberIndex(entries.memory);
	const add = async (section: Section, wanted: (place: Place) => boolean) =>
		await turns.repeat(section.end - section.start, (index) => {
			const place = entries.places.get(section.start + index);
			const number = entries.numbers.get(section.start + index);
			if (wanted(place) && places.get(number) === undefined) places.set(number, place);
		});
	const visited = new Set<Section>();
	let newest: Dictionary | undefined;
	let next: number | undefined = startxref;
	while (next !== undefined) {
		const section = findSection(next);
		if (!section) return undefined;
		// The chain has come back to a section whose entries were already added.
		if (visited.has(section)) break;
		visited.add(section);
		newest ??= section.trailer;
		await add(section, (place) => place !== FREE);
		const streamOffset = section.trailer.get('XRefStm');
		if (streamOffset !== undefined) {
			const stream = isCount(streamOffset) ? findSection(streamOffset) : undefined;
			if (!stream) return undefined;
			visited.add(stream);
			await add(stream, () => true);
		}
		// Free entries of the table come last: the table of a hybrid file marks objects as free that only its stream
		// lists.
		await add(section, () => true);
		const previous = section.trailer.get('Prev');
		if (previous !== undefined && !isCount(previous)) return undefined;
		next = previous;
	}
	return newest && { places, trailer: newest };
}
