/** The basic types of objects (ISO 32000-1, 7.3). */
export type PdfObject =
	null | boolean | number | Name | PdfString | Reference | PdfObject[] | Dictionary;

export type Dictionary = Map<string, PdfObject>;

export const NO_ENTRIES: Dictionary = new Map<string, PdfObject>();

export class Name {
	constructor(readonly name: string) {}
}

/** The bytes of a string. Their meaning depends on the string's context. */
export class PdfString {
	constructor(readonly bytes: Buffer) {}
}

/** A reference to an indirect object. */
export class Reference {
	constructor(
		readonly number: number,
		readonly generation: number,
	) {}
}

/** `1 0 obj` at any place. */
export interface ObjectHead {
	/** Offset of its number in the file. */
	offset: number;
	number: number;
	generation: number;
}

export function isDictionary(object: PdfObject | undefined): object is Dictionary {
	return object instanceof Map;
}

export function isName(object: PdfObject | undefined, name: string): boolean {
	return object instanceof Name && object.name === name;
}

/** A whole number from 0 up, such as a count, a length or an offset. */
export function isCount(object: unknown): object is number {
	return typeof object === 'number' && Number.isSafeInteger(object) && object >= 0;
}

/** Memory of parsed objects, in bytes: an element with its place, an entry, and what each kind takes besides. */
const ELEMENT_BYTES = 56;
const ENTRY_BYTES = 64;
const ARRAY_BYTES = 240;
const DICTIONARY_BYTES = 200;
const STRING_BYTES = 128;

/** About the memory that an object takes. It can be parsed from a tenth of that. */
export function estimateBytes(object: PdfObject | readonly PdfObject[]): number {
	if (object instanceof Map) {
		let bytes = DICTIONARY_BYTES;
		for (const [key, value] of object) bytes += ENTRY_BYTES + key.length + estimateBytes(value);
		return bytes;
	}
	if (object instanceof PdfString) return STRING_BYTES + object.bytes.length;
	if (object instanceof Name) return ELEMENT_BYTES + object.name.length;
	if (!isArray(object)) return ELEMENT_BYTES;
	let bytes = ARRAY_BYTES;
	for (const element of object) bytes += estimateBytes(element);
	return bytes;
}

function isArray(object: PdfObject | readonly PdfObject[]): object is readonly PdfObject[] {
	return Array.isArray(object);
}
