import {
	parseHexDigit,
	isDigit,
	isEndOfLine,
	isRegular,
	isWhiteSpace,
} from '../../../nodes/pdf/characters';

/** Every byte, and the end of the input. */
const CODES = [...Array(256).keys(), undefined];
const those = (is: (code: number | undefined) => boolean) => CODES.filter(is);
const codesOf = (text: string) => [...Buffer.from(text)];

test('white-space, delimiters and the others are as Table 1 and 2 of ISO 32000-1 say', () => {
	const blank = codesOf('\0\t\n\f\r ');
	const delimiters = codesOf('%()/<>[]{}');
	expect(those(isWhiteSpace)).toEqual(blank);
	const others = those((code) => code !== undefined && !isRegular(code));
	expect(others).toEqual([...blank, ...delimiters].toSorted((a, b) => a - b));
	expect(isRegular(undefined)).toBe(false);
});

test('recognizes ends of lines', () => {
	expect(those(isEndOfLine)).toEqual(codesOf('\n\r'));
});

test('digits', () => {
	expect(those(isDigit)).toEqual(codesOf('0123456789'));
});

test('hexadecimal digits in either case, and their values', () => {
	const digits = codesOf('0123456789ABCDEFabcdef');
	expect(those((code) => parseHexDigit(code) >= 0)).toEqual(digits);
	expect(digits.map(parseHexDigit)).toEqual(
		digits.map((digit) => parseInt(String.fromCharCode(digit), 16)),
	);
	expect(new Set(CODES.filter((code) => !digits.includes(code ?? -1)).map(parseHexDigit))).toEqual(
		new Set([-1]),
	);
});
