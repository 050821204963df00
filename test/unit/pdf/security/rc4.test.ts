import { applyRc4 } from '../../../../nodes/pdf/security/rc4';

// RFC 6229: the key stream from its start, and from 4096 on.
test.each([
	['0102030405', 'b2396305f03dc027ccc3524a0a1118a8', 'ff25b58995996707e51fbdf08b34d875'],
	[
		'0102030405060708090a0b0c0d0e0f10',
		'9ac7cc9a609d1ef7b2932899cde41b97',
		'a36a4c301ae8ac13610ccbc12256cacc',
	],
])('the key %s', (key, start, later) => {
	const stream = applyRc4(Buffer.from(key, 'hex'), Buffer.alloc(4112));
	expect(stream.toString('hex', 0, 16)).toBe(start);
	expect(stream.toString('hex', 4096)).toBe(later);
});

test('encrypts, and decrypts the same way', () => {
	const key = Buffer.from('Key');
	const encrypted = applyRc4(key, Buffer.from('Plaintext'));
	expect(encrypted.toString('hex')).toBe('bbf316e8d940af0ad3');
	expect(applyRc4(key, encrypted).toString()).toBe('Plaintext');
	expect(applyRc4(key, Buffer.alloc(0))).toHaveLength(0);
});
