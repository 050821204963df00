import type { PdfObject } from '../../../../nodes/pdf/syntax';
import { readObjectStream } from '../../../../nodes/pdf/xref';
import { NO_TURNS } from '../reading';

async function read(count: PdfObject, first: PdfObject, data: string) {
	const dictionary = new Map([
		['N', count],
		['First', first],
	]);
	const objects: Array<[number, string]> = [];
	const take = (index: number, number: number, bytes: Buffer) => {
		expect(index).toBe(objects.length);
		objects.push([number, bytes.toString()]);
	};
	await readObjectStream(dictionary, Buffer.from(data), NO_TURNS, 11, take);
	return objects;
}

test('reads each object up to the next one, in any order', async () => {
	expect(await read(2, 8, '7 0 9 3 [] (a)')).toEqual([
		[7, '[] '],
		[9, '(a)'],
	]);
	expect(await read(2, 8, '7 3 9 0 [] (a)')).toEqual([
		[7, '(a)'],
		[9, '[] '],
	]);
	expect(await read(1, 8, '7 0 9 3 [] (a)')).toEqual([[7, '[] (a)']]);
	expect((await read(11, 44, `${'1 0 '.repeat(9)}2 2 3 10x         y`)).slice(-2)).toEqual([
		[2, '        '],
		[3, 'y'],
	]);
	expect(await read(0, 0, '')).toEqual([]);
	expect(await read(1, 4, '7 0 ')).toEqual([[7, '']]);
});

test.each<[PdfObject, PdfObject, string]>([
	[null, 4, '7 0 []'],
	[1, null, '7 0 []'],
	[1, 7, '7 0 []'],
	[2, 4, '7 0 []'],
	[1, 5, '-7 0 []'],
	[1, 5, '7 -1 []'],
	[1, 4, '7 A []'],
	[9e9, 4, '7 0 []'],
	[12, 48, `${'1 0 '.repeat(12)}x`],
])('refuses an unreadable header: %j, %j, %j', async (count, first, data) => {
	expect(await read(count, first, data)).toEqual([]);
});
