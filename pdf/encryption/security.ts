import type { Body } from '../file/body';
import { openRevision, type Revision, type Revisions } from '../file/revision';
import { PdfString, type Dictionary } from '../syntax/objects';
import { toUnknown, Unknown } from '../unknown';
import { StandardSecurityHandler } from './securityHandler';

/** `openable` documents are encrypted, but the empty password opens them. */
export type Encryption = 'none' | 'openable' | 'password_needed';

/** Entries of an encryption dictionary that the reader needs (ISO 32000-2, Tables 20 and 21). */
const ENCRYPTION_KEYS = [
	'Filter',
	'V',
	'R',
	'Length',
	'O',
	'U',
	'OE',
	'UE',
	'P',
	'EncryptMetadata',
	'CF',
	'StmF',
	'StrF',
];

/** How a document is encrypted. */
export interface Security {
	encryption: Encryption | Unknown;
	/**
	 * Decrypts the document; Unknown, with the reason, if it cannot be decrypted. Undefined if the document is not
	 * encrypted, or if no encryption dictionary could be read.
	 */
	handler?: StandardSecurityHandler | Unknown;
}

/**
 * Finds out how a document is encrypted (ISO 32000-1, 7.6.1), and whether the empty password opens it. The encryption
 * dictionary itself is not encrypted.
 */
export async function readSecurity(body: Body, revisions: Revisions): Promise<Security> {
	try {
		const document = await findEncryptedRevision(revisions);
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
		return { encryption: 'password_needed', handler: new Unknown('it needs a password to open') };
	} catch (error) {
		const encryption = toUnknown(error, 'its encryption cannot be read');
		return { encryption, handler: encryption };
	}
}

/**
 * The revision whose trailer says whether the document is encrypted. An encrypted one need not have a readable
 * catalog, because the catalog may be in an object stream that is still encrypted.
 *
 * @throws Unknown if the cross-reference cannot be used, and no catalog is found without it
 */
async function findEncryptedRevision(revisions: Revisions): Promise<Revision> {
	const referenced = await revisions.findReferenced();
	if (referenced?.trailer.has('Encrypt') === true) return referenced;
	return openRevision(referenced) ?? (await revisions.rebuild());
}

/**
 * The encryption dictionary with resolved entries; undefined without encryption.
 *
 * @throws Unknown if it is missing or cannot be read
 */
function readEncryptionDictionary({ objects, trailer }: Revision): Dictionary | undefined {
	const given = trailer.get('Encrypt') ?? null;
	if (given === null) return undefined;
	const dictionary = objects.getDictionary(given);
	if (!dictionary) throw new Unknown('its encryption dictionary is missing');
	const keys = ENCRYPTION_KEYS.filter((key) => dictionary.has(key));
	return new Map(keys.map((key) => [key, objects.resolve(dictionary.get(key))]));
}

/**
 * Every trailer of an encrypted document refers to its encryption, in whatever revision.
 *
 * @throws Unknown if the document may be encrypted although the trailer that was read does not say so
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
