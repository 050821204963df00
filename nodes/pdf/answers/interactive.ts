import { listAnnotations, type Objects, type Page, type PdfDocument } from '../document';
import { isName, Reference, Unknown, type Dictionary, type PdfObject } from '../syntax';
import type { Turns } from '../turns';

/** A field of the form (ISO 32000-1, 12.7.3), or a widget that shows one. */
export interface FormField {
	dictionary: Dictionary;
	/** FT, inherited if the field has none (Table 220). */
	type: PdfObject;
	/** The field has no child fields. */
	isTerminal: boolean;
}

interface PendingNode {
	object: PdfObject;
	type: PdfObject;
	isField: boolean;
}

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

/** Yields the fields of the form and their widgets, each once. */
export async function* walkFormFields(
	{ catalog, objects }: PdfDocument,
	turns: Turns,
): AsyncGenerator<FormField, void> {
	const visited = new Set<number>();
	const form = objects.getDictionary(catalog.get('AcroForm'));
	const fields = objects.getArray(form?.get('Fields'));
	const pending: PendingNode[] = fields.map((object) => ({ object, type: null, isField: true }));
	for (let node = pending.pop(); node; node = pending.pop()) {
		await turns.yieldIfDue();
		const { isField, object } = node;
		const number = object instanceof Reference ? object.number : undefined;
		if (number !== undefined) {
			if (visited.has(number)) continue;
			visited.add(number);
		}
		const dictionary = objects.getDictionary(object);
		if (!dictionary) continue;
		const type = objects.resolve(dictionary.get('FT') ?? node.type);
		let isTerminal = isField;
		for (const kid of objects.getArray(dictionary.get('Kids'))) {
			await turns.yieldIfDue();
			// A field that is its own kid has no other child field.
			if (kid instanceof Reference && kid.number === number) continue;
			// Kids without a name are widgets, which show the field on pages.
			const isNamed = objects.getDictionary(kid)?.has('T') === true;
			if (isNamed) isTerminal = false;
			pending.push({ object: kid, type, isField: isNamed });
		}
		yield { dictionary, type, isTerminal };
	}
}
