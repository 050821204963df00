import { Predictor } from '../../../../nodes/pdf/filters/predictor';
import { Name, type PdfObject } from '../../../../nodes/pdf/syntax';

const MAX_ROW_BYTES = 100;
const ROWS = [
	[10, 20, 30],
	[40, 50, 60],
];

function undo(data: number[], parameters: Record<string, PdfObject>): number[] | undefined {
	const inPieces = (size: number) => {
		const predictor = Predictor.create(new Map(Object.entries(parameters)), MAX_ROW_BYTES);
		if (!predictor) return undefined;
		const result: number[] = [];
		for (let at = 0; at < data.length; at += size) {
			result.push(...predictor.push(Buffer.from(data.slice(at, at + size))));
		}
		return [...result, ...predictor.end()];
	};
	expect(inPieces(1)).toEqual(inPieces(data.length));
	return inPieces(data.length);
}

test('changes nothing without a predictor', () => {
	expect(Predictor.create(undefined, 10)).toBeNull();
	expect(Predictor.create(new Map([['Predictor', 1]]), 10)).toBeNull();
	expect(Predictor.create(new Map([['Columns', 3]]), 10)).toBeNull();
});

// The same two rows, written by each of the filter types of PNG (ISO/IEC 15948, 9.2).
test.each([
	['none', [0, 10, 20, 30, 0, 40, 50, 60]],
	['sub', [1, 10, 10, 10, 1, 40, 10, 10]],
	['up', [2, 10, 20, 30, 2, 30, 30, 30]],
	['average', [3, 10, 15, 20, 3, 35, 20, 20]],
	['Paeth', [4, 10, 10, 10, 4, 30, 10, 10]],
	['one that is not known', [5, 10, 20, 30, 9, 40, 50, 60]],
])('%s', (_, data) => {
	for (const Predictor of [10, 12, 15]) {
		expect(undo(data, { Predictor, Columns: 3 })).toEqual(ROWS.flat());
	}
});

test.each([
	['left', { left: 10, up: 20, upLeft: 25 }, 10],
	['up', { left: 10, up: 20, upLeft: 8 }, 20],
	['upper left', { left: 10, up: 20, upLeft: 15 }, 15],
	['left, as near as the upper left', { left: 10, up: 25, upLeft: 20 }, 10],
	['up, as near as the upper left', { left: 25, up: 10, upLeft: 20 }, 10],
	['left, where all are the same', { left: 7, up: 7, upLeft: 7 }, 7],
])('Paeth takes the nearest value: %s', (_, { left, up, upLeft }, nearest) => {
	const data = [0, upLeft, up, 4, left - upLeft, 0];
	const content = undo(data, { Predictor: 15, Columns: 2 });
	expect(content).toEqual([upLeft, up, left, nearest]);
});

test('takes the previous pixel as the left one', () => {
	const parameters = { Predictor: 15, Colors: 3, Columns: 2 };
	expect(undo([1, 1, 2, 3, 1, 1, 1], parameters)).toEqual([1, 2, 3, 2, 3, 4]);
	expect(undo([0, 1, 2, 3, 4, 5, 6, 4, 0, 0, 0, 0, 0, 0], parameters)).toEqual([
		1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6,
	]);
	const bits = { Predictor: 15, BitsPerComponent: 1, Columns: 17 };
	expect(undo([1, 1, 1, 1, 0, 9, 9, 9], bits)).toEqual([1, 2, 3, 9, 9, 9]);
	const words = { Predictor: 15, BitsPerComponent: 16, Columns: 2 };
	expect(undo([1, 1, 2, 1, 1], words)).toEqual([1, 2, 2, 3]);
});

test('keeps the bytes of a truncated last row', () => {
	expect(undo([0, 1, 2, 3, 2, 1], { Predictor: 12, Columns: 3 })).toEqual([1, 2, 3, 2]);
	expect(undo([1, 1, 1], { Predictor: 12, Columns: 3 })).toEqual([1, 2]);
});

test('keeps sums within one byte', () => {
	expect(undo([1, 200, 100], { Predictor: 12, Columns: 2 })).toEqual([200, 44]);
});

test.each<Record<string, PdfObject>>([
	{ Predictor: 2 },
	{ Predictor: 9 },
	{ Predictor: new Name('Up') },
	{ Predictor: 12, Columns: new Name('Many') },
	{ Predictor: 12, Colors: new Name('Many') },
	{ Predictor: 12, BitsPerComponent: new Name('Many') },
	{ Predictor: 12, Columns: 0 },
	{ Predictor: 12, Columns: MAX_ROW_BYTES + 1 },
	{ Predictor: 12, Columns: 2 ** 50 },
])('%j is not understood', (parameters) => {
	expect(undo([0, 1, 2, 3], parameters)).toBeUndefined();
});
