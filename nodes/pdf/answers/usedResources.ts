import type { Objects } from '../document';
import { isName, type Dictionary, type PdfObject } from '../syntax';

/** Tiling patterns (ISO 32000-1, 8.7.3) and the groups of soft masks (11.6.5.2) in resources. */
export function usedResources(objects: Objects, resources: Dictionary): PdfObject[] {
	const patterns = entries(objects, resources, 'Pattern').filter(
		(pattern) => objects.dictionary(pattern)?.get('PatternType') === 1,
	);
	const states = entries(objects, resources, 'ExtGState');
	const masks = states.flatMap((state) => {
		const mask = objects.dictionary(objects.dictionary(state)?.get('SMask'));
		return mask && !isName(mask.get('Type'), 'None') ? [mask.get('G') ?? null] : [];
	});
	return [...patterns, ...masks];
}

/** They are gone through for each page that has these resources. */
function entries(objects: Objects, resources: Dictionary, key: string): PdfObject[] {
	const dictionary = objects.dictionary(resources.get(key));
	objects.body.look(dictionary?.size ?? 0);
	return [...(dictionary?.values() ?? [])];
}
