import { decodeAscii85, decodeAsciiHex } from '../../../../nodes/pdf/filters/ascii';

test.each([
	['', ''],
	['48 65 6c6C6f>77', 'Hello'],
	['4\n8\t6x5', 'He'],
	['48657>', 'Hep'],
	['0a0B9fF', '\x0a\x0b\x9f\xf0'],
])('hexadecimal %j', (text, content) => {
	expect(decodeAsciiHex(Buffer.from(text)).content.toString('latin1')).toBe(content);
});

test.each([
	['', ''],
	['87cURD]j7BEbo80~>87cUR', 'Hello world!'],
	['87cUR\r\nDZ', 'Hello'],
	['87cUR D]f', 'Hello '],
	['87cURD]j6', 'Hello w'],
	['87cURD', 'Hell'],
	['z!!!!!z', '\0'.repeat(12)],
	['!!!!"', '\0\0\0\x01'],
	['s8W-!s8W-!', '\xff'.repeat(8)],
])('base 85 %j', (text, content) => {
	expect(decodeAscii85(Buffer.from(text)).content.toString('latin1')).toBe(content);
});

test('a z within a group is a digit and not four zeros', () => {
	expect(decodeAscii85(Buffer.from('!!z')).content).toHaveLength(2);
});

test.each([
	['4 8>', true],
	['>', true],
	['0>', true],
	['48', false],
	['', false],
	['4x8>', false],
	['48>x', true],
])('hexadecimal %j is whole: %s', (text, whole) => {
	expect(decodeAsciiHex(Buffer.from(text)).isComplete).toBe(whole);
});

test.each([
	['87c UR~>', true],
	['~>', true],
	['z~>', true],
	['!u~>', true],
	['87cUR', false],
	['', false],
	['87\x80cUR~>', false],
	['87vUR~>', false],
	['87\x01UR~>', false],
	['!z~>', false],
	['87cUR8~>', false],
	['87cUR~>\x80', true],
])('base 85 %j is whole: %s', (text, whole) => {
	expect(decodeAscii85(Buffer.from(text, 'latin1')).isComplete).toBe(whole);
});
