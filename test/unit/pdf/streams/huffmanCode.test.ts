import { Code, Damage, FAST_MASK } from '../../../../pdf/streams/huffmanCode';

/** Symbols and lengths of the codes in a text of bits, as far as there are codes. */
function readSymbols(code: Code, text: string): Array<[symbol: number, length: number]> {
	const found: Array<[number, number]> = [];
	for (let at = 0; at < text.length;) {
		// Codes are read from their highest bit on, so the first bit is the lowest.
		const digits = text.slice(at, at + 15).split('');
		const bits = digits.reduce((sum, bit, n) => sum + Number(bit) * 2 ** n, 0);
		const entry = code.find(bits);
		if (entry === 0) break;
		found.push([entry >> 4, entry & 15]);
		at += entry & 15;
	}
	return found;
}
const build = (lengths: number[], mayBeSingle = false) => {
	const code = new Code(lengths.length);
	code.build(Uint8Array.from(lengths), mayBeSingle);
	return code;
};

test('the example of RFC 1951, 3.2.2', () => {
	const code = build([3, 3, 3, 3, 3, 2, 4, 4]);
	const codes = ['010', '011', '100', '101', '110', '00', '1110', '1111'];
	expect(readSymbols(code, codes.join(''))).toEqual(
		codes.map((text, symbol) => [symbol, text.length]),
	);
});

test('codes that are longer than the table of the short ones', () => {
	// 1, 2, 3, … bits: all of them ones and a zero at the end, and the last without it.
	const lengths = Array.from({ length: 16 }, (_, symbol) => Math.min(symbol + 1, 15));
	const code = build(lengths);
	const text = lengths.map(
		(length, n) => '1'.repeat(n < 15 ? length - 1 : 15) + (n < 15 ? '0' : ''),
	);
	expect(readSymbols(code, text.join(''))).toEqual(lengths.map((length, n) => [n, length]));
	expect(code.fast[FAST_MASK]).toBe(0);
	expect(code.findLong(0b0111_1111_1111)).toBe((11 << 4) | 12);
});

test('symbols without a code have none', () => {
	expect(readSymbols(build([0, 1, 0, 1]), '01')).toEqual([
		[1, 1],
		[3, 1],
	]);
});

test.each([
	['too many codes', [1, 1, 1]],
	['too many long codes', [1, 2, 2, 2]],
	['too many of the longest codes', [...Array(15).keys(), 14, 14].map((bits) => bits + 1)],
	['too few codes', [2, 2, 2]],
	['a single code', [0, 1]],
	['no code', [0, 0]],
])('%s are damage', (_, lengths) => {
	expect(() => build(lengths)).toThrow(Damage);
});

test('of distances there may be a single code, of one bit, or none', () => {
	const code = build([0, 1], true);
	expect(readSymbols(code, '0')).toEqual([[1, 1]]);
	expect(code.find(1)).toBe(0);
	expect(() => code.findLong(1)).toThrow(Damage);
	expect(build([0, 0], true).find(0)).toBe(0);
	expect(() => build([0, 2], true)).toThrow(Damage);
});

test('a code is built again, without what it was before', () => {
	const code = new Code(4);
	code.build(Uint8Array.of(2, 2, 2, 2), false);
	code.build(Uint8Array.of(1, 1), false);
	expect(readSymbols(code, '0101')).toEqual([
		[0, 1],
		[1, 1],
		[0, 1],
		[1, 1],
	]);
});
