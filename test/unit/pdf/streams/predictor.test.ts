import { deflateSync } from 'node:zlib';

import { Random } from '../../../pdf/mutated/random';
import { decoded, NO_LIMIT } from './decoded';

test.each<[string, number[], number[]]>([
	['/Predictor 12/Columns 3', [2, 1, 2, 3, 2, 1, 1, 1], [1, 2, 3, 2, 3, 4]],
	['/Predictor 12/Columns 3', [2, 1, 2, 3, 2, 1], [1, 2, 3, 2]],
	['/Predictor 15/Columns 3', [1, 1, 1, 1, 0, 5, 6, 7], [1, 2, 3, 5, 6, 7]],
	['/Predictor 15/Columns 2/Colors 2', [1, 1, 2, 3, 4], [1, 2, 4, 6]],
	['/Predictor 11/Columns 2/Colors 3', [1, 1, 2, 3, 4, 5, 6], [1, 2, 3, 5, 7, 9]],
	['/Predictor 14/Columns 2/Colors 2', [0, 1, 2, 3, 4, 4, 5, 5, 1, 1], [1, 2, 3, 4, 6, 7, 7, 8]],
	['/Predictor 13/Columns 2/BitsPerComponent 16', [3, 8, 6, 2, 2], [8, 6, 6, 5]],
	['/Predictor 13/Columns 2', [0, 10, 20, 3, 1, 1], [10, 20, 6, 14]],
	['/Predictor 13/Columns 2', [0, 10, 21, 3, 1, 1], [10, 21, 6, 14]],
	['/Predictor 14/Columns 2', [0, 10, 20, 4, 1, 1], [10, 20, 11, 21]],
	// Of neighbours that are equally near, left comes before the one between, and so does up.
	['/Predictor 14/Columns 2', [0, 4, 5, 4, 254, 1], [4, 5, 2, 3]],
	['/Predictor 14/Columns 2', [0, 4, 2, 4, 1, 1], [4, 2, 5, 3]],
	// An unknown predictor is none.
	['/Predictor 10/Columns 2', [1, 1, 2, 5, 1, 2, 2, 1, 1], [1, 3, 1, 2, 2, 3]],
	['/Predictor 1/Columns 3', [1, 2, 3], [1, 2, 3]],
])('undoes %s', (parameters, rows, expected) => {
	for (const bytes of [1, 1000]) {
		const dictionary = `/Filter[/ASCIIHexDecode/FlateDecode]/DecodeParms[null<<${parameters}>>]`;
		const data = `${deflateSync(Buffer.from(rows)).toString('hex')}>`;
		const [content] = decoded(dictionary, data, NO_LIMIT, bytes);
		expect([...Buffer.from(content as string, 'latin1')]).toEqual(expected);
	}
});

/** The five filters of PNG (ISO/IEC 15948, 9.2 and 9.4), for the bytes a, b and c around a byte. */
const FILTERS: Array<(a: number, b: number, c: number) => number> = [
	() => 0,
	(a) => a,
	(_, b) => b,
	(a, b) => Math.floor((a + b) / 2),
	(a, b, c) => {
		const estimate = a + b - c;
		const [pa = 0, pb = 0, pc = 0] = [a, b, c].map((byte) => Math.abs(estimate - byte));
		if (pa <= pb && pa <= pc) return a;
		return pb <= pc ? b : c;
	},
];

test.each([
	['/Columns 5', 5, 1],
	['/Columns 4/Colors 3', 12, 3],
	['/Columns 3/Colors 4/BitsPerComponent 16', 24, 8],
	['/Columns 13/BitsPerComponent 1', 2, 1],
	['/Columns 5/Colors 3/BitsPerComponent 4', 8, 1],
	['/Columns 65536', 65_536, 1],
])('undoes every predictor of rows with %s', (parameters, width, step) => {
	const random = new Random(width);
	const rows = width > 100 ? 2 : 100;
	const data = Buffer.from(Array.from({ length: rows * width }, () => random.below(256)));
	const packed = Array.from({ length: rows }, (_, row) => {
		const filter = row % FILTERS.length;
		const start = row * width;
		const byteAt = (at: number, isOutside: boolean) => (isOutside ? 0 : (data[at] ?? 0));
		const bytes = Array.from(data.subarray(start, start + width), (byte, column) => {
			const at = start + column;
			const a = byteAt(at - step, column < step);
			const b = byteAt(at - width, row === 0);
			const c = byteAt(at - width - step, row === 0 || column < step);
			return byte - (FILTERS[filter]?.(a, b, c) ?? 0);
		});
		return Buffer.from([filter, ...bytes]);
	});
	for (const predictor of [10, 15]) {
		const dictionary = `/Filter/FlateDecode/DecodeParms<</Predictor ${predictor}${parameters}>>`;
		const [output, isComplete] = decoded(dictionary, deflateSync(Buffer.concat(packed)));
		expect([output === data.toString('latin1'), isComplete]).toEqual([true, true]);
	}
});

test.each([
	'/Predictor 2',
	'/Predictor 5',
	'/Predictor 9',
	'/Predictor 12.5',
	'/Predictor(12)',
	'/Predictor 12/Columns 9000000000',
	'/Predictor 12/Columns 65537',
	'/Predictor 12/Columns 0',
	'/Predictor 12/Columns 1.5',
	'/Predictor 12/Columns(1)',
	'/Predictor 12/Colors 0',
	'/Predictor 12/Colors 1.5',
	'/Predictor 12/BitsPerComponent 0',
	'/Predictor 12/BitsPerComponent 8.5',
	'/Predictor 12/BitsPerComponent -8/Colors -1',
])('%s is not read', (parameters) => {
	const dictionary = `/Filter/FlateDecode/DecodeParms<<${parameters}>>`;
	expect(decoded(dictionary, deflateSync('Hello'))).toEqual(['', false]);
});

test('long rows are used again, without what was in them', () => {
	const dictionary = '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 600>>';
	const rows = (value: number) =>
		deflateSync(Buffer.concat([Buffer.of(2), Buffer.alloc(600, value)]));
	const expected = (value: number) => [String.fromCharCode(value).repeat(600), true];
	expect(decoded(dictionary, rows(65))).toEqual(expected(65));
	const allocate = jest.spyOn(Buffer, 'allocUnsafeSlow');
	for (let value = 66; value < 90; value += 1) {
		expect(decoded(dictionary, rows(value))).toEqual(expected(value));
	}
	expect(allocate).not.toHaveBeenCalled();
	allocate.mockRestore();
});
