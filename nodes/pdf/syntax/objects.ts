/** The basic types of objects (ISO 32000-1, 7.3). */
export type PdfObject =
	null | boolean | number | Name | PdfString | Reference | PdfObject[] | Dictionary;

export type Dictionary = Map<string, PdfObject>;

export const NO_ENTRIES: Dictionary = new Map<string, PdfObject>();

export class Name {
	constructor(readonly name: string) {}
}

/** A string as its bytes: what they mean depends on where it stands. */
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

/** A whole number from 0 up, as counts, lengths and offsets are. */
export function isCount(object: unknown): object is number {
	return typeof object === 'number' && Number.isSafeInteger(object) && object >= 0;
}
