import type { Body } from '../body';
import { isName, NO_ENTRIES, Reference, Unknown, type Dictionary, type PdfObject } from '../syntax';
import { followSections } from '../xref';
import { LastObjects, Objects, ReferencedObjects } from './objects';

/** A document as its newest revision has it. */
export interface PdfDocument {
	objects: Objects;
	trailer: Dictionary;
	/** ISO 32000-1, 7.7.2. */
	catalog: Dictionary;
	/** Its cross-reference could not be relied on, so that the last definition of an object counts. */
	rebuilt?: {
		/** The file ends in the midst of a change. */
		isCut: boolean;
		/** What was found may be of an older revision, the newest being damaged. */
		hasOlder: boolean;
	};
}

/** The document by its cross-reference; undefined when that is broken. */
export function byCrossReference(body: Body): PdfDocument | undefined {
	const { startxref } = body;
	// Objects behind it belong to a change whose end is missing.
	if (startxref === undefined || body.lastObject > body.startxrefAt) return undefined;
	const header = Math.max(0, body.start.indexOf('%PDF-'));
	const shift = body.sections.has(startxref) ? 0 : header;
	const crossReference = followSections(startxref, (offset) => body.sections.get(offset + shift));
	if (!crossReference) return undefined;
	const { places, trailer } = crossReference;
	const objects = new Objects(body, new ReferencedObjects(body, places, shift));
	const catalog = catalogOf(objects, trailer.get('Root'));
	return catalog && { objects, trailer, catalog };
}

/**
 * The document by what stands in it, whatever its cross-reference says.
 *
 * @throws Unknown when it has no catalog, or it is not clear which
 */
export function byLastDefinition(body: Body): PdfDocument {
	const last = new LastObjects(body);
	const objects = new Objects(body, last);
	const trailer = body.trailers.findLast((candidate) => candidate.has('Root')) ?? NO_ENTRIES;
	const catalog = catalogOf(objects, trailer.get('Root')) ?? onlyCatalog(objects);
	const { lastEndOfFile, lastObject } = body;
	const isCut = lastEndOfFile >= 0 && lastObject > lastEndOfFile;
	const hasOlder = last.repeated.size > 0 || body.endsOfFile > (isLinearized(body) ? 2 : 1);
	return { objects, trailer, catalog, rebuilt: { isCut, hasOlder } };
}

/** A linearized file (ISO 32000-1, Annex F) has two ends, and is one revision. */
function isLinearized({ objects }: Body): boolean {
	return objects.bytes(0)?.includes('/Linearized') === true;
}

function catalogOf(objects: Objects, root: PdfObject | undefined): Dictionary | undefined {
	try {
		const catalog = objects.dictionary(root);
		return catalog?.has('Pages') ? catalog : undefined;
	} catch {
		return undefined;
	}
}

function onlyCatalog(objects: Objects): Dictionary {
	const found: Dictionary[] = [];
	for (const number of objects.numbers()) {
		const located = objects.locate(number);
		const bytes = located && objects.tableOf(located).bytes(located.row);
		if (!bytes?.includes('/Catalog')) continue;
		const object = catalogOf(objects, new Reference(number, 0));
		if (object && isName(object.get('Type'), 'Catalog')) found.push(object);
	}
	const [catalog] = found;
	if (!catalog || found.length > 1)
		throw new Unknown('it has no document catalog that could be relied on');
	return catalog;
}
