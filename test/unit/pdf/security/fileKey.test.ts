import { encryptionOf } from '../../../../nodes/pdf/security/encryption';
import { fileKeyOf } from '../../../../nodes/pdf/security/fileKey';
import { dictionary, ID, OPEN } from './dictionaries';

describe.each(Object.entries(OPEN))('%s', (_, { text, key }) => {
	const encryptionIn = () => encryptionOf(dictionary(text));

	test('the empty password opens it', () => {
		expect(fileKeyOf(encryptionIn(), ID)?.toString('hex')).toBe(key);
	});

	test('what is behind its entries does not count', () => {
		const encryption = encryptionIn();
		const longer = {
			...encryption,
			owner: Buffer.concat([encryption.owner, Buffer.from('x')]),
			user: Buffer.concat([encryption.user, Buffer.from('x')]),
			userKey: Buffer.concat([encryption.userKey, Buffer.from('x')]),
		};
		expect(fileKeyOf(longer, ID)?.toString('hex')).toBe(key);
	});

	test('with another check value it needs a password', () => {
		const encryption = encryptionIn();
		for (const at of [0, 15]) {
			const user = Buffer.from(encryption.user);
			user[at] = (user[at] ?? 0) ^ 1;
			expect(fileKeyOf({ ...encryption, user }, ID)).toBeUndefined();
		}
	});
});

test.each(['R 2, 40 bits', 'R 3, 128 bits', 'R 4'] as const)(
	'%s: owner, permissions and identifier are part of the key',
	(name) => {
		const encryption = encryptionOf(dictionary(OPEN[name].text));
		expect(fileKeyOf({ ...encryption, owner: Buffer.alloc(32) }, ID)).toBeUndefined();
		expect(fileKeyOf({ ...encryption, permissions: -4 }, ID)).toBeUndefined();
		expect(fileKeyOf(encryption, Buffer.alloc(16))).toBeUndefined();
	},
);

test('whether metadata are encrypted is part of the key from revision 4 on', () => {
	const key = (name: keyof typeof OPEN) => {
		const encryption = encryptionOf(dictionary(OPEN[name].text));
		return fileKeyOf({ ...encryption, encryptsMetadata: !encryption.encryptsMetadata }, ID);
	};
	expect(key('R 3, 128 bits')?.toString('hex')).toBe(OPEN['R 3, 128 bits'].key);
	expect(key('R 4')).toBeUndefined();
	expect(key('R 4, metadata aside')).toBeUndefined();
});

test.each(['R 5', 'R 6, 64 and 82 rounds'] as const)('%s: cut off, it opens nothing', (name) => {
	const encryption = encryptionOf(dictionary(OPEN[name].text));
	const { user, userKey } = encryption;
	expect(fileKeyOf({ ...encryption, user: user.subarray(0, 47) }, ID)).toBeUndefined();
	expect(fileKeyOf({ ...encryption, userKey: userKey.subarray(0, 31) }, ID)).toBeUndefined();
	expect(fileKeyOf({ ...encryption, user: Buffer.alloc(0) }, ID)).toBeUndefined();
});
