import { createMemory } from '../../../../pdf/budget';
import { ByteTable, MAX_OFFSET } from '../../../../pdf/file/byteTable';
import { READER_LIMITS } from '../../../../pdf/readerLimits';

test('a table drops rows beyond its limits, and keeps rows without bytes', () => {
	const memory = createMemory({ ...READER_LIMITS, keptBytes: 64 * 1024, tableBytes: 48 });
	const table = new ByteTable(memory, 10, 100);
	expect(table.add(1, 11, Buffer.from('abc'))?.toString()).toBe('abc');
	expect(table.add(2, 12, Buffer.alloc(70_000))).toBeUndefined();
	expect(table.hasDropped).toBe(false);
	expect([table.findRow(2), table.numbers.get(1), table.getBytes(1)]).toEqual([1, 12, undefined]);
	expect(table.add(3, 2 ** 32, Buffer.from('abc'))).toBeUndefined();
	expect([table.hasDropped, table.length]).toEqual([false, 2]);
	table.add(101, 13, Buffer.from('d'));
	expect([table.hasDropped, table.length]).toEqual([true, 2]);
	expect(table.findRow(3)).toBe(-1);
});

test('rows are found by their keys, which may be offsets or greater', () => {
	for (const maxKey of [MAX_OFFSET, Number.MAX_SAFE_INTEGER]) {
		const table = new ByteTable(createMemory(READER_LIMITS), 10, maxKey);
		for (const key of [0, 7, maxKey]) table.add(key, key % 100, Buffer.from(String(key)));
		expect([0, 7, maxKey, 5, 8].map((key) => table.findRow(key))).toEqual([0, 1, 2, -1, -1]);
		expect(table.getBytes(2)?.toString()).toBe(String(maxKey));
		expect(table.numbers.get(1)).toBe(7);
		expect(table.hasDropped).toBe(false);
	}
});

test('an empty object has bytes, none', () => {
	const table = new ByteTable(createMemory(READER_LIMITS), 10, 100);
	expect(table.add(1, 1, Buffer.alloc(0))).toHaveLength(0);
	expect(table.getBytes(0)).toHaveLength(0);
	expect(table.getBytes(1)).toBeUndefined();
});

test('a table has as many rows as its limit', () => {
	const table = new ByteTable(createMemory(READER_LIMITS), 2, 100);
	for (const key of [1, 2]) table.add(key, key, Buffer.from('a'));
	expect([table.length, table.hasDropped]).toEqual([2, false]);
	expect(table.add(3, 3, Buffer.from('a'))).toBeUndefined();
	expect([table.length, table.hasDropped]).toEqual([2, true]);
});
