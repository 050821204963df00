import type { Body } from '../body';
import { MAX_PARSE_WORK, parseWithWork, Unknown, type PdfObject } from '../syntax';

/** Work for an object besides its bytes, and for each element of an array, which callers iterate. */
const OBJECT_WORK_BYTES = 32;
const ELEMENT_WORK_BYTES = 16;
/** Bytes that a unit of parsing work counts for. */
const BYTES_PER_WORK = 3;
/** Limit of the cache, some 50 bytes for each unit of work. The last larger object is cached, too. */
const MAX_CACHED_WORK = 200_000;

/** Parses objects on demand. Many objects, such as resources, are shared, so the last ones are cached. */
export class ParsedObjects {
	private readonly cached = new Map<number, PdfObject | Unknown>();
	private cachedWork = 0;
	private lastLarge?: { number: number; object: PdfObject | Unknown };

	constructor(private readonly body: Body) {}

	/**
	 * @param number of the object
	 * @throws Unknown if the bytes are not an object, or too much has been parsed
	 */
	get(number: number, bytes: Buffer): PdfObject {
		const known =
			this.lastLarge?.number === number ? this.lastLarge.object : this.cached.get(number);
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
			this.cached.clear();
			this.cachedWork = 0;
		}
		this.cached.set(number, object);
		this.cachedWork += work;
		return object;
	}
}

/** Failures are cached, too: they take as long as successes. */
function tryParse(bytes: Buffer): { object: PdfObject | Unknown; work: number } {
	try {
		return parseWithWork(bytes);
	} catch (error) {
		const doubt = error instanceof Unknown ? error : new Unknown('an object in it cannot be read');
		return { object: doubt, work: Math.min(bytes.length, MAX_PARSE_WORK) };
	}
}
