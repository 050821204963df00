import type { PdfDocument } from '../document';
import { Reference, type Dictionary, type PdfObject } from '../syntax';
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

/** Yields the fields of the form and their widgets, each once. */
export async function* walkFormFields(
	{ catalog, objects }: PdfDocument,
	turns: Turns,
): AsyncGenerator<FormField, void> {
	const visited = new Set<number>();
	const form = objects.getDictionary(catalog.get('AcroForm'));
	const pending: PendingNode[] = [];
	for (const object of objects.getArray(form?.get('Fields'))) {
		pending.push({ object, type: null, isField: true });
	}
	for (let node = pending.pop(); node; node = pending.pop()) {
		await turns.yieldIfDue();
		const { isField, object } = node;
		if (object instanceof Reference) {
			if (visited.has(object.number)) continue;
			visited.add(object.number);
		}
		const dictionary = objects.getDictionary(object);
		if (!dictionary) continue;
		const type = objects.resolve(dictionary.get('FT') ?? node.type);
		let isTerminal = isField;
		for (const kid of objects.getArray(dictionary.get('Kids'))) {
			await turns.yieldIfDue();
			// A field that is its own kid has no other child field.
			if (isSame(kid, object)) continue;
			// Kids without a name are widgets, which show the field on pages.
			const isNamed = objects.getDictionary(kid)?.has('T') === true;
			if (isNamed) isTerminal = false;
			pending.push({ object: kid, type, isField: isNamed });
		}
		yield { dictionary, type, isTerminal };
	}
}

function isSame(a: PdfObject, b: PdfObject): boolean {
	return a instanceof Reference && b instanceof Reference && a.number === b.number;
}
