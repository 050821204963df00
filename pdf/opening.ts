import type { Body } from './body';
import {
	findReferencedRevision,
	openRevision,
	rebuildDocument,
	type PdfDocument,
	type Revision,
} from './document';
import type { Turns } from './readerLimits';
import { PdfString, toUnknown, Unknown, type Dictionary } from './objects';
import { haveAllRootsCount, readPages, type Page } from './pageTree';
import { StandardSecurityHandler } from './securityHandler';

/** `openable` documents are encrypted, but the empty user password opens them. */
export type Encryption = 'none' | 'openable' | 'passwordNeeded';

/** Entries of an encryption dictionary that the reader needs (ISO 32000-2, Tables 20 and 21). */
const ENCRYPTION_KEYS = 'Filter V R Length O U UE P EncryptMetadata CF StmF StrF'.split(' ');

/** How a document is encrypted. */
export interface Security {
	encryption: Encryption | Unknown;
	/** Decrypts the document if it is encrypted. Unknown, with the reason, if nothing can. */
	handler?: StandardSecurityHandler | Unknown;
}

/** A document as far as it could be opened. */
export interface OpenedDocument {
	encryption: Encryption | Unknown;
	document: PdfDocument | Unknown;
	/** Its pages, or why they are unknown. */
	pages: readonly Page[] | Unknown;
	handler?: StandardSecurityHandler;
}

/** Looks up how a document is encrypted (ISO 32000-1, 7.6.1), which needs no key. */
export async function readSecurity(body: Body, turns: Turns): Promise<Security> {
	try {
		const document = await findEncryptedRevision(body, turns);
		const dictionary = readEncryptionDictionary(document);
		if (dictionary) return openEncryption(dictionary, document);
		throwIfEncryptionMayBeHidden(body, document);
		return { encryption: 'none' };
	} catch (error) {
		return { encryption: toUnknown(error, 'its encryption cannot be read') };
	}
}

function openEncryption(dictionary: Dictionary, document: Revision): Security {
	try {
		const handler = StandardSecurityHandler.open(dictionary, readFirstFileId(document));
		if (handler) return { encryption: 'openable', handler };
		return { encryption: 'passwordNeeded', handler: new Unknown('it needs a password to open') };
	} catch (error) {
		const encryption = toUnknown(error, 'its encryption cannot be read');
		return { encryption, handler: encryption };
	}
}

/** An encrypted document may have its catalog in an object stream, which is encrypted itself. */
async function findEncryptedRevision(body: Body, turns: Turns): Promise<Revision> {
	const referenced = await findReferencedRevision(body, turns);
	if (referenced?.trailer.has('Encrypt') === true) return referenced;
	return openRevision(referenced) ?? (await rebuildDocument(body, turns));
}

/** The encryption dictionary with resolved entries; undefined without encryption. */
function readEncryptionDictionary({ objects, trailer }: Revision): Dictionary | undefined {
	const given = trailer.get('Encrypt') ?? null;
	if (given === null) return undefined;
	const dictionary = objects.getDictionary(given);
	if (!dictionary) throw new Unknown('its encryption dictionary is missing');
	const keys = ENCRYPTION_KEYS.filter((key) => dictionary.has(key));
	return new Map(keys.map((key) => [key, objects.resolve(dictionary.get(key))]));
}

/**
 * Every trailer of an encrypted document says so, whichever revision it belongs to.
 *
 * @throws Unknown if damage may have hidden that a document is encrypted
 */
function throwIfEncryptionMayBeHidden(body: Body, { rebuilt }: Revision): void {
	const { hasSecurityHandler, trailers } = body;
	if (hasSecurityHandler) throw new Unknown('nothing refers to its encryption dictionary');
	if (!rebuilt) return;
	const isAnyEncrypted = trailers.some((trailer) => trailer.has('Encrypt'));
	if (isAnyEncrypted || !trailers.some((trailer) => trailer.has('Root'))) {
		throw new Unknown('damage may hide its encryption');
	}
}

/** The first file identifier (14.4); empty without one. */
function readFirstFileId({ objects, trailer }: Revision): Buffer {
	const first = objects.resolve(objects.getArray(trailer.get('ID'))[0]);
	return first instanceof PdfString ? first.bytes : Buffer.alloc(0);
}

/** Opens a document after all its streams were read. */
export async function openDocument(
	body: Body,
	{ encryption, handler }: Security,
	turns: Turns,
): Promise<OpenedDocument> {
	if (handler instanceof Unknown) return { encryption, document: handler, pages: handler };
	const document = openRevision(await findReferencedRevision(body, turns));
	const pages = await readPagesOf(document, turns);
	if (document && !(pages instanceof Unknown)) return { encryption, handler, document, pages };
	const rebuilt = await rebuildDocument(body, turns).catch(() => undefined);
	const again = await readPagesOf(rebuilt, turns);
	if (document && again instanceof Unknown) return { encryption, handler, document, pages };
	const noDocument = new Unknown('it has no reliable document catalog');
	return { encryption, handler, document: rebuilt ?? noDocument, pages: again };
}

async function readPagesOf(
	document: PdfDocument | undefined,
	turns: Turns,
): Promise<readonly Page[] | Unknown> {
	if (!document) return new Unknown('it cannot be read as a PDF');
	const { catalog, objects, rebuilt } = document;
	if (rebuilt?.isCut === true) return new Unknown('it ends in the middle of an update');
	try {
		const pages = await readPages(objects, catalog.get('Pages') ?? null, turns);
		if (rebuilt?.hasOlder !== true || (await haveAllRootsCount(objects.body, pages.length, turns)))
			return pages;
		return new Unknown('it is damaged, and its revisions differ in their number of pages');
	} catch (error) {
		return toUnknown(error, 'its page tree cannot be read');
	}
}
