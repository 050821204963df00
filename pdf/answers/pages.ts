import type { Memory } from '../budget';
import type { Body } from '../file/body';
import { NumberColumn, NumberIndex } from '../file/columns';
import { PendingNodes, type Objects } from '../file/objects';
import {
	estimateBytes,
	isCount,
	isName,
	NO_ENTRIES,
	Reference,
	type Dictionary,
	type PdfObject,
} from '../syntax/objects';
import { tryParseDictionary } from '../syntax/parse';
import type { Turns } from '../turns';
import { Unknown } from '../unknown';

/**
 * How often pages may be in the tree again, all of them together: MuPDF writes equal pages as one object
 * (`mutool clean -gggz`).
 */
const MAX_REPEATED_PAGES = 1000;
/** Memory of a page: two numbers, and a third if it has annotations. */
const PAGE_BYTES = 12;
/**
 * Stands for the number of a page or node that is written into its parent instead of being an object of its own;
 * also for no node at all. No object has this number.
 */
const NO_NUMBER = 0;
/** Stands for a node that has resources, but no number: its resources cannot be found again. */
const UNNUMBERED_HOLDER = 2 ** 32 - 1;
/** Nodes whose bytes are more count as large objects when they are parsed again. */
const MIN_LONG_BYTES = 16 * 1024;
/** Work of parsing a node again, for each of its bytes. */
const PARSE_WORK = 4;

/** The pages of a document, in order. A million pages take 12 MB, because only numbers are kept of each page. */
export class Pages {
	/** The object number of each page; {@link NO_NUMBER} if it has none. */
	private readonly numbers = new NumberColumn(Uint32Array);
	/**
	 * The object number of the node from which each page inherits resources (ISO 32000-1, Table 30);
	 * {@link NO_NUMBER} if there is none, {@link UNNUMBERED_HOLDER} if it has no number.
	 */
	private readonly holders = new NumberColumn(Uint32Array);
	/** Indexes of the pages with annotations. */
	private readonly annotated = new NumberColumn(Uint32Array);

	constructor(private readonly memory: Memory) {}

	get length(): number {
		return this.numbers.length;
	}

	/** @throws Unknown if there is no memory for more pages */
	add(number: number, holder: number, hasAnnotations: boolean): void {
		this.memory.take(PAGE_BYTES);
		if (hasAnnotations) this.annotated.push(this.length);
		this.numbers.push(number);
		this.holders.push(holder);
	}

	/**
	 * The page's dictionary.
	 *
	 * @throws Unknown if it cannot be read, or if the page is written into its parent: such a page is not kept
	 */
	getEntries(objects: Objects, index: number): Dictionary {
		const page = getObject(objects, this.numbers.get(index));
		if (!page) throw new Unknown('a page is not an object of its own');
		return page;
	}

	/**
	 * The page's own or inherited resources; empty without any.
	 *
	 * @throws Unknown as {@link getEntries}, if the node with inherited resources is written into its parent, or if
	 * these resources do not exist
	 */
	getResources(objects: Objects, index: number): Dictionary {
		const own = this.getEntries(objects, index).get('Resources');
		// A reference to an object that does not exist is the same as no entry (7.3.10).
		return objects.getDictionary(own) ?? this.getInherited(objects, index);
	}

	private getInherited(objects: Objects, index: number): Dictionary {
		const holder = this.holders.get(index);
		if (holder === NO_NUMBER) return NO_ENTRIES;
		if (holder === UNNUMBERED_HOLDER) {
			throw new Unknown('a page inherits from something that is not an object of its own');
		}
		const inherited = objects.getDictionary(getObject(objects, holder)?.get('Resources'));
		if (inherited) return inherited;
		// The page would inherit from a node above, which is not known here.
		throw new Unknown('a page inherits resources that do not exist');
	}

	/** References to the page's content streams; one null if it has none. @throws Unknown as {@link getEntries} */
	listContents(objects: Objects, index: number): readonly PdfObject[] {
		const contents = this.getEntries(objects, index).get('Contents') ?? null;
		return Array.isArray(objects.resolve(contents)) ? objects.getArray(contents) : [contents];
	}

