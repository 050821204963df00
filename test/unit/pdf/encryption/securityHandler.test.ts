import crypto from 'node:crypto';

import { Unknown } from '../../../../pdf/unknown';
import { StandardSecurityHandler } from '../../../../pdf/encryption/securityHandler';
import { present } from '../../../present';
import { formatOwner, makeDictionary, ID, OPEN } from '../dictionaries';

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

test('the empty password of the owner decrypts as that of the user does', () => {
	const key = Buffer.from(OPEN['R 5'].key, 'hex');
	const data = Buffer.from(AES_256, 'hex');
	expect(opened(formatOwner(key)).decryptString(OWNER, data).toString()).toBe('Hello');
});

test('version 1 has 40 bits, whatever its length says, and version 2 may count bytes', () => {
	for (const text of [
		`${OPEN['R 2, 40 bits'].text}/Length 128`,
		OPEN['R 3, 128 bits'].text.replace('/Length 128', '/Length 16'),
	]) {
		expect(StandardSecurityHandler.open(makeDictionary(text), ID)).toBeDefined();
	}
});

test.each([
	['/V 2/R 2', 'there is none'],
	['/V 2/R 2/Length 40', 'it is given'],
	['/V 2/R 2/Length 5', 'it is given in bytes'],
	['/V 2/R 2/Length 52', 'it is no number of bytes'],
	['/V 2/R 2/Length 136', 'it is too large'],
	['/V 2/R 2/Length 39', 'it is too large in bytes'],
	['/V 2/R 2/Length(128)', 'it is no number'],
])('the key of %s has 40 bits: as a length, %s', (version) => {
	const text = OPEN['R 2, 40 bits'].text.replace('/V 1/R 2', version);
	expect(StandardSecurityHandler.open(makeDictionary(text), ID)).toBeDefined();
});

test('the key of version 4 has 128 bits, whatever its length says', () => {
	for (const length of ['/Length 40', '/Length 16', '/Length 256']) {
		const text = OPEN['R 4'].text + length;
		expect(StandardSecurityHandler.open(makeDictionary(text), ID)).toBeDefined();
	}
});

test.each<[keyof typeof OPEN, string, string]>([
	['R 3, 128 bits', '/P -1028', `/P ${2 ** 32 - 1028}`],
	['R 4', '/P -1028', '/P -1028/EncryptMetadata true'],
	// What is no boolean does not leave metadata aside.
	['R 4', '/P -1028', '/P -1028/EncryptMetadata 0'],
])('%s opens with %s as %s, too', (name, from, to) => {
	const text = OPEN[name].text.replace(from, to);
	expect(text).toContain(to);
	expect(StandardSecurityHandler.open(makeDictionary(text), ID)).toBeDefined();
});

const OTHER = 'it uses an encryption that only its own software can open';
const UNKNOWN = 'it is encrypted in an unknown way';
const FILTER = 'it is encrypted with an unknown crypt filter';
test.each([
	['/V 1/R 2', OTHER],
	['/Filter/Adobe.PubSec/V 4/R 4', OTHER],
	['/Filter(Standard)/V 1/R 2', OTHER],
	['/Filter/Standard', `${UNKNOWN} (V 0, R 0)`],
	['/Filter/Standard/R 2', `${UNKNOWN} (V 0, R 2)`],
	['/Filter/Standard/V 1', `${UNKNOWN} (V 1, R 0)`],
	['/Filter/Standard/V 3/R 3', `${UNKNOWN} (V 3, R 3)`],
	['/Filter/Standard/V 6/R 6', `${UNKNOWN} (V 6, R 6)`],
	['/Filter/Standard/V 1/R 1', `${UNKNOWN} (V 1, R 1)`],
	['/Filter/Standard/V 5/R 7', `${UNKNOWN} (V 5, R 7)`],
	['/Filter/Standard/V 4/R 4/StmF/A', FILTER],
	['/Filter/Standard/V 4/R 4/StrF/A/CF<</B<</CFM/V2>>>>', FILTER],
	['/Filter/Standard/V 4/R 4/StmF/A/CF<</A<</CFM/Other>>>>', FILTER],
	['/Filter/Standard/V 4/R 4/StmF/A/CF<</A/V2>>', FILTER],
	['/Filter/Standard/V 4/R 4/StmF(A)/CF<</A<</CFM/V2>>>>', FILTER],
])('%s cannot be opened: %s', (text, reason) => {
	expect(() => opened(text)).toThrow(new Unknown(reason));
});

test.each([
	'/Filter/Standard/V 4/R 4',
	'/Filter/Standard/V 4/R 4/StmF/Identity/StrF/Identity',
	'/Filter/Standard/V 4/R 4/StmF/A/StrF/A/CF<</A<</CFM/None>>>>',
	// Crypt filters came with version 4.
	`${OPEN['R 2, 40 bits'].text}/StmF/Identity/StrF/Identity`,
])('%s: strings and streams are encrypted alike, or not at all', (text) => {
	const data = Buffer.from('Hello');
	const isEncrypted = text.includes('/V 1');
	expect(opened(text).decryptString(OWNER, data).equals(data)).toBe(!isEncrypted);
	expect(decryptStream(opened(text), '', [data]).equals(data)).toBe(!isEncrypted);
});

test.each([
	['/StmF/Identity', true, false],
	['/StrF/Identity', false, true],
])('%s leaves the others encrypted', (identity, areStrings, areStreams) => {
	const data = Buffer.from(AES_128, 'hex');
	const [key = ''] = identity.split('/Id');
	const handler = opened(OPEN['R 4'].text.replace(`${key}/StdCF`, identity));
	expect(handler.decryptString(OWNER, data).toString() === 'Hello').toBe(areStrings);
	expect(decryptStream(handler, '', [data]).toString() === 'Hello').toBe(areStreams);
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
