import type { PdfDocument } from './document';
import type { Turns } from './readerLimits';
import { isName, Name, Reference, requireKnown, Unknown, type PdfObject } from './objects';
import type { PageContents } from './pageContents';
import type { StandardSecurityHandler } from './securityHandler';
import { cleanText, decodeText } from './texts';

/** An XFA form counts even without fields; an AcroForm does not. */
export function readFormKind({ catalog, objects }: PdfDocument): 'none' | 'AcroForm' | 'XFA' {
	const form = objects.getDictionary(catalog.get('AcroForm'));
	const xfa = objects.resolve(form?.get('XFA'));
	if (xfa !== null && !(Array.isArray(xfa) && xfa.length === 0)) return 'XFA';
	return objects.getArray(form?.get('Fields')).length > 0 ? 'AcroForm' : 'none';
}

/** Empty if there is none. */
export function readLanguage(
	{ catalog, objects, trailer }: PdfDocument,
	handler?: StandardSecurityHandler,
): string {
	return cleanText(decodeText(objects, catalog.get('Lang'), trailer.get('Root'), handler));
}

/** The title in the document information dictionary (14.3.3); if it has no entry, the one in the metadata. */
export function readTitle(document: PdfDocument, handler?: StandardSecurityHandler): string {
	const { objects, trailer } = document;
	const info = trailer.get('Info');
	const entry = objects.getDictionary(info)?.get('Title');
	if (objects.resolve(entry) === null) return readMetadataTitle(document);
	return cleanText(decodeText(objects, entry, info, handler));
}

/** The title in the document's XMP metadata; empty without one. */
function readMetadataTitle({ catalog, objects }: PdfDocument): string {
	const reference = catalog.get('Metadata');
	if (objects.resolve(reference) === null) return '';
	const offset = objects.findOffset(reference);
	const title = offset === undefined ? undefined : objects.body.titles.get(offset);
	if (title === undefined) throw new Unknown('its metadata cannot be read');
	return title;
}

/** An entry of the mark information (ISO 32000-1, Table 321): whether it is true. */
export function readMarkInfo(
	{ catalog, objects }: PdfDocument,
	key: 'Marked' | 'Suspects',
): boolean {
	return objects.resolve(objects.getDictionary(catalog.get('MarkInfo'))?.get(key)) === true;
}

/**
 * Whether the document is tagged: it is marked so, its structure tree has an element, and each page with
 * content belongs to the tree.
 *
 * @throws Unknown if only a person can tell
 */
export async function isTagged(
	document: PdfDocument,
	contents: PageContents | Unknown,
	turns: Turns,
): Promise<boolean> {
	const { catalog, objects } = document;
	const isMarked = readMarkInfo(document, 'Marked');
	const root = objects.getDictionary(catalog.get('StructTreeRoot'));
	if (!isMarked || !root) return false;
	if (!(await hasElement(document, root.get('K') ?? null, turns))) {
		throw new Unknown('it is marked as tagged, but its structure tree has no elements');
	}
	if (readMarkInfo(document, 'Suspects')) {
		throw new Unknown('it is tagged, but says itself that its tags may be wrong');
	}
	const { pagesOutsideTree } = requireKnown(contents);
	if (pagesOutsideTree === 0) return true;
	throw new Unknown(`it is tagged, but ${pagesOutsideTree} of its pages may not be`);
}

/**
 * Whether a structure tree (14.7.2) has an element.
 *
 * @param kids the K entry of its root
 * @throws Unknown if the first element is missing or cannot be read
 */
async function hasElement(
	{ objects }: PdfDocument,
	kids: PdfObject,
	turns: Turns,
): Promise<boolean> {
	const pending: PdfObject[] = [kids];
	const visited = new Set<number>();
	for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
		await turns.yieldIfDue();
		if (node instanceof Reference) {
			if (visited.has(node.number)) continue;
			visited.add(node.number);
		}
		const resolved = objects.resolve(node);
		if (Array.isArray(resolved)) {
			// The first one is tried first.
			for (let index = resolved.length - 1; index >= 0; index -= 1) {
				pending.push(resolved[index] ?? null);
			}
		} else {
			const type = objects.resolve(objects.getDictionary(resolved)?.get('Type'));
			const name = objects.resolve(objects.getDictionary(resolved)?.get('S'));
			// Marked-content and object references (14.7.4) have no structure type.
			if (name instanceof Name && (type === null || isName(type, 'StructElem'))) return true;
		}
	}
	return false;
}

/** Whether the document has structure elements, but is not marked as tagged. */
export async function hasUnmarkedTree(document: PdfDocument, turns: Turns): Promise<boolean> {
	const root = document.objects.getDictionary(document.catalog.get('StructTreeRoot'));
	if (!root || readMarkInfo(document, 'Marked')) return false;
	return await hasElement(document, root.get('K') ?? null, turns);
}
