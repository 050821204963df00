import { NumberIndex } from '../file/columns';
import { PendingNodes } from '../file/objects';
import type { PdfDocument } from '../file/revision';
import { isName, Name, Reference, type PdfObject } from '../syntax/objects';
import type { Turns } from '../turns';
import { requireKnown, Unknown } from '../unknown';
import type { PageContents } from './pageContents';

/** Whether this entry of the mark information (ISO 32000-1, Table 321) is true. */
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
 * @returns false if it is not marked as tagged, or has no structure tree
 * @throws Unknown if it is marked and has a tree, but the tree has no element or cannot be read, the document itself
 * says that its tags may be wrong, or a page with content is not, or may not be, in the tree
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

/** Whether the document has structure elements, but is not marked as tagged. */
export async function hasUnmarkedTree(document: PdfDocument, turns: Turns): Promise<boolean> {
	const root = document.objects.getDictionary(document.catalog.get('StructTreeRoot'));
	if (!root || readMarkInfo(document, 'Marked')) return false;
	return await hasElement(document, root.get('K') ?? null, turns);
}

/**
 * Whether a structure tree (14.7.2) has an element.
 *
 * @param kids the K entry of its root
 * @throws Unknown if no element is found before a kid that cannot be read
 */
async function hasElement(
	{ objects }: PdfDocument,
	kids: PdfObject,
	turns: Turns,
): Promise<boolean> {
	const { tables, parsed } = objects.memory;
	const visited = new NumberIndex(tables);
	const pending = new PendingNodes<undefined>(parsed);
	try {
		pending.add([kids], undefined);
		for (let next = pending.take(); next; next = pending.take()) {
			if (turns.isDue) await turns.yield();
			const { node } = next;
			if (node instanceof Reference) {
				if (visited.get(node.number) !== undefined) continue;
				visited.set(node.number, 1);
			}
			const resolved = objects.resolve(node);
			if (Array.isArray(resolved)) {
				pending.add(resolved, undefined);
				continue;
			}
			const element = objects.getDictionary(resolved);
			const type = objects.resolve(element?.get('Type'));
			// Marked-content and object references (14.7.4) have no structure type.
			const hasStructureType = objects.resolve(element?.get('S')) instanceof Name;
			if (hasStructureType && (type === null || isName(type, 'StructElem'))) return true;
		}
		return false;
	} finally {
		pending.clear();
		visited.release();
	}
}
