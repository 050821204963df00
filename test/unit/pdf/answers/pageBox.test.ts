import { boxOf, isBeyond } from '../../../../nodes/pdf/answers/pageBox';
import { Reference, type PdfObject } from '../../../../nodes/pdf/syntax';
import { documentOf } from '../reading';

test.each<[PdfObject, { x: number; y: number } | undefined]>([
	[[0, 0, 600, 800], { x: 600, y: 800 }],
	[[600, 800, 0, 0], { x: 600, y: 800 }],
	[[-10, 800, -20, 0], { x: -10, y: 800 }],
	[new Reference(5, 0), { x: 30, y: 40 }],
	[[0, 0, new Reference(6, 0), 1], { x: 7, y: 1 }],
	[[0, 0, 600], undefined],
	[[0, 0, 600, 800, 1], undefined],
	[[0, 0, 600, true], undefined],
	[[null, 0, 600, 800], undefined],
	[[0, new Reference(9, 0), 600, 800], undefined],
	[null, undefined],
	[600, undefined],
])('the corner of %j', async (box, corner) => {
	const { objects } = await documentOf({ 1: '<</Pages 2 0 R>>', 5: '[10 20 30 40]', 6: '7' });
	expect(boxOf(objects, box)).toEqual(corner);
});

test('beyond is to the right or above, and not on the edge', () => {
	const corner = { x: 600, y: 800 };
	expect(isBeyond(corner, { x: 600, y: 800 })).toBe(false);
	expect(isBeyond(corner, { x: 601, y: 0 })).toBe(true);
	expect(isBeyond(corner, { x: 0, y: 801 })).toBe(true);
	expect(isBeyond(undefined, { x: 9999, y: 9999 })).toBe(false);
});
