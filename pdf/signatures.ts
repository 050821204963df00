import type { PdfDocument } from './document';
import type { Objects } from './documentObjects';
import type { Turns } from './readerLimits';
import {
	isName,
	Reference,
	requireKnown,
	type Dictionary,
	type PdfObject,
	type Unknown,
} from './objects';
import { listAnnotations, type Page } from './pageTree';

/** Usage rights for viewers, which do not sign the document (ISO 32000-1, 12.8.2.3). */
const USAGE_RIGHTS = ['UR', 'UR3'];

/**
 * Whether the document has a signature (ISO 32000-1, 12.8.1): a dictionary with the signed byte range. A
 * signature field of the form or of a page refers to it, or the permissions do.
 *
 * @throws Unknown if a form or a page cannot be read
 */
export async function isSigned(
	document: PdfDocument,
	pages: readonly Page[] | Unknown,
	turns: Turns,
): Promise<boolean> {
	const { catalog, objects } = document;
	const permissions = objects.getDictionary(catalog.get('Perms')) ?? [];
	for (const [key, permission] of permissions) {
		await turns.yieldIfDue();
		if (USAGE_RIGHTS.includes(key)) continue;
		if (isSignature(objects, objects.getDictionary(permission))) return true;
	}
	if (await isFormSigned(document, turns)) return true;
	for (const page of requireKnown(pages)) {
		if (await isPageSigned(objects, page, turns)) return true;
	}
	return false;
}

/** Some writers omit a signature field from the form. */
async function isPageSigned(objects: Objects, page: Page, turns: Turns): Promise<boolean> {
	await turns.yieldIfDue();
	for (const annotation of listAnnotations(objects, page)) {
		await turns.yieldIfDue();
		const widget = objects.getDictionary(annotation);
		if (!widget) continue;
		const field = widget.has('FT') ? widget : objects.getDictionary(widget.get('Parent'));
		if (!isName(objects.resolve(field?.get('FT')), 'Sig')) continue;
		if (hasSignature(objects, widget) || hasSignature(objects, field)) return true;
	}
	return false;
}

function hasSignature(objects: Objects, field: Dictionary | undefined): boolean {
	return isSignature(objects, objects.getDictionary(field?.get('V')));
}

function isSignature(objects: Objects, dictionary: Dictionary | undefined): boolean {
	return objects.resolve(dictionary?.get('ByteRange')) !== null;
}

/** Whether a field of the form (12.7.3), or a widget that shows one, has a signature. */
async function isFormSigned({ catalog, objects }: PdfDocument, turns: Turns): Promise<boolean> {
	const visited = new Set<number>();
	const form = objects.getDictionary(catalog.get('AcroForm'));
	// Fields inherit their type (Table 220).
	const pending = objects
		.getArray(form?.get('Fields'))
		.map((object) => ({ object, type: null as PdfObject }));
	for (let node = pending.pop(); node; node = pending.pop()) {
		await turns.yieldIfDue();
		const { object } = node;
		const number = object instanceof Reference ? object.number : undefined;
		if (number !== undefined) {
			if (visited.has(number)) continue;
			visited.add(number);
		}
		const field = objects.getDictionary(object);
		if (!field) continue;
		const type = objects.resolve(field.get('FT') ?? node.type);
		if (isName(type, 'Sig') && hasSignature(objects, field)) return true;
		for (const kid of objects.getArray(field.get('Kids'))) {
			await turns.yieldIfDue();
			pending.push({ object: kid, type });
		}
	}
	return false;
}
