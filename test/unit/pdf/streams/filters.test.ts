import { deflateSync } from 'node:zlib';

import { decode } from '../../../../pdf/streams/filters';
import { makeDictionary } from '../dictionaries';

const NO_LIMIT = { maxBytes: 2 ** 24, spend: () => true };

/** The output, and whether it is complete. The data come in parts of this size. */
function decoded(dictionary: string, data: Buffer | string, budget = NO_LIMIT, partBytes = 7) {
	const bytes = Buffer.from(data as string, 'latin1');
	const parts: Buffer[] = [];
	for (let at = 0; at < bytes.length; at += partBytes) {
		parts.push(bytes.subarray(at, at + partBytes));
	}
	const output: Buffer[] = [];
	const pieces = decode(makeDictionary(dictionary), parts, budget);
	for (;;) {
		const next = pieces.next();
		// A piece is valid until the next one.
		if (next.done !== true) output.push(Buffer.from(next.value));
		else return [Buffer.concat(output).toString('latin1'), next.value];
	}
}

/** Codes of LZW, each with its number of bits. */
function pack(...codes: Array<[code: number, bits: number]>): Buffer {
	const bits = codes.map(([code, count]) => code.toString(2).padStart(count, '0')).join('');
	const bytes = bits.match(/.{1,8}/g) ?? [];
	return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

/** The example of ISO 32000-1, 7.4.4.2. */
const LZW_EXAMPLE = Buffer.from('800b6050220c0c8501', 'hex');
const LZW_RESULT = '-----A---B';

test.each<[string, Buffer | string, string]>([
	['', 'Hello', 'Hello'],
	['/Filter[]', 'Hello', 'Hello'],
	['/Filter/FlateDecode', deflateSync('Hello'), 'Hello'],
	['/Filter[/FlateDecode/FlateDecode]', deflateSync(deflateSync('Hello')), 'Hello'],
	['/Filter/FlateDecode', '', ''],
	// LibreOffice, cairo and Quartz count an end of line.
	['/Filter/FlateDecode', Buffer.concat([deflateSync('Hello'), Buffer.from('\r\n')]), 'Hello'],
	['/Filter/FlateDecode', Buffer.concat([deflateSync('Hello'), Buffer.alloc(9999)]), 'Hello'],
	['/Filter/ASCIIHexDecode', '48 65 6C\n6c6F>ignored', 'Hello'],
	['/Filter/ASCIIHexDecode', '486>', 'H`'],
	['/Filter/ASCIIHexDecode', '>', ''],
	['/Filter/ASCII85Decode', '87cUR\nD]~>', 'Hello'],
	['/Filter/ASCII85Decode', '87cURD]i,"Ebo80~ >', 'Hello World!'],
	['/Filter/ASCII85Decode', 'z~>', '\0\0\0\0'],
	['/Filter/ASCII85Decode', 'rr~>', '\xff'],
	['/Filter/LZWDecode', LZW_EXAMPLE, LZW_RESULT],
	['/Filter/RunLengthDecode', '\x04Hello\xfex\x80ignored', 'Helloxxx'],
	['/Filter/RunLengthDecode', `\x81-\x80`, '-'.repeat(128)],
	['/Filter[/ASCIIHexDecode/LZWDecode]', `${LZW_EXAMPLE.toString('hex')}>`, LZW_RESULT],
	['/Filter/Crypt', 'Hello', 'Hello'],
])('%s %j', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, true]);
});

test.each<[string, Buffer | string, string]>([
	['/Filter/FlateDecode', 'no zlib', ''],
	['/Filter/ASCIIHexDecode', '4865', 'He'],
	['/Filter/ASCIIHexDecode', '48?65>', 'He'],
	['/Filter/ASCII85Decode', '87cUR', 'Hell'],
	['/Filter/ASCII85Decode', '87cUR\nD]~', 'Hello'],
	['/Filter/ASCII85Decode', '87v~>', 'H'],
	['/Filter/ASCII85Decode', '87zcURD]~>', 'Hello'],
	// Some writers begin with a mark that ends nothing.
	['/Filter/ASCII85Decode', '<~87cURD]~>', ''],
	['/Filter/LZWDecode', LZW_EXAMPLE.subarray(0, -2), '-----A---'],
	['/Filter/LZWDecode', pack([0x41, 9], [300, 9], [257, 9]), 'A'],
	['/Filter/RunLengthDecode', '\x04Hel', 'Hel'],
	['/Filter/RunLengthDecode', '\x04Hello', 'Hello'],
	['/Filter/Other', 'Hello', ''],
	['/Filter 5', 'Hello', ''],
])('%s %j is not complete', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, false]);
});

test('keeps the output before damage', () => {
	const data = deflateSync('Hello, Hello, Hello').subarray(0, -3);
	expect(decoded('/Filter/FlateDecode', data)).toEqual(['Hello, Hello, Hello', false]);
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

test('undoes a predictor of LZW', () => {
	const rows = pack([256, 9], [2, 9], [1, 9], [2, 9], [1, 9], [257, 9]);
	const dictionary = '/Filter/LZWDecode/DecodeParms<</Predictor 12/Columns 1>>';
	expect(decoded(dictionary, rows)).toEqual(['\x01\x02', true]);
});

test.each(['/Predictor 2', '/Predictor 12/Columns 9000000000', '/Predictor 5'])(
	'%s is not read',
	(parameters) => {
		const dictionary = `/Filter/FlateDecode/DecodeParms<<${parameters}>>`;
		expect(decoded(dictionary, deflateSync('Hello'))).toEqual(['', false]);
	},
);

test.each([1, 2])('stops at the limits: filter %d', (times) => {
	const bomb = Array.from({ length: times }).reduce<Buffer>(
		(data) => deflateSync(data),
		Buffer.alloc(2 ** 22),
	);
	const dictionary = `/Filter[${'/FlateDecode'.repeat(times)}]`;
	const [content, isComplete] = decoded(dictionary, bomb, { ...NO_LIMIT, maxBytes: 2 ** 18 });
	expect([(content as string).length <= 2 ** 18, isComplete]).toEqual([true, false]);
	let left = 3;
	const spend = () => (left -= 1) > 0;
	expect(decoded(dictionary, bomb, { ...NO_LIMIT, spend })[1]).toBe(false);
});

test.each(['ASCIIHexDecode', 'ASCII85Decode', 'LZWDecode', 'RunLengthDecode', 'FlateDecode'])(
	'%s gives a piece for each that it gets, so that the caller may yield, even after filters without output',
	(filter) => {
		const blanks = Buffer.alloc(10 * 16 * 1024, ' ');
		// The first filter finds nothing but blanks.
		const dictionary = makeDictionary(`/Filter[/ASCIIHexDecode/${filter}]`);
		expect([...decode(dictionary, [blanks], NO_LIMIT)].length).toBeGreaterThanOrEqual(10);
	},
);
