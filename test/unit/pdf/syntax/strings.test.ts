import {
	decodeHexadecimal,
	decodeLiteral,
	decodeName,
	findStringEnd,
} from '../../../../pdf/syntax/strings';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');

test.each([
	['abc', 'abc'],
	['A#42#63', 'ABc'],
	['A#4', 'A#4'],
	['#4g#', '#4g#'],
	['##41', '#A'],
	['#0a#a0#00', '\n\xa0\0'],
	// Digits are an escape only after `#`.
	['dab#41', 'dabA'],
	['#41'.repeat(341), 'A'.repeat(341)],
	[`${'#41'.repeat(341)}B`, `${'A'.repeat(341)}B`],
	// A name that is too long is not decoded.
	[`${'#41'.repeat(341)}BC`, `${'#41'.repeat(341)}BC`],
	['#41'.repeat(342), '#41'.repeat(342)],
])('the name %s', (escaped, name) => {
	const bytes = bytesOf(`/${escaped} x`);
	expect(decodeName(bytes, 1, 1 + escaped.length)).toBe(name);
});

test('what follows a name is no part of an escape', () => {
	expect(decodeName(bytesOf('/A#41'), 1, 4)).toBe('A#4');
});

test.each([
	['a(b)c)d', 5],
	['a\\)b)', 4],
	['a\\\\)b', 3],
	[')', 0],
	['(a)', 3],
	['a\\', 2],
])('the string %s ends at %d', (text, end) => {
	expect(findStringEnd(bytesOf(text), 0)).toBe(end);
});

test('strings without an escape are the same bytes, and others are decoded', () => {
	const bytes = bytesOf('abc');
	expect(decodeLiteral(bytes)).toBe(bytes);
	expect(decodeLiteral(bytesOf('ab\\(\\501\\18\\\r\nc\\')).toString('latin1')).toBe('ab(A\x018c');
	expect(decodeHexadecimal(bytesOf('4 1x4~5')).toString('latin1')).toBe('AE');
	expect(decodeHexadecimal(bytesOf('aBcDe')).toString('hex')).toBe('abcde0');
});
