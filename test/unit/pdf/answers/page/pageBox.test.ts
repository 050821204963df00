import {
	readVisibleArea,
	readBox,
	readMatrix,
} from '../../../../../nodes/pdf/answers/page/pageBox';
import { Reference, type PdfObject } from '../../../../../nodes/pdf/syntax';
import { makeDocument } from '../../reading';

const document = async () =>
	await makeDocument({ 1: '<</Pages 2 0 R>>', 5: '[10 20 30 40]', 6: '7' });

test.each<[PdfObject, number[] | undefined]>([
	[
		[0, 0, 600, 800],
		[0, 0, 600, 800],
	],
	[
		[600, 800, 0, 0],
		[0, 0, 600, 800],
	],
	[new Reference(5, 0), [10, 20, 30, 40]],
	[
		[0, 0, new Reference(6, 0), 1],
		[0, 0, 7, 1],
	],
	[[0, 0, 0, 0], undefined],
	[[0, 5, 600, 5], undefined],
	[[0, 0, 600], undefined],
	[[0, 0, 600, 800, 1], undefined],
	[[0, 0, 600, true], undefined],
	[[0, new Reference(9, 0), 600, 800], undefined],
	[null, undefined],
	[600, undefined],
])('reads the rectangle of %j', async (box, expected) => {
	expect(readBox((await document()).objects, box)).toEqual(expected);
});

const ANYWHERE = [-Infinity, -Infinity, Infinity, Infinity];

test.each<[PdfObject, PdfObject | undefined, number[]]>([
	[[0, 0, 600, 800], undefined, [0, 0, 600, 800]],
	[
		[0, 0, 600, 800],
		[10, 10, 300, 900],
		[10, 10, 300, 800],
	],
	[
		[0, 0, 600, 800],
		[600, 800, 1000, 1000],
		[0, 0, 600, 800],
	],
	[
		[0, 0, 600, 800],
		[0, 0, 0, 0],
		[0, 0, 600, 800],
	],
	[[0, 0, 0, 0], undefined, ANYWHERE],
	[null, [0, 0, 600, 800], [0, 0, 600, 800]],
])('a media box %j with the crop box %j shows %j', async (mediaBox, cropBox, area) => {
	expect(
		readVisibleArea((await document()).objects, { resources: null, mediaBox, cropBox }),
	).toEqual(area);
});

test.each<[PdfObject, number[]]>([
	[
		[1, 2, 3, 4, 5, 6],
		[1, 2, 3, 4, 5, 6],
	],
	[
		[1, 2, 3],
		[1, 0, 0, 1, 0, 0],
	],
	[null, [1, 0, 0, 1, 0, 0]],
])('reads the matrix of %j', async (given, matrix) => {
	expect(readMatrix((await document()).objects, given)).toEqual(matrix);
});
