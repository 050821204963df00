import { overlaps, type Box } from '../../content';
import type { Objects } from '../../document';
import { Name, type Dictionary, type PdfObject } from '../../syntax';
import { boxFrom } from './pageBox';

/** Flags of invisible annotations (ISO 32000-1, Table 165): Hidden and NoView. */
const NOT_SHOWN = 2 + 32;

/** The normal appearance of an annotation (ISO 32000-1, 12.5.5); if it has several, that of its state. */
export function appearanceOf(
	objects: Objects,
	annotation: Dictionary | undefined,
): PdfObject | undefined {
	const given = objects.dictionary(annotation?.get('AP'))?.get('N');
	const appearance = objects.dictionary(given);
	if (!appearance || appearance.has('Length')) return appearance && given;
	const state = objects.resolve(annotation?.get('AS'));
	return state instanceof Name ? appearance.get(state.name) : undefined;
}

/** The appearance of an annotation, unless the annotation is hidden or beyond the page. */
export function shownAppearance(
	objects: Objects,
	object: PdfObject,
	area: Box,
): PdfObject | undefined {
	const annotation = objects.dictionary(object);
	if (!annotation) return undefined;
	const flags = objects.resolve(annotation.get('F'));
	if (typeof flags === 'number' && (flags & NOT_SHOWN) !== 0) return undefined;
	const place = boxFrom(objects, annotation.get('Rect'));
	return place && !overlaps(place, area) ? undefined : appearanceOf(objects, annotation);
}
