import { PendingNodes } from '../file/objects';
import { NumberIndex } from '../file/columns';
import type { PdfDocument } from '../file/revision';
import { isName, Reference, type PdfObject } from '../syntax/objects';
import type { Turns } from '../turns';
import { requireKnown, type Unknown } from '../unknown';
import type { Pages } from './pages';

/** Permissions that only grant usage rights to viewers (ISO 32000-1, 12.8.2.3). They do not sign the document. */
const USAGE_RIGHTS = ['UR', 'UR3'];

/**
 * Whether the document has a signature (ISO 32000-1, 12.8.1): a dictionary with the signed byte range. A
 * signature field refers to it, or the permissions do.
 *
 * @throws Unknown if the permissions, the form or a page cannot be read, unless a signature is found before
 */
export async function isSigned(
	document: PdfDocument,
	pages: Pages | Unknown,
	turns: Turns,
): Promise<boolean> {
	const { catalog, objects } = document;
	const isSignature = (object: PdfObject | undefined) =>
		objects.resolve(objects.getDictionary(object)?.get('ByteRange')) !== null;
	for (const [key, permission] of objects.getDictionary(catalog.get('Perms')) ?? []) {
		if (turns.isDue) await turns.yield();
		if (!USAGE_RIGHTS.includes(key) && isSignature(permission)) return true;
	}
	const { tables, parsed } = objects.memory;
	const visited = new NumberIndex(tables);
	/** Fields to visit, each with the type that it inherits (Table 220). */
	const pending = new PendingNodes<PdfObject>(parsed);
	try {
		for await (const root of listFields(document, pages, turns)) {
			pending.add([root], null);
			for (let next = pending.take(); next; next = pending.take()) {
				if (turns.isDue) await turns.yield();
				const { inherited, node } = next;
				if (node instanceof Reference) {
					if (visited.get(node.number) !== undefined) continue;
					visited.set(node.number, 1);
				}
				const field = objects.getDictionary(node);
				const type = objects.resolve(field?.get('FT') ?? inherited);
				if (isName(type, 'Sig') && isSignature(field?.get('V'))) return true;
				const kids = objects.getArray(field?.get('Kids'));
				if (kids.length > 0) pending.add(kids, type);
			}
		}
		return false;
	} finally {
		pending.clear();
		visited.release();
	}
}

/** The fields that the form lists (12.7.3), then those on the pages: some forms do not list their signature field. */
async function* listFields(
	{ catalog, objects }: PdfDocument,
	pages: Pages | Unknown,
	turns: Turns,
): AsyncGenerator<PdfObject, void> {
	yield* objects.getArray(objects.getDictionary(catalog.get('AcroForm'))?.get('Fields'));
	const known = requireKnown(pages);
	for (const page of known.listAnnotated()) {
		if (turns.isDue) await turns.yield();
		for (const annotation of known.listAnnotations(objects, page)) {
			if (turns.isDue) await turns.yield();
			const widget = objects.getDictionary(annotation);
			if (widget) yield widget.has('FT') ? annotation : (widget.get('Parent') ?? null);
		}
	}
}
