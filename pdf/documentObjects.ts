import type { Body } from './body';
import { NumberIndex } from './columns';
import { findContainer, FREE, toCompressedKey } from './crossReference';
import type { Turns } from './readerLimits';
import {
	isDictionary,
	Reference,
	toUnknown,
	Unknown,
	type Dictionary,
	type PdfObject,
} from './objects';
import { MAX_PARSE_WORK, parseWithWork } from './parse';
import type { ByteTable } from './tables';

/** The current definition of an object: a row of one of the tables of the file. */
export interface ObjectLocation {
	table: ByteTable;
	row: number;
}

/**
 * Finds the current definition of an object by its number; undefined if it does not exist.
 *
 * @throws Unknown if it should exist and does not
 */
export type LocateObject = (number: number) => ObjectLocation | undefined;

/**
 * Finds objects by the cross-reference.
 *
 * @param shift bytes before the header, if offsets count from the header
 */
export function locateByReference(body: Body, places: NumberIndex, shift: number): LocateObject {
	const { compressed, objects } = body;
	const findCompressedRow = (number: number, container: number, index: number) => {
		const stream = places.get(container) ?? FREE;
		if (stream < 0) return -1;
		const key = stream + shift;
		const row = compressed.findRow(toCompressedKey(key, index));
		if (row >= 0 && compressed.numbers.get(row) === number) return row;
		const first = compressed.keys.findFirstRow(toCompressedKey(key, 0));
		const end = compressed.keys.findFirstRow(toCompressedKey(key + 1, 0));
		body.spendWork(end - first);
		for (let at = first; at < end; at += 1) if (compressed.numbers.get(at) === number) return at;
		return -1;
	};
	return (number) => {
		const place = places.get(number) ?? FREE;
		if (place === FREE) return undefined;
		const inside = findContainer(place);
		const row = inside
			? findCompressedRow(number, inside.container, inside.index)
			: objects.findRow(place + shift);
		const table = inside ? compressed : objects;
		if (table.numbers.get(row) === number) return { table, row };
		// An unused entry: many writers leave zeros there.
		if (place === 0) return undefined;
		throw new Unknown(`object ${number} is not where the file says`);
	};
}

/** The last definitions of all objects, for files with a broken cross-reference. */
export interface LastObjects {
	locate: LocateObject;
	/** Every object number that is in use. */
	numbers: Iterable<number>;
	/** Whether any object is defined more than once. */
	hasRepeated: boolean;
}

/** @throws Unknown if a later definition may have been dropped */
export async function findLastObjects(body: Body, turns: Turns): Promise<LastObjects> {
	const { compressed, objects } = body;
	if (objects.hasDropped || compressed.hasDropped) {
		throw new Unknown('it has more objects than the reader keeps');
	}
	/** Rows by object number; those of objects in object streams are -1 and below. */
	const rows = new NumberIndex();
	let hasRepeated = false;
	const add = (number: number, row: number) => {
		hasRepeated ||= rows.get(number) !== undefined;
		rows.set(number, row);
	};
	let row = 0;
	let inner = 0;
	await turns.repeat(objects.length + compressed.length, () => {
		// Objects in an object stream come after it, and before the next object of the file.
		const next = row < objects.length ? toCompressedKey(objects.keys.get(row), 0) : Infinity;
		if (inner < compressed.length && compressed.keys.get(inner) < next) {
			add(compressed.numbers.get(inner), -1 - inner);
			inner += 1;
		} else {
			add(objects.numbers.get(row), row);
			row += 1;
		}
	});
	const locate = (number: number) => {
		const last = rows.get(number);
		// It may have existed before the file was damaged.
		if (last === undefined) throw new Unknown(`object ${number} is missing`);
		return last < 0 ? { table: compressed, row: -1 - last } : { table: objects, row: last };
	};
	return { locate, numbers: rows.listNumbers(), hasRepeated };
}

/** Work for an object besides its bytes, and for each element of an array, which callers iterate. */
const OBJECT_WORK_BYTES = 32;
const ELEMENT_WORK_BYTES = 16;
/** Bytes that a unit of parsing work counts for. */
const BYTES_PER_WORK = 3;
/** Limit of the cache, some 100 bytes for each unit of work. */
const MAX_CACHED_WORK = MAX_PARSE_WORK + 50_000;
const CACHE_PLACES = 1024;
/** Longest chain of references to references; real documents have none. */
const MAX_REFERENCES = 20;

/** The current objects of a document, parsed on demand. */
export class Objects {
	/**
	 * The last objects, because many are shared, such as resources. A map would keep removed objects alive
	 * until V8's next full collection.
	 */
	private readonly cached: Array<{ number: number; object: PdfObject | Unknown } | undefined> = [];
	private cachedWork = 0;

	constructor(
		readonly body: Body,
		readonly locate: LocateObject,
	) {}

	/**
	 * An object by its number; null if it does not exist (ISO 32000-1, 7.3.10).
	 *
	 * @throws Unknown if it cannot be read, or too much has been parsed
	 */
	get(number: number): PdfObject {
		const located = this.locate(number);
		if (!located) return null;
		const bytes = located.table.getBytes(located.row);
		if (!bytes) throw new Unknown('it has more objects than the reader keeps');
		this.body.spendWork(OBJECT_WORK_BYTES);
		const known = this.cached[number % CACHE_PLACES];
		const object = known?.number === number ? known.object : this.parse(number, bytes);
		if (object instanceof Unknown) throw object;
		if (Array.isArray(object)) this.body.spendWork(ELEMENT_WORK_BYTES * object.length);
		return object;
	}

	/** Follows references until it reaches a direct object. */
	resolve(object: PdfObject | undefined): PdfObject {
		let resolved = object ?? null;
		for (let count = 0; resolved instanceof Reference; count += 1) {
			if (count === MAX_REFERENCES) throw new Unknown('its references form a circle');
			resolved = this.get(resolved.number);
		}
		return resolved;
	}

	/** Resolves a dictionary, or the dictionary of a stream; undefined for anything else. */
	getDictionary(object: PdfObject | undefined): Dictionary | undefined {
		const resolved = this.resolve(object);
		return isDictionary(resolved) ? resolved : undefined;
	}

	/** The elements of an array; empty for anything else. */
	getArray(object: PdfObject | undefined): PdfObject[] {
		const resolved = this.resolve(object);
		return Array.isArray(resolved) ? resolved : [];
	}

	/** Offset in the file of an object that is not in an object stream; otherwise undefined. */
	findOffset(reference: PdfObject | undefined): number | undefined {
		const located = reference instanceof Reference ? this.locate(reference.number) : undefined;
		return located?.table === this.body.objects ? located.table.keys.get(located.row) : undefined;
	}

	/** Failures are cached, too: they take as long as successes. */
	private parse(number: number, bytes: Buffer): PdfObject | Unknown {
		this.body.spendWork(bytes.length);
		const { object, work } = tryParse(bytes);
		this.body.spendWork(BYTES_PER_WORK * work);
		if (this.cachedWork + work > MAX_CACHED_WORK) {
			this.cached.fill(undefined);
			this.cachedWork = 0;
		}
		this.cachedWork += work;
		this.cached[number % CACHE_PLACES] = { number, object };
		return object;
	}
}

function tryParse(bytes: Buffer): { object: PdfObject | Unknown; work: number } {
	try {
		return parseWithWork(bytes);
	} catch (error) {
		const object = toUnknown(error, 'an object in it cannot be read');
		return { object, work: Math.min(bytes.length, MAX_PARSE_WORK) };
	}
}
