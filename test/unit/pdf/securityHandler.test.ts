import crypto from 'node:crypto';

import { Unknown } from '../../../pdf/objects';
import { StandardSecurityHandler } from '../../../pdf/securityHandler';
import { present } from '../../present';
import { makeDictionary, ID, OPEN } from './dictionaries';

const OWNER = { number: 0x030201, generation: 0x0504 };
const NO_ENTRIES = makeDictionary('');

const opened = (text: string) => present(StandardSecurityHandler.open(makeDictionary(text), ID));

// "Hello", encrypted for that object; computed like the dictionaries.
describe.each([
	['R 2, 40 bits', '23e0c71b31'],
	['R 3, 128 bits', '742c522df9'],
	['R 4', '000102030405060708090a0b0c0d0e0fd7da21613174842b1e3306bba032ad05'],
	['R 4, metadata aside', '000102030405060708090a0b0c0d0e0f799fe0f8a387612cc2430c8f3eec9890'],
	['R 5', '000102030405060708090a0b0c0d0e0f37fca50e9bb1efdb2a79ca684573846c'],
	['R 6, 64 and 82 rounds', '000102030405060708090a0b0c0d0e0f37fca50e9bb1efdb2a79ca684573846c'],
] as const)('%s', (name, encrypted) => {
	const data = Buffer.from(encrypted, 'hex');

	test('strings and streams are decrypted', () => {
		const handler = opened(OPEN[name].text);
		expect(handler.decryptString(OWNER, data).toString()).toBe('Hello');
		expect(handler.decryptStream(OWNER, NO_ENTRIES, data).toString()).toBe('Hello');
	});

	test('uses the lower bytes of numbers that are too large', () => {
		const owner = { number: OWNER.number + 2 ** 24, generation: OWNER.generation + 2 ** 16 };
		expect(opened(OPEN[name].text).decryptString(owner, data).toString()).toBe('Hello');
	});

	test('an empty string stays empty', () => {
		expect(opened(OPEN[name].text).decryptString(OWNER, Buffer.alloc(0))).toHaveLength(0);
	});
});

test.each(['R 2, 40 bits', 'R 4'] as const)('%s: each object has a key of its own', (name) => {
	const handler = opened(OPEN[name].text);
	const data = Buffer.alloc(48, 1);
	const of = (owner: typeof OWNER) => handler.decryptString(owner, data).toString('hex');
	const texts = [OWNER, { ...OWNER, number: 1 }, { ...OWNER, generation: 1 }].map(of);
	expect(new Set(texts).size).toBe(3);
});

test.each([1, 16, 31, 33])('%d bytes are no string that AES encrypted', (length) => {
	const data = Buffer.alloc(length);
	const reason = 'a text in it is encrypted differently';
	for (const name of ['R 4', 'R 5'] as const) {
		const handler = opened(OPEN[name].text);
		expect(() => handler.decryptString(OWNER, data)).toThrow(new Unknown(reason));
	}
	expect(opened(OPEN['R 3, 128 bits'].text).decryptString(OWNER, data)).toHaveLength(length);
});

test('uses the crypt filter of a stream', () => {
	const handler = opened(OPEN['R 4'].text);
	const data = Buffer.from(
		'000102030405060708090a0b0c0d0e0fd7da21613174842b1e3306bba032ad05',
		'hex',
	);
	const decrypted = (text: string) => handler.decryptStream(OWNER, makeDictionary(text), data);
	for (const text of [
		'/Filter/Crypt',
		'/Filter[/Crypt/FlateDecode]',
		'/Filter/Crypt/DecodeParms<</Name/Identity>>',
		'/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]',
	]) {
		expect(decrypted(text)).toBe(data);
	}
	for (const text of [
		'/Filter/FlateDecode',
		'/Filter[/FlateDecode/Crypt]',
		'/Filter[]',
		'/Filter/Crypt/DecodeParms<</Name/StdCF>>',
		'/Filter[/Crypt]/DecodeParms[<</Name/StdCF>>]',
		'/Type/Metadata',
	]) {
		expect(decrypted(text).toString()).toBe('Hello');
	}
	expect(() => decrypted('/Filter/Crypt/DecodeParms<</Name/Other>>')).toThrow(Unknown);
});

test('does not decode metadata that it does not need', () => {
	const handler = opened(OPEN['R 4, metadata aside'].text);
	const data = Buffer.alloc(48, 1);
	expect(handler.decryptStream(OWNER, makeDictionary('/Type/Metadata'), data)).toBe(data);
	expect(handler.decryptStream(OWNER, makeDictionary('/Type/XObject'), data)).not.toBe(data);
});

test('needs no key if nothing is encrypted', () => {
	const handler = opened('/Filter/Standard/V 4/R 4');
	const data = Buffer.from('Hello');
	expect(handler.decryptString(OWNER, data)).toBe(data);
	expect(handler.decryptStream(OWNER, NO_ENTRIES, data)).toBe(data);
});

test.each(['/StmF/A', '/StrF/A'])('needs a key if only %s is encrypted', (filter) => {
	const text = `/Filter/Standard/V 4/R 4/CF<</A<</CFM/V2>>>>${filter}`;
	expect(StandardSecurityHandler.open(makeDictionary(text), ID)).toBeUndefined();
});

test('the encryption is unknown if the system forbids its algorithm', () => {
	const forbidden = jest.spyOn(crypto, 'createHash').mockImplementation(() => {
		throw new Error('error:0308010C:digital envelope routines::unsupported');
	});
	const open = () => StandardSecurityHandler.open(makeDictionary(OPEN['R 2, 40 bits'].text), ID);
	expect(open).toThrow(
		new Unknown('it is encrypted with an algorithm that this system does not allow'),
	);
	forbidden.mockRestore();
	expect(open()).toBeDefined();
});
