import { deflateSync } from 'node:zlib';

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
	['/Predictor 1/Columns 3', [1, 2, 3], [1, 2, 3]],
])('undoes %s', (parameters, rows, expected) => {
	for (const bytes of [1, 1000]) {
		const dictionary = `/Filter[/ASCIIHexDecode/FlateDecode]/DecodeParms[null<<${parameters}>>]`;
		const data = `${deflateSync(Buffer.from(rows)).toString('hex')}>`;
		const [content] = decoded(dictionary, data, NO_LIMIT, bytes);
		expect([...Buffer.from(content as string, 'latin1')]).toEqual(expected);
	}
});

test.each(['/Predictor 2', '/Predictor 12/Columns 9000000000', '/Predictor 5'])(
	'%s is not read',
	(parameters) => {
		const dictionary = `/Filter/FlateDecode/DecodeParms<<${parameters}>>`;
		expect(decoded(dictionary, deflateSync('Hello'))).toEqual(['', false]);
	},
);

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
