import type { Body } from './body';
import { NumberIndex } from './columns';
import type { Objects } from './documentObjects';
import type { Turns } from './readerLimits';
import { isCount, isName, Reference, Unknown, type Dictionary, type PdfObject } from './objects';
import { tryParseDictionary } from './parse';

/** A page, with its own or inherited resources (ISO 32000-1, Table 30). */
export interface Page {
	/** Object number; undefined for a page that is written into its parent, which is an error. */
	number?: number;
	resources: PdfObject;
}

/** A node of the page tree that is still to be read, with the resources that it inherits. */
interface PendingNode extends Omit<Page, 'number'> {
	object: PdfObject;
}

/** Some joined documents repeat a page. */
const MAX_REPEATED_PAGES = 1000;

/**
 * Walks the page tree (ISO 32000-1, 7.7.3).
 *
 * @param root the catalog's Pages
 * @throws Unknown if a node is missing, in a circle or shared, or if the root's count is wrong
 */
export async function readPages(objects: Objects, root: PdfObject, turns: Turns): Promise<Page[]> {
	const pages: Page[] = [];
	let repeated = 0;
	const visited = new NumberIndex();
	const pending: PendingNode[] = [{ object: root, resources: null }];
	for (let node = pending.pop(); node; node = pending.pop()) {
		const { object } = node;
		const number = object instanceof Reference ? object.number : undefined;
		const isRepeated = number !== undefined && visited.get(number) !== undefined;
		if (number !== undefined) visited.set(number, 1);
		const dictionary = objects.getDictionary(object);
		if (!dictionary) throw new Unknown('a page is missing');
		const resources = dictionary.get('Resources') ?? node.resources;
		const kids = findKids(objects, dictionary);
		// Viewers show a repeated page again.
		repeated += isRepeated ? 1 : 0;
		if (isRepeated && (kids || repeated > MAX_REPEATED_PAGES)) {
			throw new Unknown('its page tree contains the same pages again');
		}
		if (kids) {
			for (let index = kids.length - 1; index >= 0; index -= 1) {
				pending.push({ object: kids[index] ?? null, resources });
			}
		} else {
			pages.push({ number, resources });
		}
		await turns.yieldIfDue();
	}
	const count = objects.resolve(objects.getDictionary(root)?.get('Count'));
	if (!isCount(count) || count !== pages.length) {
		throw new Unknown('its page tree does not contain as many pages as it says');
	}
	return pages;
}

/** @throws Unknown if the page is written into its parent: its entries are not kept */
export function readPageEntries(objects: Objects, { number }: Page): Dictionary {
	const page = number === undefined ? undefined : objects.getDictionary(new Reference(number, 0));
	if (!page) throw new Unknown('a page is not an object of its own');
	return page;
}

/** The content streams of a page. @throws Unknown as {@link readPageEntries} */
export function listContents(objects: Objects, page: Page): PdfObject[] {
	const contents = readPageEntries(objects, page).get('Contents') ?? null;
	return Array.isArray(objects.resolve(contents)) ? objects.getArray(contents) : [contents];
}

/** @throws Unknown as {@link readPageEntries} */
export function listAnnotations(objects: Objects, page: Page): PdfObject[] {
	return objects.getArray(readPageEntries(objects, page).get('Annots'));
}

/** Whether all roots of page trees in the file, of all revisions, have this count of pages. */
export async function haveAllRootsCount(
	{ compressed, objects }: Body,
	count: number,
	turns: Turns,
): Promise<boolean> {
	for (const table of [objects, compressed]) {
		for (let row = 0; row < table.length; row += 1) {
			const bytes = table.getBytes(row);
			await turns.yieldIfDue();
			if (!bytes?.includes('/Pages') || !bytes.includes('/Count')) continue;
			const node = tryParseDictionary(bytes);
			if (node?.has('Kids') !== true || node.has('Parent')) continue;
			if (node.get('Count') !== count) return false;
		}
	}
	return true;
}

/** The kids of a node; undefined for a page. */
function findKids(objects: Objects, node: Dictionary): PdfObject[] | undefined {
	const type = objects.resolve(node.get('Type'));
	const kids = objects.resolve(node.get('Kids'));
	if (isName(type, 'Page')) return undefined;
	if (Array.isArray(kids)) return kids;
	// Some writers omit the type of pages.
	if (type === null && node.has('Parent')) return undefined;
	throw new Unknown('its page tree contains something other than pages');
}
