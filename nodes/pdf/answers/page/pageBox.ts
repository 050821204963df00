import { ANYWHERE, IDENTITY, intersect, type Box, type Matrix } from '../../content';
import type { Objects, Page } from '../../document';
import type { PdfObject } from '../../syntax';

/** Visible area of a page (ISO 32000-1, 14.11.2): its crop box within its media box; anywhere if unclear. */
export function readVisibleArea(objects: Objects, { mediaBox, cropBox }: Page): Box {
	const media = readBox(objects, mediaBox) ?? ANYWHERE;
	const visible = intersect(readBox(objects, cropBox) ?? media, media);
	// Viewers use the media box if the crop box is outside of it.
	return visible[0] < visible[2] && visible[1] < visible[3] ? visible : media;
}

/** A rectangle from any two opposite corners; undefined if it is missing or empty. */
export function readBox(objects: Objects, object: PdfObject | undefined): Box | undefined {
	const [a = 0, b = 0, c = 0, d = 0] = readNumbers(objects, object, 4);
	if (a === c || b === d) return undefined;
	return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** The matrix of a form (8.10.2). */
export function readMatrix(objects: Objects, object: PdfObject | undefined): Matrix {
	const values = readNumbers(objects, object, 6);
	const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
	return values.length === 6 ? [a, b, c, d, e, f] : IDENTITY;
}

/** The numbers of an array; empty if it has another length or other values. */
function readNumbers(objects: Objects, object: PdfObject | undefined, count: number): number[] {
	const array = objects.getArray(object);
	if (array.length !== count) return [];
	const values = array.map((value) => objects.resolve(value));
	return values.every((value) => typeof value === 'number') ? values : [];
}
