import { createHash } from 'crypto';

import {
	isDictionary,
	isName,
	Name,
	PdfString,
	type Dictionary,
	type PdfObject,
	type Reference,
} from '../syntax/objects';
import { Unknown } from '../unknown';
import { decryptAes, Rc4 } from './ciphers';
import { computeFileKey, type EncryptionDictionary, type Method } from './fileKey';

/** Methods of crypt filters (ISO 32000-2, Table 25). */
const METHODS = new Map<string, Method>([
	['None', 'identity'],
	['V2', 'rc4'],
	['AESV2', 'aes128'],
	['AESV3', 'aes256'],
]);

/** Methods by the names of their crypt filters. */
type CryptFilters = ReadonlyMap<string, Method>;

/**
 * Reads an encryption dictionary with resolved entries.
 *
 * @throws Unknown if it belongs to another security handler, or if its version or a crypt filter is unknown
 */
function readEncryption(dictionary: Dictionary, filters: CryptFilters): EncryptionDictionary {
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
		ownerKey: getString(dictionary, 'OE'),
		permissions: getNumber(dictionary, 'P', 0) | 0,
		encryptsMetadata: !hasCryptFilters || dictionary.get('EncryptMetadata') !== false,
		strings: hasCryptFilters ? findMethod(filters, dictionary.get('StrF')) : 'rc4',
		streams: hasCryptFilters ? findMethod(filters, dictionary.get('StmF')) : 'rc4',
	};
}

/** The crypt filters whose method is known. */
function readCryptFilters(dictionary: Dictionary): CryptFilters {
	const known = new Map<string, Method>();
	const filters = dictionary.get('CF');
	if (!isDictionary(filters)) return known;
	for (const [name, filter] of filters) {
		const method = isDictionary(filter) ? filter.get('CFM') : undefined;
		const found = method instanceof Name ? METHODS.get(method.name) : undefined;
		if (found) known.set(name, found);
	}
	return known;
}

/**
 * The method of a crypt filter. Without a filter, or with `Identity`, nothing is encrypted.
 *
 * @throws Unknown if the filter, or its method, is unknown
 */
function findMethod(filters: CryptFilters, filter: PdfObject | undefined): Method {
	if ((filter ?? null) === null || isName(filter, 'Identity')) return 'identity';
	const found = filter instanceof Name ? filters.get(filter.name) : undefined;
	if (found) return found;
	throw new Unknown('it is encrypted with an unknown crypt filter');
}

function readKeyBits(dictionary: Dictionary, version: number): number {
	if (version === 1) return 40;
	// The key of version 4 always has 128 bits, whatever Length says (issue19484_1.pdf of pdf.js).
	if (version === 4) return 128;
	if (version >= 5) return 256;
	const length = getNumber(dictionary, 'Length', 40);
	// Some writers give the number of bytes. pdf.js and PDFsharp take a small number for bytes, too.
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

/** The object that contains a string or a stream. */
type Owner = Pick<Reference, 'number' | 'generation'>;

/** What decryption needs besides the key. */
interface Methods extends Pick<EncryptionDictionary, 'encryptsMetadata' | 'streams' | 'strings'> {
	filters: CryptFilters;
}

/**
 * The standard security handler (ISO 32000-2, 7.6.4), opened with the empty password. It does not keep the encryption
 * dictionary: its strings could be megabytes of the pass that found it, which the next pass needs for itself.
 */
export class StandardSecurityHandler {
	private constructor(
		private readonly methods: Methods,
		private readonly fileKey: Buffer,
	) {}

	/**
	 * @param dictionary the encryption dictionary with resolved entries
	 * @param id the first file identifier; empty without one
	 * @returns undefined if a password is needed
	 * @throws Unknown if the encryption is unknown, or if the system does not allow its algorithm
	 */
	static open(dictionary: Dictionary, id: Buffer): StandardSecurityHandler | undefined {
		const filters = readCryptFilters(dictionary);
		const encryption = readEncryption(dictionary, filters);
		const { encryptsMetadata, streams, strings } = encryption;
		const methods = { encryptsMetadata, filters, streams, strings };
		// At most embedded files are encrypted. The reader skips them, so it needs no key.
		if (streams === 'identity' && strings === 'identity') {
			return new StandardSecurityHandler(methods, Buffer.alloc(0));
		}
		let key: Buffer | Unknown | undefined;
		try {
			key = computeFileKey(encryption, id);
		} catch {
			key = new Unknown('it is encrypted with an algorithm that this system does not allow');
		}
		if (key instanceof Unknown) throw key;
		return key && new StandardSecurityHandler(methods, key);
	}

	/** @throws Unknown if the document encrypts strings with AES, which cannot give a string of this length */
	decryptString(owner: Owner, data: Buffer): Buffer {
		const isAes = this.methods.strings.startsWith('aes');
		if (isAes && data.length > 0 && (data.length < 32 || data.length % 16 !== 0)) {
			throw new Unknown('a text in it is encrypted differently');
		}
		return Buffer.concat([...this.decrypt(this.methods.strings, owner, [data])]);
	}

	/**
	 * Decrypts a stream's data piece by piece. Each piece is valid until the next one.
	 *
	 * @param stream the dictionary of the stream
	 * @throws Unknown if its crypt filter is unknown; another error if the system does not allow the algorithm
	 */
	decryptStream(owner: Owner, stream: Dictionary, data: readonly Buffer[]): Iterable<Buffer> {
		return this.decrypt(this.findStreamMethod(stream), owner, data);
	}

	private findStreamMethod(stream: Dictionary): Method {
		const { encryptsMetadata, filters, streams } = this.methods;
		if (!encryptsMetadata && isName(stream.get('Type'), 'Metadata')) return 'identity';
		const [filter] = [stream.get('Filter') ?? null].flat();
		if (!isName(filter, 'Crypt')) return streams;
		const [parameters] = [stream.get('DecodeParms') ?? null].flat();
		const name = isDictionary(parameters) ? parameters.get('Name') : parameters;
		return findMethod(filters, name);
	}

	private decrypt(method: Method, owner: Owner, data: readonly Buffer[]): Iterable<Buffer> {
		switch (method) {
			case 'identity':
				return data;
			case 'rc4':
				return applyToEach(new Rc4(this.computeObjectKey(owner, false)), data);
			case 'aes128':
				return decryptAes(this.computeObjectKey(owner, true), data);
			case 'aes256':
				return decryptAes(this.fileKey, data);
		}
	}

	/** Each object has its own key (ISO 32000-1, Algorithm 1). */
	private computeObjectKey({ number, generation }: Owner, aes: boolean): Buffer {
		const { fileKey } = this;
		const own = Buffer.alloc(5);
		own.writeUIntLE(number % 2 ** 24, 0, 3);
		own.writeUIntLE(generation % 2 ** 16, 3, 2);
		const parts = [fileKey, own, ...(aes ? [Buffer.from('sAlT')] : [])];
		const hash = createHash('md5').update(Buffer.concat(parts)).digest();
		return hash.subarray(0, Math.min(16, fileKey.length + 5));
	}
}

/** Decrypts each part. A result is valid until the next one, which overwrites it. */
function* applyToEach(cipher: Rc4, data: readonly Buffer[]): Generator<Buffer, void> {
	const result = Buffer.allocUnsafe(Math.max(0, ...data.map((part) => part.length)));
	for (const part of data) yield cipher.apply(part, result);
}
