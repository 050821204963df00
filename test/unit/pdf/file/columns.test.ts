import { Memory } from '../../../../pdf/budget';
import { ByteStore, NumberColumn, NumberIndex } from '../../../../pdf/file/columns';
import { Unknown } from '../../../../pdf/unknown';

const MB = 1024 ** 2;

test('an index has a number for each object number', () => {
	const index = new NumberIndex(new Memory(MB));
	const numbers = [0, 1, 255, 256, 2 ** 31, 2 ** 32 - 1];
	numbers.forEach((number) => index.set(number, number / 2));
	numbers.forEach((number) => expect(index.get(number)).toBe(number / 2));
	expect([index.get(2), index.get(257), index.get(2 ** 32)]).toEqual(Array(3).fill(undefined));
	index.set(1, 7);
	expect(index.get(1)).toBe(7);
	expect([...index.listNumbers()].sort((a, b) => a - b)).toEqual(numbers);
});

test('object numbers that no document has are left out', () => {
	const index = new NumberIndex(new Memory(MB));
	for (const number of [2 ** 32, 2 ** 32 + 5]) index.set(number, 1);
	expect([index.get(2 ** 32 + 5), index.get(5), index.get(0)]).toEqual(Array(3).fill(undefined));
	expect([...index.listNumbers()]).toEqual([]);
});

test('object numbers may have gaps, but not be far apart everywhere', () => {
	const fill = (count: number, step: number) => {
		const index = new NumberIndex(new Memory(100 * MB));
		for (let number = 0; number < count; number += 1) index.set(number * step, number);
		return index.get(step);
	};
	expect(fill(200_000, 10)).toBe(1);
	expect(() => fill(200_000, 25)).toThrow(Unknown);
	expect(() => fill(200_000, 300)).toThrow(new Unknown('it has too many object numbers'));
});

test('object numbers that are all far apart fill 3,201 pages', () => {
	const index = new NumberIndex(new Memory(100 * MB));
	for (let page = 0; page < 3_201; page += 1) index.set(256 * page, page);
	// More numbers in the same pages are no reason for more pages: sixteen are needed for each.
	index.set(0, 7);
	expect(() => index.set(256 * 3_201, 1)).toThrow('it has too many object numbers');
	for (let number = 1; number < 16; number += 1) index.set(number, number);
	index.set(256 * 3_201, 1);
	expect(() => index.set(256 * 3_202, 1)).toThrow('it has too many object numbers');
});

test.each([
	['eight bytes', Float64Array],
	['four bytes', Uint32Array],
])('a column of ten thousand numbers of %s', (_, Rows) => {
	const column = new NumberColumn(Rows);
	expect([column.get(0), column.findFirstRow(0)]).toEqual([NaN, 0]);
	for (let row = 0; row < 10_000; row += 1) column.push(3 * row);
	for (const row of [0, 4095, 4096, 8191, 8192, 9999]) expect(column.get(row)).toBe(3 * row);
	expect([column.length, column.get(10_000), column.get(-1)]).toEqual([10_000, NaN, NaN]);
	const found = [-1, 0, 1, 3, 3 * 9999, 3 * 9999 + 1].map((value) => column.findFirstRow(value));
	expect(found).toEqual([0, 0, 1, 1, 9999, 10_000]);
});

test('pieces fill a block to its end', () => {
	const store = new ByteStore(new Memory(2 * 64 * 1024));
	const half = Buffer.alloc(32 * 1024, 'a');
	expect([half, half, half, half, Buffer.from('b')].map((piece) => store.tryAdd(piece))).toEqual([
		...[0, 32_768, 65_536, 98_304, undefined],
	]);
	expect(store.get(98_304, 32_768).equals(half)).toBe(true);
	const whole = new ByteStore(new Memory(64 * 1024));
	expect([whole.tryAdd(Buffer.alloc(64 * 1024)), whole.tryAdd(Buffer.alloc(0))]).toEqual([
		0, 65_536,
	]);
	expect(whole.get(65_536, 0)).toHaveLength(0);
});

test('what is kept is counted, and given back', () => {
	const memory = new Memory(5000);
	const index = new NumberIndex(memory);
	index.set(1, 1);
	index.set(2, 1);
	index.set(300, 1);
	expect(() => index.set(600, 1)).toThrow('more memory');
	expect(memory.tryTake(2000)).toBe(false);
	index.release();
	expect(index.get(1)).toBeUndefined();
	expect(memory.tryTake(5000)).toBe(true);
});

test('half a block that nothing fits into counts, too', () => {
	const store = new ByteStore(new Memory(3 * 64 * 1024));
	const addresses = Array.from({ length: 4 }, () => store.tryAdd(Buffer.alloc(40_000)));
	expect(addresses).toEqual([0, 65_536, 131_072, undefined]);
	expect(store.tryAdd(Buffer.from('abc'))).toBe(131_072 + 40_000);
	expect(store.get(131_072 + 40_000, 3).toString()).toBe('abc');
});

test('a piece may be larger than a block', () => {
	const store = new ByteStore(new Memory(MB));
	const large = Buffer.alloc(200_000, 'x');
	expect([store.tryAdd(Buffer.from('ab')), store.tryAdd(large)]).toEqual([0, 65_536]);
	expect(store.get(65_536, 200_000).equals(large)).toBe(true);
	expect(store.tryAdd(Buffer.from('c'))).toBe(65_536 + 200_000);
});
