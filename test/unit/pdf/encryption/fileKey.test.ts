import { createHash } from 'node:crypto';

import { encryptAesBlocks } from '../../../../pdf/encryption/ciphers';
import { computeFileKey, type EncryptionDictionary } from '../../../../pdf/encryption/fileKey';
import { PdfString, type Dictionary } from '../../../../pdf/syntax/objects';
import { ID, makeDictionary, OPEN } from '../dictionaries';

const bytesOf = (dictionary: Dictionary, key: string) => {
	const value = dictionary.get(key);
	return value instanceof PdfString ? value.bytes : Buffer.alloc(0);
};

/** What the security handler reads from one of the dictionaries. */
function read(name: keyof typeof OPEN): EncryptionDictionary {
	const dictionary = makeDictionary(OPEN[name].text);
	return {
		revision: Number(dictionary.get('R')),
		keyBytes: OPEN[name].key.length / 2,
		owner: bytesOf(dictionary, 'O'),
		user: bytesOf(dictionary, 'U'),
		userKey: bytesOf(dictionary, 'UE'),
		ownerKey: Buffer.alloc(0),
		permissions: -1028,
		encryptsMetadata: dictionary.get('EncryptMetadata') !== false,
		strings: 'aes128',
		streams: 'aes128',
	};
}
const NAMES = Object.keys(OPEN) as Array<keyof typeof OPEN>;
const OLD = NAMES.filter((name) => !['R 5', 'R 6'].includes(name));

test.each(NAMES)('%s: the empty password opens it', (name) => {
	expect(computeFileKey(read(name), ID)?.toString('hex')).toBe(OPEN[name].key);
});

test.each(NAMES)('%s: another password is needed if the check does not fit', (name) => {
	const user = Buffer.from(read(name).user);
	user[0] = (user[0] ?? 0) ^ 1;
	expect(computeFileKey({ ...read(name), user }, ID)).toBeUndefined();
});

test.each(OLD)('%s: the key depends on file, permissions and owner', (name) => {
	const encryption = read(name);
	const owner = Buffer.from(encryption.owner);
	owner[31] = 0;
	expect(computeFileKey(encryption, Buffer.from('another'))).toBeUndefined();
	expect(computeFileKey({ ...encryption, permissions: -4 }, ID)).toBeUndefined();
	expect(computeFileKey({ ...encryption, owner }, ID)).toBeUndefined();
	// Only the first 32 bytes of entries count.
	const long = { owner: Buffer.concat([encryption.owner, ID]), user: encryption.user };
	expect(computeFileKey({ ...encryption, ...long }, ID)).toBeDefined();
});

test('metadata that are not encrypted are part of the key from revision 4 on', () => {
	const change = (name: keyof typeof OPEN) =>
		computeFileKey({ ...read(name), encryptsMetadata: false }, ID);
	expect(change('R 4')).toBeUndefined();
	expect(change('R 3, 128 bits')).toBeDefined();
});

test.each(['R 5', 'R 6'] as const)('%s: entries that are too short open nothing', (name) => {
	const encryption = read(name);
	const short = { user: encryption.user.subarray(0, 47), userKey: encryption.userKey };
	expect(computeFileKey({ ...encryption, ...short }, ID)).toBeUndefined();
	const userKey = encryption.userKey.subarray(0, 31);
	expect(computeFileKey({ ...encryption, userKey }, ID)).toBeUndefined();
	// More than 48 bytes may be there.
	const user = Buffer.concat([encryption.user.subarray(0, 48), Buffer.alloc(79)]);
	expect(computeFileKey({ ...encryption, user }, ID)?.toString('hex')).toBe(OPEN[name].key);
});

const computeSha256 = (data: Buffer) => createHash('sha256').update(data).digest();

/** ISO 32000-2, Algorithm 2.B, for the empty password. */
function computeHash6(salt: Buffer, user: Buffer): Buffer {
	let key = computeSha256(Buffer.concat([salt, user]));
	for (let round = 1; ; round += 1) {
		const repeated = Buffer.concat(Array<Buffer>(64).fill(Buffer.concat([key, user])));
		const encrypted = encryptAesBlocks(key.subarray(0, 16), key.subarray(16, 32), repeated);
		const number = BigInt(`0x${encrypted.subarray(0, 16).toString('hex')}`);
		const algorithm = `sha${256 + 128 * Number(number % 3n)}`;
		key = createHash(algorithm).update(encrypted).digest();
		if (round >= 64 && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32);
	}
}

test.each(['R 5', 'R 6'] as const)('%s: an empty password of the owner opens it, too', (name) => {
	const user = Buffer.concat([Buffer.alloc(32, 9), Buffer.from('saltsaltkeysalts')]);
	const hash = (salt: string) =>
		name === 'R 5'
			? computeSha256(Buffer.concat([Buffer.from(salt), user]))
			: computeHash6(Buffer.from(salt), user);
	const fileKey = Buffer.alloc(32, 'k');
	const owner = Buffer.concat([hash('validate'), Buffer.from('validatekey salt')]);
	const ownerKey = encryptAesBlocks(hash('key salt'), Buffer.alloc(16), fileKey);
	const encryption = { ...read(name), user, owner, ownerKey };
	expect(computeFileKey(encryption, ID)).toEqual(fileKey);
	// Bytes after the entries do not count.
	const more = Buffer.alloc(16, 1);
	const longer = {
		user: Buffer.concat([user, more]),
		owner: Buffer.concat([owner, more]),
		ownerKey: Buffer.concat([ownerKey, more]),
	};
	expect(computeFileKey({ ...encryption, ...longer }, ID)).toEqual(fileKey);
	const another = Buffer.from(owner);
	another[0] = (another[0] ?? 0) ^ 1;
	expect(computeFileKey({ ...encryption, owner: another }, ID)).toBeUndefined();
	expect(computeFileKey({ ...encryption, owner: owner.subarray(0, 47) }, ID)).toBeUndefined();
	expect(computeFileKey({ ...encryption, ownerKey: ownerKey.subarray(0, 31) }, ID)).toBeUndefined();
});
