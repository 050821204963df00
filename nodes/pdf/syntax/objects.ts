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
