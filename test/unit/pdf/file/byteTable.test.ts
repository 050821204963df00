import { createMemory } from '../../../../pdf/budget';
import { ByteTable } from '../../../../pdf/file/byteTable';
import { READER_LIMITS } from '../../../../pdf/readerLimits';

test('a table drops rows beyond its limits, and keeps rows without bytes', () => {
	const memory = createMemory({ ...READER_LIMITS, keptBytes: 64 * 1024, tableBytes: 48 });
	const table = new ByteTable(memory, 10, 100);
	expect(table.add(1, 11, Buffer.from('abc'))?.toString()).toBe('abc');
	expect(table.add(2, 12, Buffer.alloc(70_000))).toBeUndefined();
	expect(table.hasDropped).toBe(false);
	expect([table.findRow(2), table.numbers.get(1), table.getBytes(1)]).toEqual([1, 12, undefined]);
	expect(table.add(3, 2 ** 32, Buffer.from('abc'))).toBeUndefined();
	expect(table.length).toBe(2);
	table.add(101, 13, Buffer.from('d'));
	expect([table.hasDropped, table.length]).toEqual([true, 2]);
	expect(table.findRow(3)).toBe(-1);
});
