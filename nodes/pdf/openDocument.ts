import type { OpenedDocument } from './answers';
import type { Body } from './body';
import {
	haveAllRootsCount,
	readPages,
	type Page,
	type PdfDocument,
	type DocumentLoader,
	type Revision,
} from './document';
import { StandardSecurityHandler } from './security';
import { isName, PdfString, Unknown, type Reference, type Dictionary } from './syntax';
import type { Turns } from './turns';

const NEEDS_PASSWORD = 'it needs a password to open';

/** Entries of an encryption dictionary that the reader needs (ISO 32000-2, Tables 20 and 21). */
const ENCRYPTION_KEYS = [
	'Filter',
	'V',
	'R',
	'Length',
	'O',
	'U',
	'UE',
	'P',
	'EncryptMetadata',
	'CF',
	'StmF',
	'StrF',
];

/** How a document is encrypted. */
export interface Security {
	encrypted: boolean | Unknown;
	/** Decrypts the document; undefined without encryption, or if it cannot be decrypted. */
	handler?: StandardSecurityHandler;
	opensWithoutPassword: boolean | Unknown;
	/** Assistive technology must not extract text (ISO 32000-1, Table 22, bit 10). */
	blocksAssistance: boolean | Unknown;
}

const ASSISTANCE_PERMISSION = 2 ** 9;

/** Looks up how a document is encrypted (ISO 32000-1, 7.6.1), which needs no key. */
export async function readSecurity(loader: DocumentLoader): Promise<Security> {
	const document = await findEncryptedRevision(loader);
	try {
		if (!document) throw new Unknown('it cannot be read as a PDF');
		const dictionary = readEncryptionDictionary(document);
		if (dictionary) return openEncryption(dictionary, document);
		throwIfEncryptionMayBeHidden(loader.body, document);
		return { encrypted: false, opensWithoutPassword: true, blocksAssistance: false };
	} catch (error) {
		const doubt = toEncryptionDoubt(error);
		return { encrypted: doubt, opensWithoutPassword: doubt, blocksAssistance: doubt };
	}
}

function openEncryption(dictionary: Dictionary, document: Revision): Security {
	const common = { encrypted: true, blocksAssistance: isAssistanceBlocked(dictionary) };
	try {
		const handler = StandardSecurityHandler.open(dictionary, readFirstFileId(document));
		return { ...common, handler, opensWithoutPassword: handler !== undefined };
	} catch (error) {
		return { ...common, opensWithoutPassword: toEncryptionDoubt(error) };
	}
}

function toEncryptionDoubt(error: unknown): Unknown {
	return error instanceof Unknown ? error : new Unknown('its encryption cannot be read');
}

function isAssistanceBlocked(encryption: Dictionary): boolean | Unknown {
	const permissions = encryption.get('P');
	if (isName(encryption.get('Filter'), 'Standard') && typeof permissions === 'number') {
		return (permissions & ASSISTANCE_PERMISSION) === 0;
	}
	return new Unknown('its encryption does not say what it permits');
}

/** An encrypted document may have its catalog in an object stream, which is encrypted itself. */
async function findEncryptedRevision(loader: DocumentLoader): Promise<Revision | undefined> {
	const referenced = await loader.getReferencedRevision();
	if (referenced?.trailer.has('Encrypt') === true) return referenced;
	return (await loader.getReferencedDocument()) ?? (await loader.getRebuiltDocument());
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

/** @throws Unknown if damage may have hidden that a document is encrypted */
function throwIfEncryptionMayBeHidden(body: Body, document: Revision): void {
	if (body.hasSecurityHandler) throw new Unknown('nothing refers to its encryption dictionary');
	if (body.damage.size > 0 || document.rebuilt) throw new Unknown('damage may hide its encryption');
}

/** The first file identifier (14.4); empty without one. */
function readFirstFileId({ objects, trailer }: Revision): Buffer {
	const first = objects.resolve(objects.getArray(trailer.get('ID'))[0]);
	return first instanceof PdfString ? first.bytes : Buffer.alloc(0);
}

/** Opens a document after all its streams were read. */
export async function openDocument(
	loader: DocumentLoader,
	security: Security,
): Promise<OpenedDocument> {
	const { handler, ...rest } = security;
	const { encrypted, opensWithoutPassword } = rest;
	const decrypt = (owner: Reference, bytes: Buffer) =>
		handler?.decryptString(owner, bytes) ?? bytes;
	const common = { ...rest, body: loader.body, decrypt };
	if (encrypted === true && !handler) {
		const closedReason =
			opensWithoutPassword instanceof Unknown ? opensWithoutPassword.reason : NEEDS_PASSWORD;
		return { ...common, closedReason, pages: new Unknown(closedReason) };
	}
	return { ...common, ...(await findPages(loader)) };
}

async function findPages(
	loader: DocumentLoader,
): Promise<{ document?: PdfDocument; pages: readonly Page[] | Unknown }> {
	const { turns } = loader;
	const document = await loader.getReferencedDocument();
	const pages = await tryReadPages(document, turns);
	if (!(pages instanceof Unknown)) return { document, pages };
	const rebuilt = await loader.getRebuiltDocument();
	const again = await tryReadPages(rebuilt, turns);
	if (document && again instanceof Unknown) return { document, pages };
	return { document: rebuilt, pages: again };
}

async function tryReadPages(
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
		return error instanceof Unknown ? error : new Unknown('its page tree cannot be read');
	}
}
