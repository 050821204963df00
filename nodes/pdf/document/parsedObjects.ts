import type { Body } from '../body';
import { MAX_PARSE_WORK, parseWithWork, Unknown, type PdfObject } from '../syntax';

/** What an object takes beside its bytes, and each element of an array: somebody goes through them. */
const OBJECT = 32;
const ELEMENT = 16;
/** Bytes that a unit of parsing work counts for. */
const WORK = 3;
/** Work on objects that are remembered; a unit of it takes some 50 bytes. The last larger object is remembered, too. */
const MAX_REMEMBERED_WORK = 200_000;

interface Parsed {
	object: PdfObject | Unknown;
	work: number;
}

/** Parses objects when they are asked for. Many are shared, such as resources: the last ones are remembered. */
export class ParsedObjects {
	private readonly known = new Map<number, PdfObject | Unknown>();
	private rememberedWork = 0;
	private large?: { number: number; object: PdfObject | Unknown };

	constructor(private readonly body: Body) {}

	/**
	 * @param number of the object that these bytes are
	 * @throws Unknown when they are none, or too much has been parsed
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

/** An object that cannot be parsed is remembered as such: to find out took as long. */
function parsed(bytes: Buffer): Parsed {
	try {
		return parseWithWork(bytes);
	} catch (error) {
		const doubt = error instanceof Unknown ? error : new Unknown('an object in it cannot be read');
		return { object: doubt, work: Math.min(bytes.length, MAX_PARSE_WORK) };
	}
}
