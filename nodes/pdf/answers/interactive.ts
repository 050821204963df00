import { listAnnotations, type Objects, type Page, type PdfDocument } from '../document';
import { isName, Unknown } from '../syntax';
import type { Turns } from '../turns';
import { walkFormFields } from './formFields';

/**
 * Number of link annotations (ISO 32000-1, 12.5.6.5) on the pages.
 *
 * @throws Unknown if a page's entries are unknown
 */
export async function countLinks(
	objects: Objects,
	pages: readonly Page[],
	turns: Turns,
): Promise<number> {
	let links = 0;
	for (const page of pages) {
		for (const annotation of listAnnotations(objects, page)) {
			await turns.yieldIfDue();
			const subtype = objects.resolve(objects.getDictionary(annotation)?.get('Subtype'));
			if (isName(subtype, 'Link')) links += 1;
		}
		await turns.yieldIfDue();
	}
	return links;
}

/**
 * Number of form fields (12.7.3) without child fields.
 *
 * @throws Unknown if all fields have child fields, so that some are their own ancestors
 */
export async function countFormFields(document: PdfDocument, turns: Turns): Promise<number> {
	let fields = 0;
	let all = 0;
	for await (const { isTerminal } of walkFormFields(document, turns)) {
		all += 1;
		if (isTerminal) fields += 1;
	}
	if (fields === 0 && all > 0) throw new Unknown('its form fields refer to each other in a circle');
	return fields;
}
