import { readEncryption } from '../../../../nodes/pdf/security/encryption';
import { computeFileKey } from '../../../../nodes/pdf/security/fileKey';
import { makeDictionary, ID, OPEN } from './dictionaries';

describe.each(Object.entries(OPEN))('%s', (_, { text, key }) => {
	const encryptionIn = () => readEncryption(makeDictionary(text));

	test('the empty password opens it', () => {
		expect(computeFileKey(encryptionIn(), ID)?.toString('hex')).toBe(key);
	});

	test('ignores bytes after its entries', () => {
		const encryption = encryptionIn();
		const longer = {
			...encryption,
			owner: Buffer.concat([encryption.owner, Buffer.from('x')]),
			user: Buffer.concat([encryption.user, Buffer.from('x')]),
			userKey: Buffer.concat([encryption.userKey, Buffer.from('x')]),
		};
		expect(computeFileKey(longer, ID)?.toString('hex')).toBe(key);
	});

	test('needs a password if the check value differs', () => {
		const encryption = encryptionIn();
		for (const at of [0, 15]) {
			const user = Buffer.from(encryption.user);
			user[at] = (user[at] ?? 0) ^ 1;
			expect(computeFileKey({ ...encryption, user }, ID)).toBeUndefined();
		}
	});
});

test.each(['R 2, 40 bits', 'R 3, 128 bits', 'R 4'] as const)(
	'%s: owner, permissions and identifier are part of the key',
	(name) => {
		const encryption = readEncryption(makeDictionary(OPEN[name].text));
		expect(computeFileKey({ ...encryption, owner: Buffer.alloc(32) }, ID)).toBeUndefined();
		expect(computeFileKey({ ...encryption, permissions: -4 }, ID)).toBeUndefined();
		expect(computeFileKey(encryption, Buffer.alloc(16))).toBeUndefined();
	},
);

test('the key depends on metadata encryption from revision 4 on', () => {
	const key = (name: keyof typeof OPEN) => {
		const encryption = readEncryption(makeDictionary(OPEN[name].text));
		return computeFileKey({ ...encryption, encryptsMetadata: !encryption.encryptsMetadata }, ID);
	};
	expect(key('R 3, 128 bits')?.toString('hex')).toBe(OPEN['R 3, 128 bits'].key);
	expect(key('R 4')).toBeUndefined();
	expect(key('R 4, metadata aside')).toBeUndefined();
});

test.each(['R 5', 'R 6, 64 and 82 rounds'] as const)('%s: cut off, it opens nothing', (name) => {
	const encryption = readEncryption(makeDictionary(OPEN[name].text));
	const { user, userKey } = encryption;
	expect(computeFileKey({ ...encryption, user: user.subarray(0, 47) }, ID)).toBeUndefined();
	expect(computeFileKey({ ...encryption, userKey: userKey.subarray(0, 31) }, ID)).toBeUndefined();
	expect(computeFileKey({ ...encryption, user: Buffer.alloc(0) }, ID)).toBeUndefined();
});
