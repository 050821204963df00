import { createHash } from 'crypto';

import { isDictionary, isName, Unknown, type Dictionary, type Reference } from '../syntax';
import { applyRc4, decryptAes } from './ciphers';
import { readEncryption, findMethod, type Encryption, type Method } from './encryption';
import { computeFileKey } from './fileKey';

/** The object that contains a string or a stream. */
type Owner = Pick<Reference, 'number' | 'generation'>;

/** The standard security handler (ISO 32000-2, 7.6.4), opened with the empty user password. */
export class StandardSecurityHandler {
	private constructor(
		private readonly dictionary: Dictionary,
		private readonly encryption: Encryption,
		private readonly fileKey: Buffer,
	) {}

	/**
	 * @param dictionary the encryption dictionary with resolved entries
	 * @param id the first file identifier; empty without one
	 * @returns undefined if a password is needed
	 * @throws Unknown if that is not clear
	 */
	static open(dictionary: Dictionary, id: Buffer): StandardSecurityHandler | undefined {
		const encryption = readEncryption(dictionary);
		const { streams, strings } = encryption;
		// Only embedded files may be encrypted. They are skipped, so no key is needed.
		if (streams === 'identity' && strings === 'identity') {
			return new StandardSecurityHandler(dictionary, encryption, Buffer.alloc(0));
		}
		const key = tryComputeFileKey(encryption, id);
		if (key instanceof Unknown) throw key;
		return key && new StandardSecurityHandler(dictionary, encryption, key);
	}

	/** @throws Unknown if the string cannot be an encrypted one */
	decryptString(owner: Owner, data: Buffer): Buffer {
		const isAes = this.encryption.strings.startsWith('aes');
		if (isAes && data.length > 0 && (data.length < 32 || data.length % 16 !== 0)) {
			throw new Unknown('a text in it is encrypted differently');
		}
		return this.decrypt(this.encryption.strings, owner, data);
	}

	/** @param stream the dictionary of the stream */
	decryptStream(owner: Owner, stream: Dictionary, data: Buffer): Buffer {
		return this.decrypt(this.findStreamMethod(stream), owner, data);
	}

	private findStreamMethod(stream: Dictionary): Method {
		const { encryptsMetadata, streams } = this.encryption;
		if (!encryptsMetadata && isName(stream.get('Type'), 'Metadata')) return 'identity';
		const [filter] = [stream.get('Filter') ?? null].flat();
		if (!isName(filter, 'Crypt')) return streams;
		const [parameters] = [stream.get('DecodeParms') ?? null].flat();
		return findMethod(
			this.dictionary,
			isDictionary(parameters) ? parameters.get('Name') : undefined,
		);
	}

	private decrypt(method: Method, owner: Owner, data: Buffer): Buffer {
		switch (method) {
			case 'identity':
				return data;
			case 'rc4':
				return applyRc4(this.computeObjectKey(owner, false), data);
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

function tryComputeFileKey(encryption: Encryption, id: Buffer): Buffer | Unknown | undefined {
	try {
		return computeFileKey(encryption, id);
	} catch {
		return new Unknown('it is encrypted with an algorithm that this system does not allow');
	}
}
