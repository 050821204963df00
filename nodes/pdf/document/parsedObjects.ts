import type { Body } from '../body';
import { isDictionary, parseObject, type Dictionary, type PdfObject } from '../syntax';

/** What an object takes beside its bytes, and each element of an array: somebody goes through them. */
const OBJECT = 32;
const ELEMENT = 16;
/** Bytes of dictionaries that are remembered; they take ten times as much. */
const MOST_REMEMBERED = 1024 ** 2;

/** Parses objects when they are asked for. Dictionaries, such as resources, are shared: the last ones are kept. */
export class ParsedObjects {
	private readonly dictionaries = new Map<number, Dictionary>();
	private remembered = 0;

	constructor(private readonly body: Body) {}

	/**
	 * @param number of the object that these bytes are
	 * @throws Unknown when they are none, or too much has been parsed
	 */
	get(number: number, bytes: Buffer): PdfObject {
		const known = this.dictionaries.get(number);
		this.body.spend(OBJECT + (known ? 0 : bytes.length));
		if (known) return known;
		const object = parseObject(bytes);
		if (Array.isArray(object)) this.body.spend(ELEMENT * object.length);
		if (isDictionary(object)) this.remember(number, object, bytes.length);
		return object;
	}

	private remember(number: number, dictionary: Dictionary, bytes: number): void {
		if (bytes > MOST_REMEMBERED) return;
		if (this.remembered + bytes > MOST_REMEMBERED) {
			this.dictionaries.clear();
			this.remembered = 0;
		}
		this.dictionaries.set(number, dictionary);
		this.remembered += bytes;
	}
}
