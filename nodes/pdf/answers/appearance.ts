import type { Objects } from '../document';
import { Name, type Dictionary, type PdfObject } from '../syntax';

/** The normal appearance of an annotation (ISO 32000-1, 12.5.5), in its current state where it has several. */
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
