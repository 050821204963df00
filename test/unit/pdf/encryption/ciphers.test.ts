import { createCipheriv } from 'node:crypto';

import {
	decryptAes,
	decryptAesBlocks,
	encryptAesBlocks,
	Rc4,
} from '../../../../pdf/encryption/ciphers';

const hex = (text: string) => Buffer.from(text, 'hex');
const VECTOR = hex('000102030405060708090a0b0c0d0e0f');

/** The examples of NIST SP 800-38A, F.2.1 and F.2.5. */
const PLAIN = hex('6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51');
const CBC: Array<[bits: number, key: string, encrypted: string]> = [
	[
		128,
		'2b7e151628aed2a6abf7158809cf4f3c',
		'7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2',
	],
	[
		256,
		'603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
		'f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d',
	],
];

test.each(CBC)('whole blocks by AES-CBC with %d bits', (_, key, encrypted) => {
	expect(encryptAesBlocks(hex(key), VECTOR, PLAIN)).toEqual(hex(encrypted));
	expect(decryptAesBlocks(hex(key), VECTOR, hex(encrypted))).toEqual(PLAIN);
});

describe('data that AES has encrypted', () => {
	const key = hex('2b7e151628aed2a6abf7158809cf4f3c');
	const encrypt = (content: string) => {
		const cipher = createCipheriv('aes-128-cbc', key, VECTOR);
		return Buffer.concat([VECTOR, cipher.update(content), cipher.final()]);
	};
	/** In pieces of this many bytes. */
	const decrypt = (data: Buffer, bytes: number) => {
		const pieces: Buffer[] = [];
		for (let at = 0; at < data.length; at += bytes) pieces.push(data.subarray(at, at + bytes));
		return Buffer.concat([...decryptAes(key, pieces)]).toString();
	};

	test.each(['', 'Hello', 'x'.repeat(15), 'x'.repeat(16), 'x'.repeat(100)])(
		'lose vector and padding, whatever their pieces are: %j',
		(content) => {
			for (const bytes of [1, 7, 16, 17, 1000]) {
				expect(decrypt(encrypt(content), bytes)).toBe(content);
			}
		},
	);

	test('are nothing if they are shorter than the vector', () => {
		for (const length of [0, 1, 15])
			expect([...decryptAes(key, [Buffer.alloc(length)])]).toEqual([]);
		expect(decrypt(VECTOR, 16)).toBe('');
	});

	test('keep a last block whose padding is none', () => {
		const block = Buffer.alloc(16, 17);
		const data = Buffer.concat([VECTOR, encryptAesBlocks(key, VECTOR, block)]);
		expect(decrypt(data, 1000)).toBe(block.toString());
	});

	test('leave out an incomplete block', () => {
		const data = Buffer.concat([encrypt('x'.repeat(20)), Buffer.alloc(5)]);
		// Also if it is a piece of its own.
		for (const bytes of [16, 1000]) expect(decrypt(data, bytes)).toBe('x'.repeat(20));
	});
});

/** Of RFC 6229, 2: the first bytes of the key stream. */
test.each([
	['0102030405', 'b2396305f03dc027ccc3524a0a1118a8'],
	['0102030405060708090a0b0c0d0e0f10', '9ac7cc9a609d1ef7b2932899cde41b97'],
])('RC4 with the key %s', (key, stream) => {
	const zeros = Buffer.alloc(16);
	expect(new Rc4(hex(key)).apply(zeros).toString('hex')).toBe(stream);
	const cipher = new Rc4(hex(key));
	const parts = [5, 0, 11].map((length) => Buffer.from(cipher.apply(Buffer.alloc(length))));
	expect(Buffer.concat(parts).toString('hex')).toBe(stream);
	// It may be given more room than it needs.
	expect(new Rc4(hex(key)).apply(zeros, Buffer.alloc(99)).toString('hex')).toBe(stream);
});
