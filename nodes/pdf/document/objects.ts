import { compressedKey, type Body } from '../body';
import { isDictionary, Reference, Unknown, type Dictionary, type PdfObject } from '../syntax';
import type { Turns } from '../turns';
import { containerOf, FREE, type Place } from '../xref';
import { ParsedObjects } from './parsedObjects';

/** Where the current definition of an object stands. */
export interface Located {
	row: number;
	isCompressed: boolean;
}

/** Gives the rows of the current definitions. */
export interface Locator {
	/** @throws Unknown when it should be somewhere and is not */
	locate(number: number): Located | undefined;
	/** Every object number that is in use. */
	numbers(): Iterable<number>;
}

/** References that lead to references; real documents have none. */
const LONGEST_CHAIN = 20;

/** The objects of a document as they are now. */
export class Objects {
	private readonly parsed: ParsedObjects;

	constructor(
		readonly body: Body,
		private readonly locator: Locator,
	) {
		this.parsed = new ParsedObjects(body);
	}

	/** Where an object stands; undefined for one that there is not. */
	locate(number: number): Located | undefined {
		return this.locator.locate(number);
	}

	numbers(): Iterable<number> {
		return this.locator.numbers();
	}

	/**
	 * An object by its number; null for one that there is not (ISO 32000-1, 7.3.10).
	 *
	 * @throws Unknown
	 */
	get(number: number): PdfObject {
		const located = this.locate(number);
		if (!located) return null;
		const bytes = this.tableOf(located).bytes(located.row);
		if (!bytes) throw new Unknown('it has more objects than are kept');
		return this.parsed.get(number, bytes);
	}

	/** What is meant, be it given directly or by reference. */
	resolve(object: PdfObject | undefined): PdfObject {
		let resolved = object ?? null;
		for (let count = 0; resolved instanceof Reference; count += 1) {
			if (count === LONGEST_CHAIN) throw new Unknown('references in it lead in a circle');
			resolved = this.get(resolved.number);
		}
		return resolved;
	}

	/** The dictionary that is meant, that of a stream included; undefined for anything else. */
	dictionary(object: PdfObject | undefined): Dictionary | undefined {
		const resolved = this.resolve(object);
		return isDictionary(resolved) ? resolved : undefined;
	}

	/** Where in the file an object stands that is no other object's part. */
	offset(reference: PdfObject | undefined): number | undefined {
		if (!(reference instanceof Reference)) return undefined;
		const located = this.locate(reference.number);
		if (!located || located.isCompressed) return undefined;
		return this.body.objects.key(located.row);
	}

	tableOf({ isCompressed }: Located) {
		return isCompressed ? this.body.compressed : this.body.objects;
	}
}

/** Objects where the cross-reference says that they are. */
export class ReferencedObjects implements Locator {
	/** @param shift bytes before the header, which offsets may count from */
	constructor(
		private readonly body: Body,
		private readonly places: ReadonlyMap<number, Place>,
		private readonly shift: number,
	) {}

	locate(number: number): Located | undefined {
		const place = this.places.get(number);
		if (place === undefined || place === FREE) return undefined;
		const { body } = this;
		const inside = containerOf(place);
		const row = inside
			? this.compressedRow(number, inside.container, inside.index)
			: body.objects.find(place + this.shift);
		const table = inside ? body.compressed : body.objects;
		if (row < 0 || table.number(row) !== number) {
			// An entry that was never written: many writers leave zeros there.
			if (!inside && place === 0) return undefined;
			throw new Unknown(`object ${number} is not where the file says`);
		}
		return { row, isCompressed: inside !== undefined };
	}

	numbers(): Iterable<number> {
		return this.places.keys();
	}

	private compressedRow(number: number, container: number, index: number): number {
		const { body } = this;
		const stream = this.places.get(container) ?? FREE;
		if (stream < 0) return -1;
		const key = stream + this.shift;
		const row = body.compressed.find(compressedKey(key, index));
		if (row >= 0 && body.compressed.number(row) === number) return row;
		const first = body.compressed.firstFrom(compressedKey(key, 0));
		const end = body.compressed.firstFrom(compressedKey(key + 1, 0));
		body.spend(end - first);
		for (let at = first; at < end; at += 1) {
			if (body.compressed.number(at) === number) return at;
		}
		return -1;
	}
}

/** Objects by their last definition in the file, for one whose cross-reference is broken. */
export class LastObjects implements Locator {
	private readonly last = new Map<number, number>();
	/** Object numbers that are defined more than once. */
	readonly repeated = new Set<number>();

	private constructor() {}

	static async of({ compressed, objects }: Body, turns: Turns): Promise<LastObjects> {
		const last = new LastObjects();
		let row = 0;
		let inner = 0;
		await turns.each(objects.length + compressed.length, () => {
			// What is in an object stream comes behind it, and before the object that follows.
			const next = row < objects.length ? compressedKey(objects.key(row), 0) : Infinity;
			if (inner < compressed.length && compressed.key(inner) < next) {
				last.add(compressed.number(inner), -1 - inner);
				inner += 1;
			} else {
				last.add(objects.number(row), row);
				row += 1;
			}
		});
		return last;
	}

	locate(number: number): Located | undefined {
		const row = this.last.get(number);
		// It may have been there before the file was damaged.
		if (row === undefined) throw new Unknown(`object ${number} is missing`);
		return row < 0 ? { row: -1 - row, isCompressed: true } : { row, isCompressed: false };
	}

	numbers(): Iterable<number> {
		return this.last.keys();
	}

	private add(number: number, row: number): void {
		if (this.last.has(number)) this.repeated.add(number);
		this.last.set(number, row);
	}
}
