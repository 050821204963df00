import type { PdfDocument } from './document';
import type { Turns } from './readerLimits';
import { isName, Reference, requireKnown, type PdfObject, type Unknown } from './objects';
import { listAnnotations, type Page } from './pageTree';

/** Usage rights for viewers, which do not sign the document (ISO 32000-1, 12.8.2.3). */
const USAGE_RIGHTS = ['UR', 'UR3'];

/**
 * Whether the document has a signature (ISO 32000-1, 12.8.1): a dictionary with the signed byte range. A
 * signature field refers to it, or the permissions do.
 *
 * @throws Unknown if a form or a page cannot be read
 */
export async function isSigned(
	document: PdfDocument,
	pages: readonly Page[] | Unknown,
	turns: Turns,
): Promise<boolean> {
	const { catalog, objects } = document;
	const isSignature = (object: PdfObject | undefined) =>
		objects.resolve(objects.getDictionary(object)?.get('ByteRange')) !== null;
	for (const [key, permission] of objects.getDictionary(catalog.get('Perms')) ?? []) {
		await turns.yieldIfDue();
		if (!USAGE_RIGHTS.includes(key) && isSignature(permission)) return true;
	}
	const visited = new Set<number>();
	for await (const root of listFields(document, pages, turns)) {
		// Fields inherit their type (Table 220).
		const pending = [{ object: root, type: null as PdfObject }];
		for (let node = pending.pop(); node; node = pending.pop()) {
			await turns.yieldIfDue();
			const number = node.object instanceof Reference ? node.object.number : undefined;
			if (number !== undefined && visited.has(number)) continue;
			if (number !== undefined) visited.add(number);
			const field = objects.getDictionary(node.object);
			const type = objects.resolve(field?.get('FT') ?? node.type);
			if (isName(type, 'Sig') && isSignature(field?.get('V'))) return true;
			for (const kid of objects.getArray(field?.get('Kids'))) pending.push({ object: kid, type });
		}
	}
	return false;
}

/** The fields of the form (12.7.3), and those of the pages: some writers omit a signature from the form. */
async function* listFields(
	{ catalog, objects }: PdfDocument,
	pages: readonly Page[] | Unknown,
	turns: Turns,
): AsyncGenerator<PdfObject, void> {
	yield* objects.getArray(objects.getDictionary(catalog.get('AcroForm'))?.get('Fields'));
	for (const page of requireKnown(pages)) {
		await turns.yieldIfDue();
		for (const annotation of listAnnotations(objects, page)) {
			await turns.yieldIfDue();
			const widget = objects.getDictionary(annotation);
			if (widget) yield widget.has('FT') ? annotation : (widget.get('Parent') ?? null);
		}
	}
}
