import type { Body } from './body';
import { followSections } from './crossReference';
import { findLastObjects, locateByReference, Objects, type LastObjects } from './documentObjects';
import type { Turns } from './readerLimits';
import { isName, NO_ENTRIES, Reference, Unknown, type Dictionary, type PdfObject } from './objects';

/** The newest revision of a file. */
export interface Revision {
	objects: Objects;
	trailer: Dictionary;
	/** Its cross-reference is not reliable, so the last definition of each object counts. */
	rebuilt?: {
		/** The file ends in the middle of an update. */
		isCut: boolean;
		/** The newest revision is damaged, so objects may be from an older one. */
		hasOlder: boolean;
	};
}

/** A document in its newest revision. */
export interface PdfDocument extends Revision {
	/** ISO 32000-1, 7.7.2. */
	catalog: Dictionary;
}

/** The newest revision by the cross-reference; undefined if the cross-reference is broken. */
export async function findReferencedRevision(
	body: Body,
	turns: Turns,
): Promise<Revision | undefined> {
	const { startxref } = body;
	// Objects after it belong to an update whose end is missing.
	if (startxref === undefined || body.lastPart > startxref.offset) return undefined;
	const header = Math.max(0, body.start.indexOf('%PDF-'));
	const shift = body.sections.has(startxref.value) ? 0 : header;
	// Some offsets point to the end of line before their section.
	const findSection = (offset: number) =>
		[0, 1, 2].map((gap) => body.sections.get(offset + shift + gap)).find((section) => section);
	const crossReference = await followSections(
		startxref.value,
		body.xrefEntries,
		findSection,
		turns,
	);
	if (!crossReference) return undefined;
	const { places, trailer } = crossReference;
	return { objects: new Objects(body, locateByReference(body, places, shift)), trailer };
}

/** Undefined if the catalog cannot be read. */
export function openRevision(revision: Revision | undefined): PdfDocument | undefined {
	const catalog = revision && readCatalog(revision.objects, revision.trailer.get('Root'));
	return catalog && { ...revision, catalog };
}

/**
 * Opens the document with the last definition of each object. Its cross-reference is ignored.
 *
 * @throws Unknown if it has no catalog, or if its catalog is not clear
 */
export async function rebuildDocument(body: Body, turns: Turns): Promise<PdfDocument> {
	const last = await findLastObjects(body, turns);
	const objects = new Objects(body, last.locate);
	const trailer = findLastTrailer(body);
	const catalog =
		readCatalog(objects, trailer.get('Root')) ?? (await findOnlyCatalog(objects, last, turns));
	const { lastEndOfFile, lastPart } = body;
	const isCut = lastEndOfFile >= 0 && lastPart > lastEndOfFile;
	// A linearized file (ISO 32000-1, Annex F) has two ends, but is one revision.
	const isLinearized = body.objects.getBytes(0)?.includes('/Linearized') === true;
	const hasOlder = last.hasRepeated || body.endsOfFile > (isLinearized ? 2 : 1);
	return { objects, trailer, catalog, rebuilt: { isCut, hasOlder } };
}

/** The last trailer with a catalog. The document information may be in an older trailer. */
function findLastTrailer({ trailers }: Body): Dictionary {
	const trailer = trailers.findLast((candidate) => candidate.has('Root')) ?? NO_ENTRIES;
	const info = trailers.findLast((candidate) => candidate.has('Info'))?.get('Info');
	return trailer.has('Info') || info === undefined ? trailer : new Map(trailer).set('Info', info);
}

function readCatalog(objects: Objects, root: PdfObject | undefined): Dictionary | undefined {
	try {
		const catalog = objects.getDictionary(root);
		return catalog?.has('Pages') ? catalog : undefined;
	} catch {
		return undefined;
	}
}

async function findOnlyCatalog(
	objects: Objects,
	last: LastObjects,
	turns: Turns,
): Promise<Dictionary> {
	const found: Dictionary[] = [];
	for (const number of last.numbers) {
		await turns.yieldIfDue();
		const located = last.locate(number);
		if (located?.table.getBytes(located.row)?.includes('/Catalog') !== true) continue;
		const object = readCatalog(objects, new Reference(number, 0));
		if (object && isName(object.get('Type'), 'Catalog')) found.push(object);
	}
	const [catalog] = found;
	if (!catalog || found.length > 1) throw new Unknown('it has no reliable document catalog');
	return catalog;
}
