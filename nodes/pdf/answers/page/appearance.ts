import { overlaps, type Box } from '../../content';
import type { Objects } from '../../document';
import { Name, type Dictionary, type PdfObject } from '../../syntax';
import { readBox } from './pageBox';

/** Flags of invisible annotations (ISO 32000-1, Table 165): Hidden and NoView. */
const INVISIBLE_FLAGS = 2 + 32;

/** The normal appearance of an annotation (ISO 32000-1, 12.5.5); if there are several, the one for its state. */
export function findAppearance(
	objects: Objects,
	annotation: Dictionary | undefined,
): PdfObject | undefined {
	const given = objects.getDictionary(annotation?.get('AP'))?.get('N');
	const appearance = objects.getDictionary(given);
	if (!appearance || appearance.has('Length')) return appearance && given;
	const state = objects.resolve(annotation?.get('AS'));
	return state instanceof Name ? appearance.get(state.name) : undefined;
}

/** The appearance of an annotation, unless the annotation is hidden or beyond the page. */
export function findVisibleAppearance(
	objects: Objects,
	annotation: Dictionary,
	area: Box,
): PdfObject | undefined {
	const flags = objects.resolve(annotation.get('F'));
	if (typeof flags === 'number' && (flags & INVISIBLE_FLAGS) !== 0) return undefined;
	const place = readBox(objects, annotation.get('Rect'));
	return place && !overlaps(place, area) ? undefined : findAppearance(objects, annotation);
}
