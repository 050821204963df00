import { createHash } from 'crypto';

import { decryptAesBlocks, encryptAesBlocks, Rc4 } from './ciphers';

export type Method = 'identity' | 'rc4' | 'aes128' | 'aes256';

/** Parameters of the standard security handler (ISO 32000-2, Tables 20, 21 and 25). */
export interface EncryptionDictionary {
	revision: number;
	/** Bytes of the file encryption key. */
	keyBytes: number;
	owner: Buffer;
	user: Buffer;
	userKey: Buffer;
	ownerKey: Buffer;
	permissions: number;
	encryptsMetadata: boolean;
	strings: Method;
	streams: Method;
}

/** Pads passwords to 32 bytes (ISO 32000-1, Algorithm 2), so it is also the padded empty password. */
const PADDING = Buffer.from(
	'28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
	'hex',
);
const NO_VECTOR = Buffer.alloc(16);

/**
 * The file encryption key if the user password is empty or, from revision 5 on, the owner password.
 *
 * @param id the first file identifier; empty without one
 * @returns undefined if another password is needed
 * @throws if the system forbids an algorithm, as in FIPS mode
 */
export function computeFileKey(encryption: EncryptionDictionary, id: Buffer): Buffer | undefined {
	return encryption.revision >= 5 ? computeShaKey(encryption) : computeMd5Key(encryption, id);
}

/** Revisions 2 to 4 (ISO 32000-1, Algorithms 2 and 4 to 6). */
function computeMd5Key(encryption: EncryptionDictionary, id: Buffer): Buffer | undefined {
	const { keyBytes, owner, permissions, revision, user } = encryption;
	const flags = Buffer.alloc(4);
	flags.writeInt32LE(permissions);
	const parts = [PADDING, owner.subarray(0, 32), flags, id];
	if (revision >= 4 && !encryption.encryptsMetadata) parts.push(Buffer.alloc(4, 0xff));
	let key = hashMd5(Buffer.concat(parts)).subarray(0, keyBytes);
	if (revision === 2) {
		return new Rc4(key).apply(PADDING).equals(user.subarray(0, 32)) ? key : undefined;
	}
	for (let round = 0; round < 50; round += 1) key = hashMd5(key).subarray(0, keyBytes);
	let check: Buffer = hashMd5(Buffer.concat([PADDING, id]));
	for (let round = 0; round < 20; round += 1) {
		check = new Rc4(Buffer.from(key.map((byte) => byte ^ round))).apply(check);
	}
	return check.equals(user.subarray(0, 16)) ? key : undefined;
}

/**
 * Revisions 5 and 6 (ISO 32000-2, Algorithms 2.A, 11 and 12). The entry for each password (U, O) has a hash, a
 * validation salt and a key salt. The owner password is tried, too: hexapdf and PoDoFo write files with an empty owner
 * password and another user password, and qpdf and poppler open them.
 */
function computeShaKey({
	owner,
	ownerKey,
	revision,
	user,
	userKey,
}: EncryptionDictionary): Buffer | undefined {
	const computeHash = revision === 5 ? hashSha256 : computeHardenedHash;
	const tryPassword = (entry: Buffer, encryptedKey: Buffer, more: Buffer) => {
		if (entry.length < 48 || encryptedKey.length < 32) return undefined;
		const hash = computeHash(Buffer.concat([entry.subarray(32, 40), more]), more);
		if (!hash.equals(entry.subarray(0, 32))) return undefined;
		const key = computeHash(Buffer.concat([entry.subarray(40, 48), more]), more);
		return decryptAesBlocks(key, NO_VECTOR, encryptedKey.subarray(0, 32));
	};
	return (
		tryPassword(user, userKey, Buffer.alloc(0)) ??
		tryPassword(owner, ownerKey, user.subarray(0, 48))
	);
}

/**
 * Algorithm 2.B, for the empty password.
 *
 * @param more bytes that follow the key in each round: the U entry for the owner password, none for the user password
 */
function computeHardenedHash(data: Buffer, more: Buffer): Buffer {
	let key = hashSha256(data);
	for (let round = 0; ; round += 1) {
		const repeated = Buffer.concat(Array.from({ length: 64 }, () => [key, more]).flat());
		const encrypted = encryptAesBlocks(key.subarray(0, 16), key.subarray(16, 32), repeated);
		const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0);
		const algorithm = ['sha256', 'sha384', 'sha512'][sum % 3] ?? 'sha256';
		key = createHash(algorithm).update(encrypted).digest();
		if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
	}
}

const hashMd5 = (data: Buffer) => createHash('md5').update(data).digest();
const hashSha256 = (data: Buffer) => createHash('sha256').update(data).digest();
