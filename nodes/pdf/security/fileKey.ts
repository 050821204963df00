import { createHash } from 'crypto';

import { applyRc4, decryptAesBlocks, encryptAesBlocks } from './ciphers';
import type { Encryption } from './encryption';

/** Pads passwords to 32 bytes (ISO 32000-1, Algorithm 2). It is also the padded empty password. */
const PADDING = Buffer.from(
	'28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
	'hex',
);
const NO_VECTOR = Buffer.alloc(16);

/**
 * The file encryption key for the empty user password.
 *
 * @param id the first file identifier
 * @returns undefined if another password is needed
 * @throws if the system forbids an algorithm, as FIPS does
 */
export function computeFileKey(encryption: Encryption, id: Buffer): Buffer | undefined {
	return encryption.revision >= 5 ? computeShaKey(encryption) : computeMd5Key(encryption, id);
}

/** Revisions 2 to 4 (ISO 32000-1, Algorithms 2 and 4 to 6). */
function computeMd5Key(encryption: Encryption, id: Buffer): Buffer | undefined {
	const { keyBytes, owner, permissions, revision, user } = encryption;
	const flags = Buffer.alloc(4);
	flags.writeInt32LE(permissions);
	const parts = [PADDING, owner.subarray(0, 32), flags, id];
	if (revision >= 4 && !encryption.encryptsMetadata) parts.push(Buffer.alloc(4, 0xff));
	let key = hashMd5(Buffer.concat(parts)).subarray(0, keyBytes);
	if (revision >= 3)
		for (let round = 0; round < 50; round += 1) key = hashMd5(key).subarray(0, keyBytes);
	if (revision === 2) return applyRc4(key, PADDING).equals(user.subarray(0, 32)) ? key : undefined;
	let check = applyRc4(key, hashMd5(Buffer.concat([PADDING, id])));
	for (let round = 1; round < 20; round += 1) {
		check = applyRc4(key.map((byte) => byte ^ round) as Buffer, check);
	}
	return check.equals(user.subarray(0, 16)) ? key : undefined;
}

/** Revisions 5 and 6 (ISO 32000-2, Algorithms 2.A and 11): hash, validation salt, key salt. */
function computeShaKey({ revision, user, userKey }: Encryption): Buffer | undefined {
	if (user.length < 48 || userKey.length < 32) return undefined;
	const hash = revision === 5 ? hashSha256 : computeHardenedHash;
	if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined;
	return decryptAesBlocks(hash(user.subarray(40, 48)), NO_VECTOR, userKey.subarray(0, 32));
}

/** Algorithm 2.B, for the empty user password. */
function computeHardenedHash(salt: Buffer): Buffer {
	let key = hashSha256(salt);
	for (let round = 0; ; round += 1) {
		const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
		const encrypted = encryptAesBlocks(key.subarray(0, 16), key.subarray(16, 32), repeated);
		const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0);
		const algorithm = ['sha256', 'sha384', 'sha512'][sum % 3] ?? 'sha256';
		key = createHash(algorithm).update(encrypted).digest();
		if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
	}
}

function hashMd5(data: Buffer): Buffer {
	return createHash('md5').update(data).digest();
}

function hashSha256(data: Buffer): Buffer {
	return createHash('sha256').update(data).digest();
}
