import { createCipheriv } from 'node:crypto';

import {
	applyRc4,
	decryptAes,
	decryptAesBlocks,
	encryptAesBlocks,
} from '../../../../nodes/pdf/security/ciphers';

const VECTOR = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const KEY = Buffer.alloc(16, 7);

function encrypt(key: Buffer, text: string, padding = true): Buffer {
	const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, VECTOR).setAutoPadding(padding);
	return Buffer.concat([VECTOR, cipher.update(text, 'latin1'), cipher.final()]);
}

const decrypted = (data: Buffer, key = KEY) => decryptAes(key, data).toString('latin1');

// NIST SP 800-38A, F.2.1 and F.2.5, the first block.
test.each([
	['2b7e151628aed2a6abf7158809cf4f3c', '7649abac8119b246cee98e9b12e9197d'],
	[
		'603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
		'f58c4c04d6e5f1ba779eabfb5f7bfbd6',
	],
])('AES: the key %s', (key, cipher) => {
	const plain = decryptAesBlocks(Buffer.from(key, 'hex'), VECTOR, Buffer.from(cipher, 'hex'));
	expect(plain.toString('hex')).toBe('6bc1bee22e409f96e93d7e117393172a');
});

test('encrypts the blocks of the NIST example', () => {
	const key = Buffer.from('2b7e151628aed2a6abf7158809cf4f3c', 'hex');
	const plain = Buffer.from('6bc1bee22e409f96e93d7e117393172a', 'hex');
	const cipher = encryptAesBlocks(key, VECTOR, plain).toString('hex');
	expect(cipher).toBe('7649abac8119b246cee98e9b12e9197d');
});

test.each(['', 'Hello', 'fifteen bytes..', 'sixteen bytes ok', 'more than one block is here'])(
	'%j without its padding',
	(text) => {
		expect(decrypted(encrypt(KEY, text))).toBe(text);
		const long = Buffer.alloc(32, 9);
		expect(decrypted(encrypt(long, text), long)).toBe(text);
	},
);

test.each(['no padding here!', 'padding is zero\0', 'adding above 16\x11'])(
	'%j has no padding, and stays',
	(text) => {
		expect(decrypted(encrypt(KEY, text, false))).toBe(text);
	},
);

test('ignores an incomplete block', () => {
	const data = encrypt(KEY, 'Hello');
	expect(decrypted(Buffer.concat([data, Buffer.alloc(15)]))).toBe('Hello');
	for (const length of [0, 1, 15, 16, 17, 31]) expect(decrypted(data.subarray(0, length))).toBe('');
});

// RFC 6229: the key stream from its start, and from 4096 on.
test.each([
	['0102030405', 'b2396305f03dc027ccc3524a0a1118a8', 'ff25b58995996707e51fbdf08b34d875'],
	[
		'0102030405060708090a0b0c0d0e0f10',
		'9ac7cc9a609d1ef7b2932899cde41b97',
		'a36a4c301ae8ac13610ccbc12256cacc',
	],
])('RC4: the key %s', (key, start, later) => {
	const stream = applyRc4(Buffer.from(key, 'hex'), Buffer.alloc(4112));
	expect(stream.toString('hex', 0, 16)).toBe(start);
	expect(stream.toString('hex', 4096)).toBe(later);
});

test('RC4 encrypts, and decrypts the same way', () => {
	const key = Buffer.from('Key');
	const encrypted = applyRc4(key, Buffer.from('Plaintext'));
	expect(encrypted.toString('hex')).toBe('bbf316e8d940af0ad3');
	expect(applyRc4(key, encrypted).toString()).toBe('Plaintext');
	expect(applyRc4(key, Buffer.alloc(0))).toHaveLength(0);
});