	/** @throws Unknown as {@link getEntries} */
	listAnnotations(objects: Objects, index: number): readonly PdfObject[] {
		return objects.getArray(this.getEntries(objects, index).get('Annots'));
	}

	/** Indexes of the pages that have annotations. */
	*listAnnotated(): Generator<number, void> {
		for (let row = 0; row < this.annotated.length; row += 1) yield this.annotated.get(row);
	}
}

function getObject(objects: Objects, number: number): Dictionary | undefined {
	return number === NO_NUMBER ? undefined : objects.getDictionary(new Reference(number, 0));
}

/**
 * Finds all pages in the page tree (ISO 32000-1, 7.7.3).
 *
 * @param root the catalog's Pages
 * @throws Unknown if a page or node is missing or cannot be read, if a node, or more than 1,000 pages, are in the
 * tree again, if the root's count is wrong, or if the tree is too large or too deep
 */
export async function readPages(objects: Objects, root: PdfObject, turns: Turns): Promise<Pages> {
	const { tables, parsed } = objects.memory;
	const pages = new Pages(tables);
	const visited = new NumberIndex(tables);
	/** Nodes to visit, each with the number of the node whose resources it inherits. */
	const pending = new PendingNodes<number>(parsed);
	try {
		pending.add([root], NO_NUMBER);
		let repeated = 0;
		for (let next = pending.take(); next; next = pending.take()) {
			const { inherited, node } = next;
			const number = node instanceof Reference ? node.number : NO_NUMBER;
			const isRepeated = number !== NO_NUMBER && visited.get(number) !== undefined;
			if (number !== NO_NUMBER) visited.set(number, 1);
			const dictionary = objects.getDictionary(node);
			if (!dictionary) throw new Unknown('a page is missing');
			const kids = findKids(objects, dictionary);
			// Viewers show a page each time it is in the tree, so each time counts.
			repeated += isRepeated ? 1 : 0;
			if (isRepeated && (kids || repeated > MAX_REPEATED_PAGES)) {
				throw new Unknown('its page tree contains the same pages again');
			}
			if (kids) {
				const own = number === NO_NUMBER ? UNNUMBERED_HOLDER : number;
				pending.add(kids, dictionary.has('Resources') ? own : inherited);
			} else {
				pages.add(number, inherited, dictionary.has('Annots'));
			}
			if (turns.isDue) await turns.yield();
		}
	} finally {
		pending.clear();
		visited.release();
	}
	const count = objects.resolve(objects.getDictionary(root)?.get('Count'));
	if (!isCount(count) || count !== pages.length) {
		throw new Unknown('its page tree does not contain as many pages as it says');
	}
	return pages;
}

/** The kids of a node; undefined for a page. @throws Unknown if it is neither a node nor a page */
function findKids(objects: Objects, node: Dictionary): readonly PdfObject[] | undefined {
	const type = objects.resolve(node.get('Type'));
	const kids = objects.resolve(node.get('Kids'));
	if (isName(type, 'Page')) return undefined;
	if (Array.isArray(kids)) return kids;
	// Some pages have no type. pdfium and pdf.js take them for pages (sambox issue 42, pdfcpu issue 1020).
	if (type === null && node.has('Parent')) return undefined;
	throw new Unknown('its page tree contains something other than pages');
}

/**
 * Whether every root of a page tree in the file, in whatever revision, has this count of pages. Without this
 * check, damage could make the reader count an older, shorter revision, and the user would pay for more pages than the
 * answer says. No known file needs it.
 */
export async function haveAllRootsCount(
	{ compressed, memory, objects, work }: Body,
	count: number,
	turns: Turns,
): Promise<boolean> {
	for (const table of [objects, compressed]) {
		for (let row = 0; row < table.length; row += 1) {
			if (turns.isDue) await turns.yield();
			const bytes = table.getBytes(row);
			if (!bytes?.includes('/Pages') || !bytes.includes('/Count')) continue;
			work.spendOnObjects(PARSE_WORK * bytes.length);
			const node = tryParseDictionary(bytes);
			if (node && bytes.length > MIN_LONG_BYTES) memory.large.take(estimateBytes(node));
			if (node?.has('Kids') !== true || node.has('Parent')) continue;
			if (node.get('Count') !== count) return false;
		}
	}
	return true;
}
