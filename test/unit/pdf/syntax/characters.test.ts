import {
	findLineEnd,
	findWordEnd,
	isDigit,
	isEndOfLine,
	isRegular,
	isWhiteSpace,
	toDigitValue,
} from '../../../../pdf/syntax/characters';

/** The characters for which something holds, as a text. */
const all = (holds: (code: number) => boolean) =>
	Buffer.from(Array.from({ length: 256 }, (_, code) => code).filter(holds)).toString('latin1');

test('classes of characters (ISO 32000-1, Tables 1 and 2)', () => {
	expect(all(isWhiteSpace)).toBe('\0\t\n\f\r ');
	expect(all(isEndOfLine)).toBe('\n\r');
	expect(all(isDigit)).toBe('0123456789');
	expect(all((code) => !isRegular(code) && !isWhiteSpace(code))).toBe('%()/<>[]{}');
});

test('beyond the end there is no character', () => {
	for (const is of [isWhiteSpace, isRegular, isEndOfLine, isDigit])
		expect(is(undefined)).toBe(false);
	expect(toDigitValue(undefined)).toBe(-1);
});

test('values of hexadecimal digits', () => {
	expect(all((code) => toDigitValue(code) >= 0)).toBe('0123456789ABCDEFabcdef');
	expect([...Buffer.from('\0/:@G`g\xff', 'latin1')].map(toDigitValue)).toEqual(Array(8).fill(-1));
	expect([...Buffer.from('09AFaf')].map(toDigitValue)).toEqual([0, 9, 10, 15, 10, 15]);
});

test.each([
	['abc def', 0, 3],
	['abc/def', 1, 3],
	['abc', 0, 3],
	['/abc', 0, 0],
	['', 0, 0],
])('the word in %j from %d on ends at %d', (text, from, end) => {
	expect(findWordEnd(Buffer.from(text), from)).toBe(end);
});

test.each([
	['ab\ncd', 0, 2],
	['ab\rcd', 0, 2],
	['ab', 0, 2],
	['\nab', 0, 0],
	['a\nb\n', 2, 3],
])('the line in %j from %d on ends at %d', (text, from, end) => {
	expect(findLineEnd(Buffer.from(text), from)).toBe(end);
});
