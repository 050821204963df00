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

/**
 * A question that the reader cannot answer with certainty, with the reason as a text for the user. It is
 * thrown at the place of the doubt. Fields that depend on it are `null`, with this reason.
 */
export class Unknown extends Error {
	override readonly name = 'Unknown';

	constructor(readonly reason: string) {
		super(reason);
	}
}

/** @param otherwise reason for an error of another kind, which only damage can cause */
export function toUnknown(error: unknown, otherwise: string): Unknown {
	return error instanceof Unknown ? error : new Unknown(otherwise);
}

/** @throws Unknown instead of returning it */
export function requireKnown<T>(value: T | Unknown): T {
	if (value instanceof Unknown) throw value;
	return value;
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
