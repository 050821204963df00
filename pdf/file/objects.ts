import type { DocumentMemory, Memory } from '../budget';
import {
	estimateBytes,
	isDictionary,
	Reference,
	type Dictionary,
	type PdfObject,
} from '../syntax/objects';
import { MAX_PARSE_WORK, parseWithWork } from '../syntax/parse';
import type { Turns } from '../turns';
import { toUnknown, Unknown } from '../unknown';
import type { Body } from './body';
import type { ByteTable } from './byteTable';
import { NumberIndex } from './columns';
import { findContainer, FREE, toCompressedKey } from './crossReference';

/** The current definition of an object: a row of {@link Body.objects} or {@link Body.compressed}. */
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

/** Finds objects by the cross-reference. */
export function locateByReference(body: Body, places: NumberIndex): LocateObject {
	const { compressed, objects } = body;
	const findCompressedRow = (container: number, index: number) => {
		const stream = places.get(container) ?? FREE;
		return stream < 0 ? -1 : compressed.findRow(toCompressedKey(stream, index));
	};
	return (number) => {
		const place = places.get(number) ?? FREE;
		if (place === FREE) return undefined;
		const inside = findContainer(place);
		const row = inside ? findCompressedRow(inside.container, inside.index) : objects.findRow(place);
		const table = inside ? compressed : objects;
		if (table.numbers.get(row) === number) return { table, row };
		// Some files fill unused entries with zeros, but do not mark them as free. pdf.js reads them as free, too (its
		// pull request 1976).
		if (place === 0) return undefined;
		throw new Unknown(`object ${number} is not where the file says`);
	};
}

/** The last definitions of all objects, for files with a broken cross-reference. */
export interface LastObjects {
	locate: LocateObject;
	/** Every object number that has a definition. They can be iterated only once. */
	numbers: Iterable<number>;
	/** Whether any object is defined more than once. */
	hasRepeated: boolean;
}

