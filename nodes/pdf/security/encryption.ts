import { isDictionary, isName, Name, PdfString, Unknown, type Dictionary } from '../syntax';

export type Method = 'identity' | 'rc4' | 'aes128' | 'aes256';

/** Methods of crypt filters (ISO 32000-2, Table 25). */
const METHODS = new Map<string, Method>([
	['None', 'identity'],
	['V2', 'rc4'],
	['AESV2', 'aes128'],
	['AESV3', 'aes256'],
]);

/** Parameters of the standard security handler (ISO 32000-2, Tables 20, 21 and 25). */
export interface Encryption {
	revision: number;
	/** Bytes of the file encryption key. */
	keyBytes: number;
	owner: Buffer;
	user: Buffer;
	userKey: Buffer;
	permissions: number;
	encryptsMetadata: boolean;
	strings: Method;
	streams: Method;
}

/**
 * Reads an encryption dictionary with resolved entries.
 *
 * @throws Unknown if it does not belong to the standard security handler
 */
export function readEncryption(dictionary: Dictionary): Encryption {
	if (!isName(dictionary.get('Filter'), 'Standard')) {
		throw new Unknown('it uses an encryption that only its own software can open');
	}
	const version = getNumber(dictionary, 'V', 0);
	const revision = getNumber(dictionary, 'R', 0);
	if (![1, 2, 4, 5].includes(version) || revision < 2 || revision > 6) {
		throw new Unknown(`it is encrypted in an unknown way (V ${version}, R ${revision})`);
	}
	const hasCryptFilters = version >= 4;
	return {
		revision,
		keyBytes: readKeyBits(dictionary, version) / 8,
		owner: getString(dictionary, 'O'),
		user: getString(dictionary, 'U'),
		userKey: getString(dictionary, 'UE'),
		permissions: getNumber(dictionary, 'P', 0) | 0,
		encryptsMetadata: dictionary.get('EncryptMetadata') !== false,
		strings: hasCryptFilters ? findMethod(dictionary, dictionary.get('StrF')) : 'rc4',
		streams: hasCryptFilters ? findMethod(dictionary, dictionary.get('StmF')) : 'rc4',
	};
}

/** The method of a crypt filter; without one, and for `Identity`, nothing is encrypted. */
export function findMethod(dictionary: Dictionary, filter: unknown): Method {
	const name = filter instanceof Name ? filter.name : 'Identity';
	if (name === 'Identity') return 'identity';
	const filters = dictionary.get('CF');
	const own = isDictionary(filters) ? filters.get(name) : undefined;
	const method = isDictionary(own) ? own.get('CFM') : undefined;
	const found = method instanceof Name ? METHODS.get(method.name) : undefined;
	if (found) return found;
	throw new Unknown('it is encrypted with an unknown crypt filter');
}

function readKeyBits(dictionary: Dictionary, version: number): number {
	if (version === 1) return 40;
	// Version 4 is always 128; its Length is often given in bytes, or wrong.
	if (version === 4) return 128;
	if (version >= 5) return 256;
	const length = getNumber(dictionary, 'Length', 40);
	const bits = length < 40 ? length * 8 : length;
	return bits % 8 === 0 && bits <= 128 ? bits : 40;
}

function getNumber(dictionary: Dictionary, key: string, fallback: number): number {
	const value = dictionary.get(key);
	return typeof value === 'number' ? value : fallback;
}

function getString(dictionary: Dictionary, key: string): Buffer {
	const value = dictionary.get(key);
	return value instanceof PdfString ? value.bytes : Buffer.alloc(0);
}
