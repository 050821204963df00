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

/** Place of the current definition of an object. */
export interface ObjectLocation {
	row: number;
	isCompressed: boolean;
}

/** Finds the rows of the current definitions. */
export interface ObjectLocator {
	/** @throws Unknown if the object should exist and does not */
	locate(number: number): ObjectLocation | undefined;
}

/** Longest chain of references to references; real documents have none. */
const MAX_REFERENCES = 20;

/** The current objects of a document. */
export class Objects {
	private readonly parsed: ParsedObjects;

	constructor(
		readonly body: Body,
		private readonly locator: ObjectLocator,
	) {
		this.parsed = new ParsedObjects(body);
	}

	/** Place of an object; undefined if it does not exist. */
	locate(number: number): ObjectLocation | undefined {
		return this.locator.locate(number);
	}

	/**
	 * An object by its number; null if it does not exist (ISO 32000-1, 7.3.10).
	 *
	 * @throws Unknown
	 */
	get(number: number): PdfObject {
		const located = this.locate(number);
		if (!located) return null;
		const bytes = this.getBytes(located);
		if (!bytes) throw new Unknown('it has more objects than the reader keeps');
		return this.parsed.get(number, bytes);
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
		if (!(reference instanceof Reference)) return undefined;
		const located = this.locate(reference.number);
		if (!located || located.isCompressed) return undefined;
		return this.body.objects.keys.get(located.row);
	}

	/** Undefined if there was no room for the object. */
	getBytes({ isCompressed, row }: ObjectLocation): Buffer | undefined {
		return (isCompressed ? this.body.compressed : this.body.objects).getBytes(row);
	}
}

/** Finds objects by the cross-reference. */
export class ReferencedObjects implements ObjectLocator {
	/** @param shift bytes before the header, if offsets count from the header */
	constructor(
		private readonly body: Body,
		private readonly places: NumberIndex,
		private readonly shift: number,
	) {}

	locate(number: number): ObjectLocation | undefined {
		const place = this.places.get(number) ?? FREE;
		if (place === FREE) return undefined;
		const { body } = this;
		const inside = findContainer(place);
		const row = inside
			? this.findCompressedRow(number, inside.container, inside.index)
			: body.objects.findRow(place + this.shift);
		const table = inside ? body.compressed : body.objects;
		if (row < 0 || table.numbers.get(row) !== number) {
			// An unused entry: many writers leave zeros there.
			if (!inside && place === 0) return undefined;
			throw new Unknown(`object ${number} is not where the file says`);
		}
		return { row, isCompressed: inside !== undefined };
	}

	private findCompressedRow(number: number, container: number, index: number): number {
		const { body } = this;
		const stream = this.places.get(container) ?? FREE;
		if (stream < 0) return -1;
		const key = stream + this.shift;
		const row = body.compressed.findRow(toCompressedKey(key, index));
		if (row >= 0 && body.compressed.numbers.get(row) === number) return row;
		const first = body.compressed.keys.findFirstRow(toCompressedKey(key, 0));
		const end = body.compressed.keys.findFirstRow(toCompressedKey(key + 1, 0));
		body.spendWork(end - first);
		for (let at = first; at < end; at += 1) {
			if (body.compressed.numbers.get(at) === number) return at;
		}
		return -1;
	}
}

/** Finds objects by their last definition, for files with a broken cross-reference. */
export class LastObjects implements ObjectLocator {
	/** Rows by object number; those of objects in object streams are -1 and below. */
	private readonly last = new NumberIndex();
	/** Whether any object is defined more than once. */
	hasRepeated = false;

	private constructor() {}

	/** @throws Unknown if a later definition may have been dropped */
	static async create({ compressed, objects }: Body, turns: Turns): Promise<LastObjects> {
		if (objects.hasDropped || compressed.hasDropped) {
			throw new Unknown('it has more objects than the reader keeps');
		}
		const last = new LastObjects();
		let row = 0;
		let inner = 0;
		await turns.repeat(objects.length + compressed.length, () => {
			// Objects in an object stream come after it, and before the next object of the file.
			const next = row < objects.length ? toCompressedKey(objects.keys.get(row), 0) : Infinity;
			if (inner < compressed.length && compressed.keys.get(inner) < next) {
				last.add(compressed.numbers.get(inner), -1 - inner);
				inner += 1;
			} else {
				last.add(objects.numbers.get(row), row);
				row += 1;
			}
		});
		return last;
	}

	locate(number: number): ObjectLocation {
		const row = this.last.get(number);
		// It may have existed before the file was damaged.
		if (row === undefined) throw new Unknown(`object ${number} is missing`);
		return row < 0 ? { row: -1 - row, isCompressed: true } : { row, isCompressed: false };
	}

	/** Every object number that is in use. */
	listNumbers(): Iterable<number> {
		return this.last.listNumbers();
	}

	private add(number: number, row: number): void {
		this.hasRepeated ||= this.last.get(number) !== undefined;
		this.last.set(number, row);
	}
}

/** Work for an object besides its bytes, and for each element of an array, which callers iterate. */
const OBJECT_WORK_BYTES = 32;
const ELEMENT_WORK_BYTES = 16;
/** Bytes that a unit of parsing work counts for. */
const BYTES_PER_WORK = 3;
/** Limit of the cache, some 100 bytes for each unit of work. The last larger object is cached, too. */
const MAX_CACHED_WORK = 50_000;
const CACHE_PLACES = 1024;

interface Parsed {
	object: PdfObject | Unknown;
	work: number;
}

/** Parses objects on demand. Many objects, such as resources, are shared, so the last ones are cached. */
class ParsedObjects {
	/** A map would keep removed objects alive until V8's next full collection. */
	private readonly cached = new Array<(Parsed & { number: number }) | undefined>(CACHE_PLACES);
	private cachedWork = 0;
	private lastLarge?: { number: number; object: PdfObject | Unknown };

	constructor(private readonly body: Body) {}

	/**
	 * @param number of the object
	 * @throws Unknown if the bytes are not an object, or too much has been parsed
	 */
	get(number: number, bytes: Buffer): PdfObject {
		const known = [this.lastLarge, this.cached[number % CACHE_PLACES]].find(
			(parsed) => parsed?.number === number,
		)?.object;
		this.body.spendWork(OBJECT_WORK_BYTES);
		const object = known === undefined ? this.parse(number, bytes) : known;
		if (object instanceof Unknown) throw object;
		if (Array.isArray(object)) this.body.spendWork(ELEMENT_WORK_BYTES * object.length);
		return object;
	}

	private parse(number: number, bytes: Buffer): PdfObject | Unknown {
		this.body.spendWork(bytes.length);
		const { object, work } = tryParse(bytes);
		this.body.spendWork(BYTES_PER_WORK * work);
		if (work > MAX_CACHED_WORK) {
			this.lastLarge = { number, object };
			return object;
		}
		if (this.cachedWork + work > MAX_CACHED_WORK) {
			this.cached.fill(undefined);
			this.cachedWork = 0;
		}
		this.cachedWork += work;
		this.cached[number % CACHE_PLACES] = { number, object, work };
		return object;
	}
}

/** Failures are cached, too: they take as long as successes. */
function tryParse(bytes: Buffer): Parsed {
	try {
		return parseWithWork(bytes);
	} catch (error) {
		const object = toUnknown(error, 'an object in it cannot be read');
		return { object, work: Math.min(bytes.length, MAX_PARSE_WORK) };
	}
}
