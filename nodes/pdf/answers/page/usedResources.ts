import type { Objects } from '../../document';
import { isName, type Dictionary, type PdfObject } from '../../syntax';
import type { Turns } from '../../turns';

/** Tiling patterns (ISO 32000-1, 8.7.3) and the groups of soft masks (11.6.5.2) in resources. */
export async function listUsedResources(
	objects: Objects,
	resources: Dictionary,
	turns: Turns,
): Promise<PdfObject[]> {
	const used: PdfObject[] = [];
	for (const pattern of listEntries(objects, resources, 'Pattern')) {
		await turns.yieldIfDue();
		if (objects.getDictionary(pattern)?.get('PatternType') === 1) used.push(pattern);
	}
	for (const state of listEntries(objects, resources, 'ExtGState')) {
		await turns.yieldIfDue();
		const mask = objects.getDictionary(objects.getDictionary(state)?.get('SMask'));
		if (mask && !isName(mask.get('Type'), 'None')) used.push(mask.get('G') ?? null);
	}
	return used;
}

/** Its work counts towards the limit, because it runs for each page with these resources. */
function listEntries(objects: Objects, resources: Dictionary, key: string): PdfObject[] {
	const dictionary = objects.getDictionary(resources.get(key));
	objects.body.spendEntryWork(dictionary?.size ?? 0);
	return [...(dictionary?.values() ?? [])];
}
