import { ObjectTable } from '../../../../nodes/pdf/body/objectTable';
import { READER_LIMITS, type ReaderLimits } from '../../../../nodes/pdf/limits';

const createTable = (limits: Partial<ReaderLimits> = {}, kept = { bytes: 0 }) =>
	new ObjectTable({ ...READER_LIMITS, ...limits }, kept);

function addObjects(table: ObjectTable, key: number, text: string, isStream = false): void {
	table.add(key, key + 1000, Buffer.from(text), isStream);
}

const readTexts = (table: ObjectTable) =>
	Array.from({ length: table.length }, (_, row) => table.getBytes(row)?.toString());

test('objects are found by their keys', () => {
	const table = createTable();
	for (const key of [3, 7, 20]) addObjects(table, key, `object ${key}`);
	expect(readTexts(table)).toEqual(['object 3', 'object 7', 'object 20']);
	expect([2, 3, 4, 7, 8, 20, 21].map((key) => table.findRow(key))).toEqual([
		-1, 0, -1, 1, -1, 2, -1,
	]);
	expect([2, 3, 4, 7, 8, 20, 21].map((key) => table.findFirstRow(key))).toEqual([
		0, 0, 1, 1, 2, 2, 3,
	]);
	expect([table.getKey(1), table.getNumber(1)]).toEqual([7, 1007]);
});

test('finds nothing in an empty table', () => {
	const table = createTable();
	expect([table.length, table.findRow(0), table.findFirstRow(0)]).toEqual([0, -1, 0]);
});

test('keeps bytes unchanged if the buffer changes', () => {
	const table = createTable();
	const buffer = Buffer.from('before');
	table.add(1, 1, buffer, false);
	buffer.fill('x');
	addObjects(table, 2, '');
	expect(readTexts(table)).toEqual(['before', '']);
});

test('keeps objects apart that are larger than a chunk or fill it together', () => {
	const table = createTable();
	const sizes = [1024 ** 2 - 10, 10, 1, 3 * 1024 ** 2, 5, 1024 ** 2];
	for (const [index, size] of sizes.entries()) {
		table.add(index, index, Buffer.alloc(size, 65 + index), false);
	}
	for (const [index, size] of sizes.entries()) {
		const bytes = table.getBytes(index);
		expect(bytes?.equals(Buffer.alloc(size, 65 + index))).toBe(true);
	}
});

test('drops objects beyond the limit', () => {
	const table = createTable({ objects: 2 });
	addObjects(table, 1, 'a');
	addObjects(table, 2, 'b');
	expect(table.hasDropped).toBe(false);
	addObjects(table, 3, 'c');
	expect(readTexts(table)).toEqual(['a', 'b']);
	expect(table.hasDropped).toBe(true);
});

test('keeps only the keys of objects beyond the byte limit', () => {
	const kept = { bytes: 0 };
	const table = createTable({ keptBytes: 10 }, kept);
	addObjects(table, 1, '1234567');
	addObjects(table, 2, '890');
	addObjects(table, 3, 'x');
	addObjects(table, 4, '');
	expect(readTexts(table)).toEqual(['1234567', '890', undefined, '']);
	expect(table.findRow(3)).toBe(2);
	expect(kept.bytes).toBe(10);
});

test('tables share one limit', () => {
	const kept = { bytes: 0 };
	const [one, other] = [createTable({ keptBytes: 10 }, kept), createTable({ keptBytes: 10 }, kept)];
	addObjects(one, 1, '123456');
	addObjects(other, 1, '12345');
	expect([...readTexts(one), ...readTexts(other)]).toEqual(['123456', undefined]);
});

const ELEMENT = '<</S/H1/P 4 0 R>>';

test('structure elements may use half of the limit, and streams all of it', () => {
	const table = createTable({ keptBytes: 2 * ELEMENT.length });
	addObjects(table, 1, ELEMENT);
	addObjects(table, 2, ELEMENT);
	addObjects(table, 3, ELEMENT, true);
	expect(readTexts(table)).toEqual([ELEMENT, undefined, ELEMENT]);
});

test.each([
	[ELEMENT, true],
	['<< /S /H1 /P 14 10 R >>', true],
	['<</S  /H1/P  4  0  R>>', true],
	['<</Type/StructElem/S 5 0 R/P 4 0 R>>', true],
	['<</Type/StructElem/S/P/Kids 1>>', true],
	['<</Type/StructElem>>', false],
	['<</S/H1>>', false],
	['<</S/H1/P 4>>', false],
	['<</P 4 0 R>>', false],
	['<</S 4 0 R/P 4 0 R>>', false],
	['<</S/H1/P 4 0 R/Subtype/Link>>', false],
	['<</S/H1/P 4 0 R/MediaBox[]>>', false],
	['<</S/H1/P 4 0 R/Contents()>>', false],
	['<</S/H1/P 4 0 R/Rect[]>>', false],
	['<</S/H1/P 4 0 R/Kids[]>>', false],
	['<</S/H1/P 4 0 R/Rectangle[]>>', true],
	[`<</T(${'x'.repeat(4096)})/S/H1/P 4 0 R>>`, false],
])('structure elements may use half of the limit: %s: %s', (text, expected) => {
	const table = createTable({ keptBytes: text.length });
	addObjects(table, 1, text);
	expect(table.getBytes(0) === undefined).toBe(expected);
});
