import type { Body } from '../body';
import { MAX_PARSE_WORK, parseWithWork, Unknown, type PdfObject } from '../syntax';

/** Work for an object besides its bytes, and for each element of an array, which callers iterate. */
const OBJECT = 32;
const ELEMENT = 16;
/** Bytes that a unit of parsing work counts for. */
const WORK = 3;
/** Limit of the cache, some 50 bytes for each unit of work. The last larger object is cached, too. */
const MAX_REMEMBERED_WORK = 200_000;

interface Parsed {
	object: PdfObject | Unknown;
	work: number;
}

/** Parses objects on demand. Many objects, such as resources, are shared, so the last ones are cached. */
export class ParsedObjects {
	private readonly known = new Map<number, PdfObject | Unknown>();
	private rememberedWork = 0;
	private large?: { number: number; object: PdfObject | Unknown };

	constructor(private readonly body: Body) {}

	/**
	 * @param number of the object
	 * @throws Unknown if the bytes are not an object, or too much has been parsed
	 */
	get(number: number, bytes: Buffer): PdfObject {
		const known = this.large?.number === number ? this.large.object : this.known.get(number);
		this.body.spend(OBJECT);
		const object = known === undefined ? this.parse(number, bytes) : known;
		if (object instanceof Unknown) throw object;
		if (Array.isArray(object)) this.body.spend(ELEMENT * object.length);
		return object;
	}

	private parse(number: number, bytes: Buffer): PdfObject | Unknown {
		this.body.spend(bytes.length);
		const { object, work } = parsed(bytes);
		this.body.spend(WORK * work);
		if (work > MAX_REMEMBERED_WORK) this.large = { number, object };
		else this.remember(number, object, work);
		return object;
	}

	private remember(number: number, object: PdfObject | Unknown, work: number): void {
		if (this.rememberedWork + work > MAX_REMEMBERED_WORK) {
			this.known.clear();
			this.rememberedWork = 0;
		}
		this.known.set(number, object);
		this.rememberedWork += work;
	}
}

/** Failures are cached, too: they take as long as successes. */
function parsed(bytes: Buffer): Parsed {
	try {
		return parseWithWork(bytes);
	} catch (error) {
		const doubt = error instanceof Unknown ? error : new Unknown('an object in it cannot be read');
		return { object: doubt, work: Math.min(bytes.length, MAX_PARSE_WORK) };
	}
}
