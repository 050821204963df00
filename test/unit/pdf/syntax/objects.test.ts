import {
	estimateBytes,
	isCount,
	isDictionary,
	isName,
	Name,
	PdfString,
	Reference,
	type PdfObject,
} from '../../../../pdf/syntax/objects';
import { parseWithWork } from '../../../../pdf/syntax/parse';

test('kinds of objects', () => {
	expect([isDictionary(new Map()), isDictionary([]), isDictionary(undefined)]).toEqual([
		...[true, false, false],
	]);
	expect(isName(new Name('Page'), 'Page')).toBe(true);
	expect(isName(new Name('Pages'), 'Page')).toBe(false);
	expect(isName(new PdfString(Buffer.from('Page')), 'Page')).toBe(false);
});

test.each([
	[0, true],
	[2 ** 53 - 1, true],
	[2 ** 53, false],
	[-1, false],
	[1.5, false],
	[NaN, false],
	['1', false],
	[null, false],
])('%p is a count: %p', (value, expected) => {
	expect(isCount(value)).toBe(expected);
});

describe('the memory of an object', () => {
	const estimate = (text: string) =>
		estimateBytes(parseWithWork(Buffer.from(text, 'latin1')).object);

	test('grows with everything in it', () => {
		const texts = [
			...['null', '[]', '[1]', '[1 2]', '[1 2 [3]]', '[1 2 [3 (four)]]', '[1 2 [3 (four fives)]]'],
			'[1 2 [3 (four fives) <<>>]]',
			'[1 2 [3 (four fives) <</A 1>>]]',
			'[1 2 [3 (four fives) <</Abc 1>>]]',
			'[1 2 [3 (four fives) <</Abc/Name>>]]',
			'[1 2 [3 (four fives) <</Abc/LongName/B 1>>]]',
		];
		const sizes = texts.map(estimate);
		expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
	});

	// The limits of memory are counted in these bytes.
	test.each([
		['1', 56],
		['1 0 R', 56],
		['/Ab', 58],
		['(abc)', 131],
		['[]', 240],
		['[1 2]', 240 + 2 * 56],
		['<<>>', 200],
		['<</Abc 1/D 2>>', 200 + 2 * (64 + 56) + 4],
	])('of %s is %d bytes', (text, bytes) => {
		expect(estimate(text)).toBe(bytes);
	});

	test('counts names and strings by their bytes', () => {
		const grown = (small: PdfObject, large: PdfObject) =>
			estimateBytes(large) - estimateBytes(small);
		expect(grown(new Name('A'), new Name('A'.repeat(101)))).toBe(100);
		const string = (length: number) => new PdfString(Buffer.alloc(length));
		expect(grown(string(1), string(101))).toBe(100);
		expect(estimateBytes(new Reference(1, 0))).toBe(estimateBytes(1));
	});
});
