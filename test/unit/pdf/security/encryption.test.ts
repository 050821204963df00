import { readEncryption, findMethod } from '../../../../nodes/pdf/security/encryption';
import { Name, Unknown } from '../../../../nodes/pdf/syntax';
import { makeDictionary } from './dictionaries';

const read = (text: string) => readEncryption(makeDictionary(`/Filter/Standard${text}`));

test('reads every entry of the encryption dictionary', () => {
	const filters = '/CF<</A<</CFM/V2>>/B<</CFM/AESV2>>>>/StrF/A/StmF/B';
	expect(read(`/V 4/R 4/O(own)/U(use)/UE(key)/P -44/EncryptMetadata false${filters}`)).toEqual({
		revision: 4,
		keyBytes: 16,
		owner: Buffer.from('own'),
		user: Buffer.from('use'),
		userKey: Buffer.from('key'),
		permissions: -44,
		encryptsMetadata: false,
		strings: 'rc4',
		streams: 'aes128',
	});
});

test('has defaults for missing entries', () => {
	expect(read('/V 1/R 2')).toEqual({
		revision: 2,
		keyBytes: 5,
		owner: Buffer.alloc(0),
		user: Buffer.alloc(0),
		userKey: Buffer.alloc(0),
		permissions: 0,
		encryptsMetadata: true,
		strings: 'rc4',
		streams: 'rc4',
	});
});

test('reads permissions that lack their sign', () => {
	expect(read('/V 1/R 2/P 4294967252')).toMatchObject({ permissions: -44 });
});

test('crypt filters count from version 4 on', () => {
	const filters = '/CF<</A<</CFM/AESV2>>>>/StrF/A/StmF/A';
	expect(read(`/V 2/R 3${filters}`)).toMatchObject({ strings: 'rc4', streams: 'rc4' });
	expect(read(`/V 4/R 4${filters}`)).toMatchObject({ strings: 'aes128', streams: 'aes128' });
	expect(read('/V 4/R 4')).toMatchObject({ strings: 'identity', streams: 'identity' });
});

test.each([
	['/V 1/R 2/Length 128', 5],
	['/V 2/R 3', 5],
	['/V 2/R 3/Length 40', 5],
	['/V 2/R 3/Length 64', 8],
	['/V 2/R 3/Length 128', 16],
	// In bytes.
	['/V 2/R 3/Length 5', 5],
	['/V 2/R 3/Length 16', 16],
	['/V 2/R 3/Length 39', 5],
	['/V 2/R 3/Length 100', 5],
	['/V 2/R 3/Length 136', 5],
	['/V 2/R 3/Length/Long', 5],
	['/V 4/R 4/Length 40', 16],
	['/V 5/R 5/Length 128', 32],
	['/V 5/R 6', 32],
])('%s: a key of %d bytes', (text, keyBytes) => {
	expect(read(text)).toMatchObject({ keyBytes });
});

test.each([
	['/V 3/R 3', 'V 3, R 3'],
	['/V 6/R 6', 'V 6, R 6'],
	['/V 1/R 1', 'V 1, R 1'],
	['/V 5/R 7', 'V 5, R 7'],
	['', 'V 0, R 0'],
	['/V/One/R/Two', 'V 0, R 0'],
])('%s is unknown', (text, versions) => {
	const reason = `it is encrypted in an unknown way (${versions})`;
	expect(() => read(text)).toThrow(new Unknown(reason));
});

test.each(['/Filter/Other/V 1/R 2', '/V 1/R 2'])(
	'%s does not belong to the standard handler',
	(text) => {
		expect(() => readEncryption(makeDictionary(text))).toThrow(
			new Unknown('it uses an encryption that only its own software can open'),
		);
	},
);

const CRYPT_FILTERS = makeDictionary(
	'/CF<</A<</CFM/None>>/B<</CFM/V2>>/C<</CFM/AESV2>>/D<</CFM/AESV3>>' +
		'/E<</CFM/constructor>>/F<</CFM 5>>/G<<>>/H 5/Identity<</CFM/V2>>>>',
);

test.each([
	[undefined, 'identity'],
	['Identity', 'identity'],
	['A', 'identity'],
	['B', 'rc4'],
	['C', 'aes128'],
	['D', 'aes256'],
])('the crypt filter %s is %s', (name, method) => {
	expect(findMethod(CRYPT_FILTERS, name && new Name(name))).toBe(method);
});

test.each(['E', 'F', 'G', 'H', 'I'])('the crypt filter %s is not known', (name) => {
	const unknown = new Unknown('it is encrypted with an unknown crypt filter');
	expect(() => findMethod(CRYPT_FILTERS, new Name(name))).toThrow(unknown);
	expect(() => findMethod(makeDictionary('/CF 5'), new Name(name))).toThrow(unknown);
});
