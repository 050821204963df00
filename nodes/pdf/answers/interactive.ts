import { entriesOf, type Objects, type Page, type PdfDocument } from '../document';
import { isName, Reference, type PdfObject } from '../syntax';
import type { Turns } from '../turns';

/**
 * How many link annotations (ISO 32000-1, 12.5.6.5) stand on the pages.
 *
 * @throws Unknown for a page whose entries are not known
 */
export async function linksOf(
	objects: Objects,
	pages: readonly Page[],
	turns: Turns,
): Promise<number> {
	let links = 0;
	for (const page of pages) {
		const annotations = objects.resolve(entriesOf(objects, page).get('Annots'));
		for (const annotation of Array.isArray(annotations) ? annotations : []) {
			await turns.give();
			const subtype = objects.resolve(objects.dictionary(annotation)?.get('Subtype'));
			if (isName(subtype, 'Link')) links += 1;
		}
		await turns.give();
	}
	return links;
}

/** How many fields the form has (12.7.3) that have no fields below them. */
export async function formFieldsOf(
	{ catalog, objects }: PdfDocument,
	turns: Turns,
): Promise<number> {
	const visited = new Set<number>();
	const open = arrayOf(objects, objects.dictionary(catalog.get('AcroForm'))?.get('Fields'));
	let fields = 0;
	while (open.length > 0) {
		const field = open.pop() ?? null;
		await turns.give();
		if (field instanceof Reference) {
			if (visited.has(field.number)) continue;
			visited.add(field.number);
		}
		// Kids without a name are what shows the field on the pages.
		const kids = arrayOf(objects, objects.dictionary(field)?.get('Kids'));
		const below = kids.filter((kid) => objects.dictionary(kid)?.has('T') === true);
		if (below.length === 0 && objects.dictionary(field)) fields += 1;
		for (const kid of below) open.push(kid);
	}
	return fields;
}

function arrayOf(objects: Objects, object: PdfObject | undefined): PdfObject[] {
	const array = objects.resolve(object);
	return Array.isArray(array) ? [...array] : [];
}
