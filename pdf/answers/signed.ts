import { PendingNodes, type Objects } from '../file/objects';
import { NumberIndex } from '../file/columns';
import type { PdfDocument } from '../file/revision';
import { isName, Reference, type Dictionary, type PdfObject } from '../syntax/objects';
import type { Turns } from '../turns';
import { requireKnown, type Unknown } from '../unknown';
import type { Pages } from './pages';

/** Permissions that only grant usage rights to viewers (ISO 32000-1, 12.8.2.3). They do not sign the document. */
const USAGE_RIGHTS = ['UR', 'UR3'];
/** Maximum number of fields above a field. Writers make a handful. */
const MAX_PARENTS = 100;

/**
 * What a field inherits (Table 220). The entries themselves are not kept: a file could make them megabytes, on each
 * of thousands of levels.
 */
interface Inherited {
	/** Whether it is a signature field; undefined without a type. */
	isSignatureField?: boolean;
	/** Whether its value is a signature. False also for fields of other types, whose values are not looked at. */
	hasSignature: boolean;
}

/**
 * Whether the document has a signature (ISO 32000-1, 12.8.1): a dictionary with the signed byte range. A
 * signature field refers to it, or the permissions do.
 *
 * @throws Unknown if the permissions, the form or a page cannot be read, unless a signature is found before
 */
export async function isSigned(
	document: PdfDocument,
	pages: Pages | Unknown,
	turns: Turns,
): Promise<boolean> {
	const { catalog, objects } = document;
	for (const [key, permission] of objects.getDictionary(catalog.get('Perms')) ?? []) {
		if (turns.isDue) await turns.yield();
		if (!USAGE_RIGHTS.includes(key) && isSignature(objects, permission)) return true;
	}
	const { tables, parsed } = objects.memory;
	const visited = new NumberIndex(tables);
	const isVisited = (node: PdfObject | undefined) =>
		node instanceof Reference && visited.get(node.number) !== undefined;
	/** Fields to visit. */
	const pending = new PendingNodes<Inherited>(parsed);
	try {
		for await (const root of listFields(document, pages, turns, isVisited)) {
			pending.add([root], { hasSignature: false });
			for (let next = pending.take(); next; next = pending.take()) {
				if (turns.isDue) await turns.yield();
				const { inherited, node } = next;
				if (isVisited(node)) continue;
				if (node instanceof Reference) visited.set(node.number, 1);
				const field = objects.getDictionary(node);
				if (!field) continue;
				const own = readField(objects, field, inherited);
				if (own.isSignatureField === true && own.hasSignature) return true;
				const kids = objects.getArray(field.get('Kids'));
				if (kids.length > 0) pending.add(kids, own);
			}
		}
		return false;
	} finally {
		pending.clear();
		visited.release();
	}
}

function isSignature(objects: Objects, object: PdfObject | undefined): boolean {
	return objects.resolve(objects.getDictionary(object)?.get('ByteRange')) !== null;
}

/** What a field is, and so what its kids inherit. */
function readField(objects: Objects, field: Dictionary, inherited: Inherited): Inherited {
	const type = objects.resolve(field.get('FT'));
	const isSignatureField = type === null ? inherited.isSignatureField : isName(type, 'Sig');
	// Without a type, the kids may have one.
	const mayBeSigned = isSignatureField !== false && field.has('V');
	const hasSignature = mayBeSigned
		? isSignature(objects, field.get('V'))
		: inherited.hasSignature && isSignatureField !== false;
	return { isSignatureField, hasSignature };
}

/**
 * The fields that the form lists (12.7.3), then those on the pages: some forms do not list their signature field. Each
 * field comes after the one at its top, from which it inherits.
 */
async function* listFields(
	{ catalog, objects }: PdfDocument,
	pages: Pages | Unknown,
	turns: Turns,
	isVisited: (node: PdfObject | undefined) => boolean,
): AsyncGenerator<PdfObject, void> {
	const listed = objects.getArray(objects.getDictionary(catalog.get('AcroForm'))?.get('Fields'));
	for (const field of listed) {
		if (turns.isDue) await turns.yield();
		yield* listWithTop(objects, field, isVisited);
	}
	const known = requireKnown(pages);
	for (const page of known.listAnnotated()) {
		if (turns.isDue) await turns.yield();
		for (const annotation of known.listAnnotations(objects, page)) {
			if (turns.isDue) await turns.yield();
			yield* listWithTop(objects, annotation, isVisited);
		}
	}
}

/** A field after the one at its top; nothing if it was visited already. */
function* listWithTop(
	objects: Objects,
	field: PdfObject,
	isVisited: (node: PdfObject | undefined) => boolean,
): Generator<PdfObject, void> {
	if (isVisited(field)) return;
	const top = findTopField(objects, field, isVisited);
	if (top !== field) yield top;
	// It may be missing in the kids of its parent.
	yield field;
}

/** The highest field above a field that was not visited yet; the field itself if there is none. */
function findTopField(
	objects: Objects,
	field: PdfObject,
	isVisited: (node: PdfObject | undefined) => boolean,
): PdfObject {
	let top = field;
	for (let parents = 0; parents < MAX_PARENTS; parents += 1) {
		const parent = objects.getDictionary(top)?.get('Parent');
		if (isVisited(parent) || !objects.getDictionary(parent)) break;
		top = parent ?? null;
	}
	return top;
}
