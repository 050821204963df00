import { constants, deflateSync } from 'node:zlib';

import { decode } from '../../../../pdf/streams/filters';
import { makeDictionary } from '../dictionaries';
import { decoded, NO_LIMIT } from './decoded';

/** The example of ISO 32000-1, 7.4.4.2. */
const LZW_EXAMPLE = Buffer.from('800b6050220c0c8501', 'hex');
const LZW_RESULT = '-----A---B';

/** A block with codes of its own. */
const OWN_CODES = deflateSync(
	Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * index) % 51)),
	{ strategy: constants.Z_HUFFMAN_ONLY },
);

test.each<[string, Buffer | string, string]>([
	['', 'Hello', 'Hello'],
	['/Filter[]', 'Hello', 'Hello'],
	['/Filter/FlateDecode', deflateSync('Hello'), 'Hello'],
	['/Filter[/FlateDecode/FlateDecode]', deflateSync(deflateSync('Hello')), 'Hello'],
	['/Filter/FlateDecode', '', ''],
	// LibreOffice, cairo and Quartz count an end of line.
	['/Filter/FlateDecode', Buffer.concat([deflateSync('Hello'), Buffer.from('\r\n')]), 'Hello'],
	['/Filter/FlateDecode', Buffer.concat([deflateSync('Hello'), Buffer.alloc(9999)]), 'Hello'],
	['/Filter[/ASCIIHexDecode/LZWDecode]', `${LZW_EXAMPLE.toString('hex')}>`, LZW_RESULT],
	['/Filter/Crypt', 'Hello', 'Hello'],
	// A predictor is named for FlateDecode and LZWDecode only, each by the parameters of its own filter.
	['/Filter/Crypt/DecodeParms<</Predictor 12>>', 'Hello', 'Hello'],
	['/Filter/ASCIIHexDecode/DecodeParms<</Predictor 12>>', '48656c6c6f>', 'Hello'],
	['/Filter/RunLengthDecode/DecodeParms<</Predictor 12>>', '\x04Hello\x80', 'Hello'],
	['/Filter[/FlateDecode/Crypt]/DecodeParms[null<</Predictor 12>>]', deflateSync('Hello'), 'Hello'],
	['/Filter[/FlateDecode]/DecodeParms[<</Predictor 12>>]', deflateSync('\x02A\x02\x01'), 'AB'],
	['/Filter/FlateDecode/DecodeParms[<</Predictor 12>>]', deflateSync('\x02A\x02\x01'), 'AB'],
	['/Filter/LZWDecode/DecodeParms<</EarlyChange 1>>', LZW_EXAMPLE, LZW_RESULT],
	[`/Filter[${'/Crypt'.repeat(16)}]`, 'Hello', 'Hello'],
])('%s %j', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, true]);
});

test.each<[string, Buffer | string, string]>([
	['/Filter/FlateDecode', 'no zlib', ''],
	['/Filter/Other', 'Hello', ''],
	['/Filter 5', 'Hello', ''],
	[`/Filter[${'/Crypt'.repeat(17)}]`, 'Hello', ''],
	['/Filter[/FlateDecode null]', deflateSync('Hello'), ''],
	// What a filter cannot decode is not empty data of the next one.
	['/Filter[/Other/FlateDecode]', deflateSync('Hello'), ''],
	['/Filter[/ASCII85Decode/FlateDecode]', '<~GhVa^~>', ''],
	['/Filter[/ASCIIHexDecode/FlateDecode]', '', ''],
	// The names of inline images' filters are too short for streams.
	['/Filter/Fl', deflateSync('Hello'), ''],
	// Objects are not known yet.
	['/Filter/FlateDecode/DecodeParms 9 0 R', deflateSync('Hello'), ''],
	['/Filter[/FlateDecode]/DecodeParms[9 0 R]', deflateSync('Hello'), ''],
	['/Filter/LZWDecode/DecodeParms<</EarlyChange 9 0 R>>', LZW_EXAMPLE, ''],
	['/Filter/LZWDecode/DecodeParms<</EarlyChange 9 0 R/Predictor 1>>', LZW_EXAMPLE, ''],
])('%s %j is not complete', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, false]);
});

test.each<[string, Buffer | string, number]>([
	// Each byte of input is 2, and each of output 1.
	['/Filter/Crypt', 'Hello', 2 * 5 + 5],
	['/Filter[/Crypt/Crypt]', 'Hello', 2 * (2 * 5 + 5)],
	['/Filter/ASCIIHexDecode', '4865>', 2 * 5 + 2],
	// A block is 64, and 1500 with codes of its own.
	['/Filter/FlateDecode', deflateSync('Hello', { level: 0 }), 2 * 16 + 64 + 5],
	['/Filter/FlateDecode', deflateSync('Hello'), 2 * 13 + 64 + 5],
	['/Filter/FlateDecode', OWN_CODES, 2 * OWN_CODES.length + 1500 + 3000],
	// So are the table of LZW, and the rows of a predictor.
	['/Filter/LZWDecode', LZW_EXAMPLE, 16_384 + 2 * 9 + 10],
	['/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 600>>', deflateSync(''), 1200 + 16 + 64],
])('%s %j is %d bytes of work', (dictionary, data, expected) => {
	let work = 0;
	const spend = (bytes: number) => {
		work += bytes;
		return true;
	};
	expect(decoded(dictionary, data, { ...NO_LIMIT, spend })[1]).toBe(true);
	expect(work).toBe(expected);
});

test.each([
	[5, ['Hello', true]],
	[4, ['', false]],
	[0, ['', false]],
])('a filter gives at most %d bytes', (maxBytes, expected) => {
	expect(decoded('/Filter/FlateDecode', deflateSync('Hello'), { ...NO_LIMIT, maxBytes })).toEqual(
		expected,
	);
});

test.each<[string, Buffer | string, number]>([
	['/Filter/ASCIIHexDecode', '4865>', 2 * 5],
	// Not even the empty input of a filter is complete then.
	['/Filter/FlateDecode', deflateSync(''), 2 * 8],
	['/Filter/FlateDecode', deflateSync(''), 64],
	['/Filter/LZWDecode', LZW_EXAMPLE, 16_384],
	['/Filter/LZWDecode', LZW_EXAMPLE, 10],
])('%s %j is not complete without a budget for %d bytes of work', (dictionary, data, bytes) => {
	const budget = { ...NO_LIMIT, spend: (work: number) => work !== bytes };
	expect(decoded(dictionary, data, budget, 1000)).toEqual(['', false]);
});

test('without a byte, nothing is decoded', () => {
	expect(decoded('', 'Hello', { ...NO_LIMIT, maxBytes: 0 })).toEqual(['', false]);
});

test('keeps the output before damage', () => {
	const data = deflateSync('Hello, Hello, Hello').subarray(0, -3);
	expect(decoded('/Filter/FlateDecode', data)).toEqual(['Hello, Hello, Hello', false]);
});

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
