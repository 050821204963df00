import type { Body } from '../body';
import { isName, NO_ENTRIES, Reference, Unknown, type Dictionary, type PdfObject } from '../syntax';
import type { Turns } from '../turns';
import { followSections } from '../xref';
import { LastObjects, Objects, ReferencedObjects } from './objects';

/** What the newest revision of a file has. */
export interface Revision {
	objects: Objects;
	trailer: Dictionary;
	/** Its cross-reference could not be relied on, so that the last definition of an object counts. */
	rebuilt?: {
		/** The file ends in the midst of a change. */
		isCut: boolean;
		/** What was found may be of an older revision, the newest being damaged. */
		hasOlder: boolean;
	};
}

/** A document as its newest revision has it. */
export interface PdfDocument extends Revision {
	/** ISO 32000-1, 7.7.2. */
	catalog: Dictionary;
}

/** The newest revision by its cross-reference; undefined when that is broken. */
export async function referencedIn(body: Body, turns: Turns): Promise<Revision | undefined> {
	const { startxref } = body;
	// What stands behind it belongs to a change whose end is missing.
	if (startxref === undefined || body.lastPart > body.startxrefAt) return undefined;
	const header = Math.max(0, body.start.indexOf('%PDF-'));
	const shift = body.sections.has(startxref) ? 0 : header;
	const sectionAt = (offset: number) => body.sections.get(offset + shift);
	const crossReference = await followSections(startxref, sectionAt, turns);
	if (!crossReference) return undefined;
	const { places, trailer } = crossReference;
	return { objects: new Objects(body, new ReferencedObjects(body, places, shift)), trailer };
}

/** Undefined when its catalog cannot be read. */
export function documentIn(revision: Revision | undefined): PdfDocument | undefined {
	const catalog = revision && catalogOf(revision.objects, revision.trailer.get('Root'));
	return catalog && { ...revision, catalog };
}

/**
 * The document by what stands in it, whatever its cross-reference says.
 *
 * @throws Unknown when it has no catalog, or it is not clear which
 */
export async function byLastDefinition(body: Body, turns: Turns): Promise<PdfDocument> {
	const last = await LastObjects.of(body, turns);
	const objects = new Objects(body, last);
	const trailer = lastTrailer(body);
	const catalog = catalogOf(objects, trailer.get('Root')) ?? (await onlyCatalog(objects, turns));
	const { lastEndOfFile, lastPart } = body;
	const isCut = lastEndOfFile >= 0 && lastPart > lastEndOfFile;
	const hasOlder = last.repeated.size > 0 || body.endsOfFile > (isLinearized(body) ? 2 : 1);
	return { objects, trailer, catalog, rebuilt: { isCut, hasOlder } };
}

/** The last trailer with a catalog; the document information may stand in an older one. */
function lastTrailer({ trailers }: Body): Dictionary {
	const trailer = trailers.findLast((candidate) => candidate.has('Root')) ?? NO_ENTRIES;
	const info = trailers.findLast((candidate) => candidate.has('Info'))?.get('Info');
	return trailer.has('Info') || info === undefined ? trailer : new Map(trailer).set('Info', info);
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

async function onlyCatalog(objects: Objects, turns: Turns): Promise<Dictionary> {
	const found: Dictionary[] = [];
	for (const number of objects.numbers()) {
		await turns.give();
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