/** @throws Unknown if a later definition may have been dropped, or if object numbers are too many or too far apart */
export async function findLastObjects(body: Body, turns: Turns): Promise<LastObjects> {
	const { compressed, memory, objects } = body;
	if (objects.hasDropped || compressed.hasDropped) {
		throw new Unknown('it has more objects than the reader keeps');
	}
	/** The row of each object number in `objects`, or, if negative, -1 minus its row in `compressed`. */
	const rows = new NumberIndex(memory.tables);
	let hasRepeated = false;
	const add = (number: number, row: number) => {
		hasRepeated ||= rows.get(number) !== undefined;
		rows.set(number, row);
	};
	let row = 0;
	let inner = 0;
	await turns.repeat(objects.length + compressed.length, () => {
		// The objects in an object stream count after the stream itself, and before the next object of the file.
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
		// In an intact file, a missing object is null. This one may have existed before the file was damaged.
		if (last === undefined) throw new Unknown(`object ${number} is missing`);
		return last < 0 ? { table: compressed, row: -1 - last } : { table: objects, row: last };
	};
	return { locate, numbers: rows.listNumbers(), hasRepeated };
}

/** Work for each use of an object besides its parsing, and for each element of an array, because callers iterate it. */
const OBJECT_WORK_BYTES = 32;
const ELEMENT_WORK_BYTES = 16;
/** Each unit of parsing work counts as this many bytes of work on objects. */
const BYTES_PER_WORK = 3;
/**
 * Places for parsed objects. Objects that are parsed a second time, such as shared resources, are kept long. All
 * others, such as pages, are soon replaced: if they lived longer, V8's young generation would grow to 64 MB.
 */
const SHARED_PLACES = 1024;
const RECENT_PLACES = 16;
/** Places for the numbers of objects that were parsed before. */
const PARSED_PLACES = 4096;
/** Maximum memory of all shared objects together. */
const SHARED_BYTES = 6 * 1024 ** 2;
/** Objects whose parsing took more work are kept as shared ones from the first time on. */
const MAX_RECENT_WORK = 1000;
/** Objects that take more memory are large, in bytes. */
const MIN_LARGE_BYTES = 512 * 1024;
/** Longest chain of references to references; real documents have none. */
const MAX_REFERENCES = 20;
const STREAM_WORD = 'stream';

interface ParsedObject {
	number: number;
	object: PdfObject | Unknown;
	/** Estimated memory; 0 for small objects that were parsed once. */
	bytes: number;
}

/** The current objects of a document, parsed on demand. */
export class Objects {
	readonly memory: DocumentMemory;
	/**
	 * Fixed places, as in `recent`: an object is at its number modulo the number of places, and replaces what is there.
	 * A map would keep removed objects alive for long.
	 */
	private readonly shared: Array<ParsedObject | undefined> = [];
	private readonly recent: Array<ParsedObject | undefined> = [];
	private readonly parsedNumbers = new Uint32Array(PARSED_PLACES);
	private sharedBytes = 0;

	constructor(
		readonly body: Body,
		readonly locate: LocateObject,
	) {
		this.memory = body.memory;
	}

	/**
	 * An object by its number; null if it does not exist (ISO 32000-1, 7.3.10).
	 *
	 * @throws Unknown if it cannot be found or read, or if the budget for work on objects or for large ones is used up
	 */
	get(number: number): PdfObject {
		const { work } = this.body;
		const located = this.locate(number);
		if (!located) return null;
		work.spendOnObjects(OBJECT_WORK_BYTES);
		const { object } = this.findParsed(number) ?? this.parse(number, located);
		if (object instanceof Unknown) throw object;
		if (Array.isArray(object)) work.spendOnObjects(ELEMENT_WORK_BYTES * object.length);
		return object;
	}

	/**
	 * Follows references until it reaches a direct object; null for undefined.
	 *
	 * @throws Unknown as {@link get}, or if there are too many references in a row
	 */
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

	/**
	 * Offset in the file of the object to which a reference leads; undefined if the object is in an object stream, is
	 * given directly, or does not exist.
	 *
	 * @throws Unknown if it should exist and does not
	 */
	findOffset(reference: PdfObject | undefined): number | undefined {
		const located = reference instanceof Reference ? this.locate(reference.number) : undefined;
		return located?.table === this.body.objects ? located.table.keys.get(located.row) : undefined;
	}

	/** Whether this is a reference to a stream. */
	isStream(reference: PdfObject | undefined): boolean {
		const located = reference instanceof Reference ? this.locate(reference.number) : undefined;
		const bytes = located?.table.getBytes(located.row);
		return bytes?.subarray(-STREAM_WORD.length).toString('latin1') === STREAM_WORD;
	}

	/**
	 * Estimated memory of the object to which a reference leads, in bytes. 0 if the object is small, does not exist, or
	 * is given directly: then it is a part of another object.
	 *
	 * @throws Unknown as {@link resolve}
	 */
	measure(reference: PdfObject | undefined): number {
		let bytes = 0;
		let next = reference ?? null;
		for (let count = 0; next instanceof Reference && count < MAX_REFERENCES; count += 1) {
			const { number } = next;
			next = this.get(number);
			if (next !== null) bytes += this.findParsed(number)?.bytes ?? estimateBytes(next);
		}
		return bytes;
	}

	private findParsed(number: number): ParsedObject | undefined {
		const shared = this.shared[number % SHARED_PLACES];
		if (shared?.number === number) return shared;
		const recent = this.recent[number % RECENT_PLACES];
		return recent?.number === number ? recent : undefined;
	}

	/** Parses an object and keeps it. A failure is kept, too, because a second attempt would take as long. */
	private parse(number: number, { row, table }: ObjectLocation): ParsedObject {
		const text = table.getBytes(row);
		if (!text) throw new Unknown('it has more objects than the reader keeps');
		const budget = this.body.work;
		budget.spendOnObjects(text.length);
		const { object, work } = tryParse(text);
		budget.spendOnObjects(BYTES_PER_WORK * work);
		const place = number % PARSED_PLACES;
		const isShared = work > MAX_RECENT_WORK || this.parsedNumbers[place] === number;
		this.parsedNumbers[place] = number;
		const bytes = isShared && !(object instanceof Unknown) ? estimateBytes(object) : 0;
		if (bytes > MIN_LARGE_BYTES) this.memory.large.take(bytes);
		const parsed = { number, object, bytes };
		if (isShared) this.keepShared(parsed);
		else this.recent[number % RECENT_PLACES] = parsed;
		return parsed;
	}

	private keepShared(parsed: ParsedObject): void {
		const { bytes, number } = parsed;
		const memory = this.memory.parsed;
		if (this.sharedBytes + bytes > SHARED_BYTES || !memory.tryTake(bytes)) {
			memory.release(this.sharedBytes);
			this.shared.length = 0;
			this.sharedBytes = 0;
			if (bytes > SHARED_BYTES || !memory.tryTake(bytes)) return;
		}
		this.sharedBytes += bytes;
		this.shared[number % SHARED_PLACES] = parsed;
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

/** Kids of one node that are still to be read, and what they inherit. */
interface Level<Inherited> {
	nodes: readonly PdfObject[];
	/** Index of the next node. */
	next: number;
	inherited: Inherited;
	/** Memory of the nodes. */
	bytes: number;
}

/** Maximum number of levels of a tree. Writers make a handful. */
const MAX_LEVELS = 5000;

/**
 * Nodes of a tree that are still to be read: the kids of a node come before its siblings. The memory of each level is
 * counted, so that long lists of kids on many levels cannot use up n8n's memory.
 */
export class PendingNodes<Inherited> {
	private readonly levels: Array<Level<Inherited>> = [];

	constructor(private readonly memory: Memory) {}

	/** Adds a node's kids as a new level. @throws Unknown if there is no memory for them, or the tree is too deep */
	add(nodes: readonly PdfObject[], inherited: Inherited): void {
		if (this.levels.length === MAX_LEVELS) throw new Unknown('its objects are nested too deeply');
		const bytes = estimateBytes(nodes);
		this.memory.take(bytes);
		this.levels.push({ nodes, next: 0, inherited, bytes });
	}

	take(): { node: PdfObject; inherited: Inherited } | undefined {
		for (let level = this.levels.at(-1); level; level = this.levels.at(-1)) {
			const { inherited, next, nodes } = level;
			const node = nodes[next];
			if (node !== undefined) {
				level.next += 1;
				return { node, inherited };
			}
			this.levels.pop();
			this.memory.release(level.bytes);
		}
		return undefined;
	}

	/** Drops the nodes that are left, and gives their memory back. Needed if the tree is not read to its end. */
	clear(): void {
		for (const { bytes } of this.levels) this.memory.release(bytes);
		this.levels.length = 0;
	}
}
