import { deflateSync } from 'node:zlib';

import { decode } from '../../../../pdf/streams/filters';
import { makeDictionary } from '../dictionaries';
import { decoded, NO_LIMIT } from './decoded';

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
	['/Filter[/ASCIIHexDecode/LZWDecode]', `${LZW_EXAMPLE.toString('hex')}>`, LZW_RESULT],
	['/Filter/Crypt', 'Hello', 'Hello'],
	[`/Filter[${'/Crypt'.repeat(16)}]`, 'Hello', 'Hello'],
])('%s %j', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, true]);
});

test.each<[string, Buffer | string, string]>([
	['/Filter/FlateDecode', 'no zlib', ''],
	['/Filter/Other', 'Hello', ''],
	['/Filter 5', 'Hello', ''],
	[`/Filter[${'/Crypt'.repeat(17)}]`, 'Hello', ''],
	// Objects are not known yet.
	['/Filter/FlateDecode/DecodeParms 9 0 R', deflateSync('Hello'), ''],
	['/Filter[/FlateDecode]/DecodeParms[9 0 R]', deflateSync('Hello'), ''],
	['/Filter/LZWDecode/DecodeParms<</EarlyChange 9 0 R>>', LZW_EXAMPLE, ''],
])('%s %j is not complete', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, false]);
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
