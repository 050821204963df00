import type { Body } from '../body';
import { isName, Reference, Unknown, type Dictionary, type PdfObject } from '../syntax';
import { followSections } from '../xref';
import { LastObjects, Objects, ReferencedObjects } from './objects';

/** A document as its newest revision has it. */
export interface PdfDocument {
	objects: Objects;
	trailer: Dictionary;
	/** ISO 32000-1, 7.7.2. */
	catalog: Dictionary;
	/** Why its cross-reference could not be relied on; then the last definition of an object counts. */
	rebuilt?: string;
}

/** The document by its cross-reference; undefined when that is broken. */
export function byCrossReference(body: Body): PdfDocument | undefined {
	const { startxref } = body;
	if (startxref === undefined) return undefined;
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
export function byLastDefinition(body: Body, why: string): PdfDocument {
	const objects = new Objects(body, new LastObjects(body));
	const trailer = body.trailers.findLast((candidate) => candidate.has('Root')) ?? new Map();
	const catalog = catalogOf(objects, trailer.get('Root')) ?? onlyCatalog(objects);
	return { objects, trailer, catalog, rebuilt: why };
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
	if (!catalog || found.length > 1) throw new Unknown('it has no document catalog that could be relied on');
	return catalog;
}
