import { isName, NO_ENTRIES, Reference, type Dictionary, type PdfObject } from '../syntax/objects';
import type { Turns } from '../turns';
import { Unknown } from '../unknown';
import type { Body } from './body';
import { followSections } from './crossReference';
import { findLastObjects, locateByReference, Objects, type LastObjects } from './objects';

/** The newest revision of a file. */
export interface Revision {
	objects: Objects;
	trailer: Dictionary;
	/** Set if the cross-reference is not reliable. The last definition of each object counts instead. */
	rebuilt?: {
		/** Whether the file ends in the middle of an update: objects or a trailer follow the last `%%EOF`. */
		isCut: boolean;
		/** Whether the file seems to have older revisions, too. Objects may be from one of them. */
		hasOlder: boolean;
	};
}

/** A document in its newest revision. */
export interface PdfDocument extends Revision {
	/** The document catalog (ISO 32000-1, 7.7.2). */
	catalog: Dictionary;
}

/** Finds the newest revision in two ways. Each takes seconds and memory for large files, so its result is kept. */
export class Revisions {
	private referenced?: Promise<Revision | undefined>;
	private rebuilt?: Promise<PdfDocument>;

	constructor(
		private readonly body: Body,
		private readonly turns: Turns,
	) {}

	/**
	 * By the cross-reference; undefined if it is missing, broken, or followed by more objects.
	 *
	 * @throws Unknown if the object numbers are too many or too far apart
	 */
	async findReferenced(): Promise<Revision | undefined> {
		return await (this.referenced ??= findReferencedRevision(this.body, this.turns));
	}

	/**
	 * By the last definition of each object. The cross-reference is ignored.
	 *
	 * @throws Unknown if the last trailer leads to no catalog and the file does not have exactly one, or if not all of
	 * its objects could be kept
	 */
	async rebuild(): Promise<PdfDocument> {
		return await (this.rebuilt ??= rebuildDocument(this.body, this.turns));
	}
}

async function findReferencedRevision(body: Body, turns: Turns): Promise<Revision | undefined> {
	const { startxref } = body;
	// Objects after `startxref` belong to an update whose end is missing.
	if (startxref === undefined || body.lastPart > startxref.offset) return undefined;
	const crossReference = await followSections(
		startxref.value,
		body.xrefEntries,
		(offset) => body.sections.get(offset),
		turns,
	);
	if (!crossReference) return undefined;
	const { places, trailer } = crossReference;
	return { objects: new Objects(body, locateByReference(body, places)), trailer };
}

export const NO_CATALOG = 'it has no reliable document catalog';

/** Adds the catalog to a revision. Undefined without a revision, or if its catalog cannot be read or lacks Pages. */
export function openRevision(revision: Revision | undefined): PdfDocument | undefined {
	const catalog = revision && readCatalog(revision.objects, revision.trailer.get('Root'));
	return catalog && { ...revision, catalog };
}

async function rebuildDocument(body: Body, turns: Turns): Promise<PdfDocument> {
	const last = await findLastObjects(body, turns);
	const objects = new Objects(body, last.locate);
	const trailer = findLastTrailer(body);
	const catalog =
		readCatalog(objects, trailer.get('Root')) ?? (await findOnlyCatalog(objects, last, turns));
	const { lastEndOfFile, lastPart } = body;
	const isCut = lastEndOfFile >= 0 && lastPart > lastEndOfFile;
	// A linearized file (ISO 32000-1, Annex F) has two `%%EOF`, but is one revision.
	const isLinearized = body.objects.getBytes(0)?.includes('/Linearized') === true;
	const hasOlder = last.hasRepeated || body.endsOfFile > (isLinearized ? 2 : 1);
	return { objects, trailer, catalog, rebuilt: { isCut, hasOlder } };
}

/**
 * The last trailer with a catalog; empty if there is none. If it has no document information, the last trailer
 * that has some provides it, as in pades_infinite_loop.pdf of OpenPDF's tests.
 */
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
	let catalog: Dictionary | undefined;
	for (const number of last.numbers) {
		await turns.yieldIfDue();
		const located = last.locate(number);
		if (located?.table.getBytes(located.row)?.includes('/Catalog') !== true) continue;
		const object = readCatalog(objects, new Reference(number, 0));
		if (!object || !isName(object.get('Type'), 'Catalog')) continue;
		if (catalog) throw new Unknown(NO_CATALOG);
		catalog = object;
	}
	if (!catalog) throw new Unknown(NO_CATALOG);
	return catalog;
}
