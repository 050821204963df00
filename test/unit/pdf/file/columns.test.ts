import { Memory } from '../../../../pdf/budget';
import { ByteStore, NumberIndex } from '../../../../pdf/file/columns';
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
	index.set(2 ** 32 + 5, 1);
	expect([index.get(2 ** 32 + 5), index.get(5)]).toEqual([undefined, undefined]);
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
