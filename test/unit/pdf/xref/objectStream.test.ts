import type { PdfObject } from '../../../../nodes/pdf/syntax';
import { objectsIn } from '../../../../nodes/pdf/xref';

function read(count: PdfObject, first: PdfObject, data: string) {
	const dictionary = new Map([
		['N', count],
		['First', first],
	]);
	return objectsIn(dictionary, Buffer.from(data))?.map(({ number, bytes }) => [
		number,
		bytes.toString(),
	]);
}

test('objects up to where the next begins, in whatever order', () => {
	expect(read(2, 8, '7 0 9 3 [] (a)')).toEqual([
		[7, '[] '],
		[9, '(a)'],
	]);
	expect(read(2, 8, '7 3 9 0 [] (a)')).toEqual([
		[7, '(a)'],
		[9, '[] '],
	]);
	expect(read(1, 8, '7 0 9 3 [] (a)')).toEqual([[7, '[] (a)']]);
	expect(read(11, 44, `${'1 0 '.repeat(9)}2 2 3 10x         y`)?.slice(-2)).toEqual([
		[2, '        '],
		[3, 'y'],
	]);
	expect(read(0, 0, '')).toEqual([]);
	expect(read(1, 4, '7 0 ')).toEqual([[7, '']]);
});

test.each<[PdfObject, PdfObject, string]>([
	[null, 4, '7 0 []'],
	[1, null, '7 0 []'],
	[1, 7, '7 0 []'],
	[2, 4, '7 0 []'],
	[1, 5, '-7 0 []'],
	[1, 5, '7 -1 []'],
	[1, 4, '7 A []'],
])('a heading that cannot be read: %j, %j, %j', (count, first, data) => {
	expect(read(count, first, data)).toBeUndefined();
});
