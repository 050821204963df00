import { createFloat64Array, createUint32Array } from '../growableArray';
import type { Dictionary } from '../syntax';

/** One cross-reference section, table or stream. */
export interface Section {
	/** Offset in the file. */
	offset: number;
	/** Undefined if it could not be read. */
	trailer?: Dictionary;
	/** Object numbers and their {@link Place}s, in the order of the section. */
	entries: Entries;
	isIntact: boolean;
}

export interface Entries {
	readonly length: number;
	getNumber(index: number): number;
	getPlace(index: number): Place;
}

export class EntryList implements Entries {
	private readonly numbers = createUint32Array();
	private readonly places = createFloat64Array();

	get length(): number {
		return this.numbers.length;
	}

	add(number: number, place: Place): void {
		this.numbers.push(number);
		this.places.push(place);
	}

	getNumber(index: number): number {
		return this.numbers.at(index);
	}

	getPlace(index: number): Place {
		return this.places.at(index);
	}
}

/**
 * Place of an object as one number: its offset (from 0 up), {@link FREE}, or, below that, the number of an
 * object stream and an index in it. Numbers need a tenth of the memory of objects.
 */
export type Place = number;

export const FREE: Place = -1;

/** Maximum number of objects of an object stream. */
const MAX_INDEXES = 2 ** 20;

/** The key of an object in an object stream. Keys follow the order of the file, then of the stream. */
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
