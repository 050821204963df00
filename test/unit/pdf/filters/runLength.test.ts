import { decodeRunLength } from '../../../../nodes/pdf/filters/runLength';

const decoded = (data: number[], most = 1000) => [
	...decodeRunLength(Buffer.from(data), most).content,
];

test.each([
	['nothing', [], []],
	['copies', [0, 7, 2, 1, 2, 3], [7, 1, 2, 3]],
	['repetitions', [255, 7, 254, 8], [7, 7, 8, 8, 8]],
	['both', [1, 7, 8, 254, 9, 0, 10], [7, 8, 9, 9, 9, 10]],
	['an end', [0, 7, 128, 0, 8], [7]],
	['a copy that is cut off', [4, 1, 2], [1, 2]],
])('%s', (_, data, content) => {
	expect(decoded(data)).toEqual(content);
});

test('reads copies and repetitions of up to 128 bytes', () => {
	const copy = Array.from({ length: 128 }, (_, index) => index);
	expect(decoded([127, ...copy, 129, 5])).toEqual([...copy, ...Array<number>(128).fill(5)]);
});

test('begins nothing more when the most bytes have come', () => {
	expect(decoded([255, 1, 255, 2, 255, 3], 4)).toEqual([1, 1, 2, 2]);
	expect(decoded([255, 1, 255, 2, 255, 3], 3)).toEqual([1, 1, 2, 2]);
});

test.each([
	['an end', [0, 7, 128], true],
	['an end alone', [128, 5], true],
	['no end', [0, 7], false],
	['nothing', [], false],
	['a copy that is cut off', [4, 1, 128], false],
	['a repetition that is cut off', [254], false],
	['an end at the bound', [253, 7, 128], true],
	['more behind the bound', [253, 7, 0, 8, 128], false],
])('is complete only with an end: %s', (_, data, whole) => {
	expect(decodeRunLength(Buffer.from(data), 4).isComplete).toBe(whole);
});
