import { createCipheriv, createDecipheriv, createHash } from 'crypto';

export type Method = 'identity' | 'rc4' | 'aes128' | 'aes256';

/** Parameters of the standard security handler (ISO 32000-2, Tables 20, 21 and 25). */
export interface EncryptionDictionary {
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
function computeShaKey({ revision, user, userKey }: EncryptionDictionary): Buffer | undefined {
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

const hashMd5 = (data: Buffer) => createHash('md5').update(data).digest();
const hashSha256 = (data: Buffer) => createHash('sha256').update(data).digest();

const BLOCK_BYTES = 16;

/** AES-CBC whose first block is the initialization vector (ISO 32000-1, 7.6.2); padding is not checked. */
export function decryptAes(key: Buffer, data: Buffer): Buffer {
	const whole = data.length - (data.length % BLOCK_BYTES);
	if (whole <= BLOCK_BYTES) return Buffer.alloc(0);
	const plain = decryptAesBlocks(
		key,
		data.subarray(0, BLOCK_BYTES),
		data.subarray(BLOCK_BYTES, whole),
	);
	const padding = plain.at(-1) ?? 0;
	return padding <= BLOCK_BYTES ? plain.subarray(0, plain.length - padding) : plain;
}

/** Whole blocks, without padding. */
function decryptAesBlocks(key: Buffer, vector: Buffer, data: Buffer): Buffer {
	const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
	return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** Encrypts whole blocks, without padding. */
function encryptAesBlocks(key: Buffer, vector: Buffer, data: Buffer): Buffer {
	const cipher = createCipheriv('aes-128-cbc', key, vector).setAutoPadding(false);
	return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** RC4, for the oldest encrypted documents. OpenSSL 3 no longer has it. */
export function applyRc4(key: Buffer, data: Buffer): Buffer {
	const state = Uint8Array.from({ length: 256 }, (_, index) => index);
	for (let i = 0, j = 0; i < 256; i += 1) {
		const own = state[i] ?? 0;
		j = (j + own + (key[i % key.length] ?? 0)) & 255;
		state[i] = state[j] ?? 0;
		state[j] = own;
	}
	// This loop must be fast: it handles megabytes in one step.
	const result = Buffer.allocUnsafe(data.length);
	for (let index = 0, i = 0, j = 0; index < data.length; index += 1) {
		i = (i + 1) & 255;
		const own = state[i] ?? 0;
		j = (j + own) & 255;
		const other = state[j] ?? 0;
		state[i] = other;
		state[j] = own;
		result[index] = (data[index] ?? 0) ^ (state[(own + other) & 255] ?? 0);
	}
	return result;
}
