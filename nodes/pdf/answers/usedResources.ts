import type { Objects } from '../document';
import { isName, type Dictionary, type PdfObject } from '../syntax';

/** Tiling patterns (ISO 32000-1, 8.7.3) and the groups of soft masks (11.6.5.2) in resources. */
export function usedResources(objects: Objects, resources: Dictionary): PdfObject[] {
	const patterns = [...(objects.dictionary(resources.get('Pattern'))?.values() ?? [])].filter(
		(pattern) => objects.dictionary(pattern)?.get('PatternType') === 1,
	);
	const states = [...(objects.dictionary(resources.get('ExtGState'))?.values() ?? [])];
	const masks = states.flatMap((state) => {
		const mask = objects.dictionary(objects.dictionary(state)?.get('SMask'));
		return mask && !isName(mask.get('Type'), 'None') ? [mask.get('G') ?? null] : [];
	});
	return [...patterns, ...masks];
}
