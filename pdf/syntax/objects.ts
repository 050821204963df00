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

/** A reference to an indirect object, such as `1 0 R`. */
export class Reference {
	constructor(
		readonly number: number,
		readonly generation: number,
	) {}
}

/** The words that begin an indirect object, such as `1 0 obj`. */
export interface ObjectHead {
	/** Offset in the file of the object number, which is the first word. */
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

/** Whether this is a whole number from 0 up, as counts, lengths and offsets are. */
export function isCount(object: unknown): object is number {
	return typeof object === 'number' && Number.isSafeInteger(object) && object >= 0;
}

/**
 * Memory of parsed objects, in bytes: of a number, a reference or a name with its place in an array, of a
 * dictionary's entry besides its value, and of arrays, dictionaries and strings besides their contents.
 */
const ELEMENT_BYTES = 56;
const ENTRY_BYTES = 64;
const ARRAY_BYTES = 240;
const DICTIONARY_BYTES = 200;
const STRING_BYTES = 128;

/** Estimates the memory of an object, in bytes. It is often more than ten times the length of its text in the file. */
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
