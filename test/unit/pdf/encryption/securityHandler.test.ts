import crypto from 'node:crypto';

import { Unknown } from '../../../../pdf/unknown';
import { StandardSecurityHandler } from '../../../../pdf/encryption/securityHandler';
import { present } from '../../../present';
import { makeDictionary, ID, OPEN } from '../dictionaries';

const OWNER = { number: 0x030201, generation: 0x0504 };
const AES_128 = '000102030405060708090a0b0c0d0e0fd7da21613174842b1e3306bba032ad05';
const AES_256 = '000102030405060708090a0b0c0d0e0f37fca50e9bb1efdb2a79ca684573846c';
/** "Hello", encrypted for that object; computed like the dictionaries. */
const HELLO = [
	['R 2, 40 bits', '23e0c71b31'],
	['R 3, 128 bits', '742c522df9'],
	['R 4', AES_128],
	['R 4, metadata aside', '000102030405060708090a0b0c0d0e0f799fe0f8a387612cc2430c8f3eec9890'],
	['R 5', AES_256],
	['R 6', AES_256],
] as const;

const decryptStream = (handler: StandardSecurityHandler, stream: string, data: Buffer[]) =>
	Buffer.concat(
		// A piece is valid until the next one.
		Array.from(handler.decryptStream(OWNER, makeDictionary(stream), data), (piece) =>
			Buffer.from(piece),
		),
	);

const opened = (text: string) => present(StandardSecurityHandler.open(makeDictionary(text), ID));

test.each(HELLO)('%s: strings and streams are decrypted', (name, encrypted) => {
	const handler = opened(OPEN[name].text);
	const data = Buffer.from(encrypted, 'hex');
	// Only the lower bytes of numbers count.
	const large = { number: OWNER.number + 2 ** 24, generation: OWNER.generation + 2 ** 16 };
	expect(handler.decryptString(OWNER, data).toString()).toBe('Hello');
	expect(handler.decryptString(large, data).toString()).toBe('Hello');
	expect(decryptStream(handler, '', [data]).toString()).toBe('Hello');
	// Data come in pieces of any size.
	const pieces = Array.from(data, (byte) => Buffer.from([byte]));
	expect(decryptStream(handler, '', pieces).toString()).toBe('Hello');
	expect(handler.decryptString(OWNER, Buffer.alloc(0))).toHaveLength(0);
});

test('version 1 has 40 bits, whatever its length says, and version 2 may count bytes', () => {
	for (const text of [
		`${OPEN['R 2, 40 bits'].text}/Length 128`,
		OPEN['R 3, 128 bits'].text.replace('/Length 128', '/Length 16'),
	]) {
		expect(StandardSecurityHandler.open(makeDictionary(text), ID)).toBeDefined();
	}
});

test('only crypt filters may leave metadata as they are', () => {
	const text = `${OPEN['R 3, 128 bits'].text}/EncryptMetadata false`;
	const data = Buffer.from('Hello');
	expect(decryptStream(opened(text), '/Type/Metadata', [data])).not.toEqual(data);
});

test.each([1, 16, 31, 33])('%d bytes are no string that AES encrypted', (length) => {
	const data = Buffer.alloc(length);
	const reason = new Unknown('a text in it is encrypted differently');
	for (const name of ['R 4', 'R 5'] as const) {
		expect(() => opened(OPEN[name].text).decryptString(OWNER, data)).toThrow(reason);
	}
	expect(opened(OPEN['R 3, 128 bits'].text).decryptString(OWNER, data)).toHaveLength(length);
});

test.each([
	['/Filter/Crypt', false],
	['/Filter[/Crypt/FlateDecode]', false],
	['/Filter/Crypt/DecodeParms<</Name/Identity>>', false],
	['/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]', false],
	['/Filter[/FlateDecode/Crypt]', true],
	['/Filter/Crypt/DecodeParms<</Name/StdCF>>', true],
	['/Filter[/Crypt]/DecodeParms[<</Name/StdCF>>]', true],
	['/Type/Metadata', true],
])('a stream with %s is encrypted: %s', (text, isEncrypted) => {
	const data = Buffer.from(AES_128, 'hex');
	const decrypted = decryptStream(opened(OPEN['R 4'].text), text, [data]);
	expect(decrypted.equals(data)).toBe(!isEncrypted);
});

test('metadata and everything else may be unencrypted; other crypt filters are unknown', () => {
	const data = Buffer.alloc(48, 1);
	const decrypt = (security: string, stream: string) =>
		decryptStream(opened(security), stream, [data]);
	expect(decrypt(OPEN['R 4, metadata aside'].text, '/Type/Metadata')).toEqual(data);
	expect(decrypt(OPEN['R 4, metadata aside'].text, '/Type/XObject')).not.toEqual(data);
	expect(decrypt('/Filter/Standard/V 4/R 4', '')).toEqual(data);
	for (const parameters of ['<</Name/Other>>', '<</Name 9 0 R>>', '9 0 R', '[9 0 R]']) {
		const other = `/Filter[/Crypt]/DecodeParms ${parameters}`;
		expect(() => decrypt(OPEN['R 4'].text, other)).toThrow(Unknown);
	}
});

test.each(['/StmF/A', '/StrF/A'])('needs a key if only %s is encrypted', (filter) => {
	const text = `/Filter/Standard/V 4/R 4/CF<</A<</CFM/V2>>>>${filter}`;
	expect(StandardSecurityHandler.open(makeDictionary(text), ID)).toBeUndefined();
});

test('the encryption is unknown if the system forbids its algorithm', () => {
	const forbidden = jest.spyOn(crypto, 'createHash').mockImplementation(() => {
		throw new Error('error:0308010C:digital envelope routines::unsupported');
	});
	expect(() => opened(OPEN['R 2, 40 bits'].text)).toThrow('this system does not allow');
	forbidden.mockRestore();
});
