import type { Body } from '../body';
import type { Turns } from '../turns';
import {
	isCount,
	isDictionary,
	isName,
	objectIn,
	Reference,
	Unknown,
	type Dictionary,
	type PdfObject,
} from '../syntax';
import type { Objects } from './objects';

/** A page, with its own and inherited attributes (ISO 32000-1, Table 30). */
export interface Page {
	/** Object number; undefined for a page that is written into its parent, which is an error. */
	number?: number;
	resources: PdfObject;
	/** Its media box. `crop` is the visible part of it. */
	box: PdfObject;
	crop?: PdfObject;
}

interface Node {
	object: PdfObject;
	resources: PdfObject;
	/** Its media box. `crop` is the visible part of it. */
	box: PdfObject;
	crop?: PdfObject;
}

/**
 * Walks the page tree (ISO 32000-1, 7.7.3).
 *
 * @param root the catalog's Pages
 * @throws Unknown if a node is missing, in a circle or shared, or if the root's count is wrong
 */
export async function pagesOf(objects: Objects, root: PdfObject, turns: Turns): Promise<Page[]> {
	const pages: Page[] = [];
	const visited = new Set<number>();
	const open: Node[] = [{ object: root, resources: null, box: null }];
	for (let node = open.pop(); node; node = open.pop()) {
		const { object } = node;
		const number = object instanceof Reference ? object.number : undefined;
		if (number !== undefined) {
			if (visited.has(number)) throw new Unknown('a page stands in its page tree twice');
			visited.add(number);
		}
		const dictionary = objects.dictionary(object);
		if (!dictionary) throw new Unknown('a page is missing');
		const resources = dictionary.get('Resources') ?? node.resources;
		const box = dictionary.get('MediaBox') ?? node.box;
		const crop = dictionary.get('CropBox') ?? node.crop;
		const kids = kidsOf(objects, dictionary);
		if (kids) {
			for (let index = kids.length - 1; index >= 0; index -= 1) {
				open.push({ object: kids[index] ?? null, resources, box, crop });
			}
		} else {
			pages.push({ number, resources, box, ...(crop === undefined ? {} : { crop }) });
		}
		await turns.give();
	}
	const count = objects.resolve(objects.dictionary(root)?.get('Count'));
	if (!isCount(count) || count !== pages.length) {
		throw new Unknown('its page tree holds another number of pages than it says');
	}
	return pages;
}

/** @throws Unknown if the page is written into its parent: its entries are not kept */
export function entriesOf(objects: Objects, { number }: Page): Dictionary {
	const page = number === undefined ? undefined : objects.dictionary(new Reference(number, 0));
	if (!page) throw new Unknown('a page is not an object of its own');
	return page;
}

/** Whether all roots of page trees in the file, of all revisions, have this count of pages. */
export async function allCount(
	{ compressed, objects }: Body,
	count: number,
	turns: Turns,
): Promise<boolean> {
	for (const table of [objects, compressed]) {
		for (let row = 0; row < table.length; row += 1) {
			const bytes = table.bytes(row);
			await turns.give();
			if (!bytes?.includes('/Pages') || !bytes.includes('/Count')) continue;
			const node = objectIn(bytes);
			if (!isDictionary(node) || !node.has('Kids') || node.has('Parent')) continue;
			if (node.get('Count') !== count) return false;
		}
	}
	return true;
}

/** The kids of a node; undefined for a page. */
function kidsOf(objects: Objects, node: Dictionary): PdfObject[] | undefined {
	const type = objects.resolve(node.get('Type'));
	const kids = objects.resolve(node.get('Kids'));
	if (Array.isArray(kids) && !isName(type, 'Page')) return kids;
	if (isName(type, 'Page')) return undefined;
	throw new Unknown('its page tree holds something that is no page');
}
