import { decoded } from './decoded';

/** Codes of LZW, each with its number of bits. */
function pack(...codes: Array<[code: number, bits: number]>): Buffer {
	const bits = codes.map(([code, count]) => code.toString(2).padStart(count, '0')).join('');
	const bytes = bits.match(/.{1,8}/g) ?? [];
	return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

/** The example of ISO 32000-1, 7.4.4.2. */
const LZW_EXAMPLE = Buffer.from('800b6050220c0c8501', 'hex');
const LZW_RESULT = '-----A---B';

test.each<[string, Buffer | string, string]>([['/Filter/LZWDecode', LZW_EXAMPLE, LZW_RESULT]])(
	'%s %j',
	(dictionary, data, expected) => {
		expect(decoded(dictionary, data)).toEqual([expected, true]);
	},
);

test.each<[string, Buffer | string, string]>([
	['/Filter/LZWDecode', LZW_EXAMPLE.subarray(0, -2), '-----A---'],
	['/Filter/LZWDecode', pack([0x41, 9], [300, 9], [257, 9]), 'A'],
	// The first code with a meaning of its own needs a code before it.
	['/Filter/LZWDecode', pack([258, 9], [257, 9]), ''],
	['/Filter/LZWDecode', pack([0x41, 9], [256, 9], [258, 9], [257, 9]), 'A'],
])('%s %j is not complete', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, false]);
});

test.each([true, false])('LZW codes get longer, one code early: %s', (isEarly) => {
	// The table gets a code with each code after the first: 512 codes need ten bits.
	const literals = Array.from({ length: 600 }, (_, index) => 65 + (index % 26));
	const limit = isEarly ? 511 : 512;
	const codes = literals.map((code, index): [number, number] => [
		code,
		257 + index >= limit ? 10 : 9,
	]);
	const parameters = isEarly ? '' : '/DecodeParms<</EarlyChange 0>>';
	const data = pack([256, 9], ...codes, [257, 10]);
	const expected = Buffer.from(literals).toString('latin1');
	expect(decoded(`/Filter/LZWDecode${parameters}`, data)).toEqual([expected, true]);
});

test('undoes a predictor of LZW', () => {
	const rows = pack([256, 9], [2, 9], [1, 9], [2, 9], [1, 9], [257, 9]);
	const dictionary = '/Filter/LZWDecode/DecodeParms<</Predictor 12/Columns 1>>';
	expect(decoded(dictionary, rows)).toEqual(['\x01\x02', true]);
});

test('a table is used again, without the meanings that its codes had', () => {
	const first = pack([65, 9], [66, 9], [258, 9], [257, 9]);
	expect(decoded('/Filter/LZWDecode', first)).toEqual(['ABAB', true]);
	const allocate = jest.spyOn(Uint16Array.prototype, 'slice');
	// Without a first code that clears the table.
	const second = pack([67, 9], [259, 9], [257, 9]);
	for (let times = 0; times < 10; times += 1) {
		expect(decoded('/Filter/LZWDecode', second)).toEqual(['C', false]);
	}
	expect(allocate).not.toHaveBeenCalled();
	allocate.mockRestore();
});
