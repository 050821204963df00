import { deflateSync } from 'node:zlib';

import { collect, decode } from '../../../pdf/filters';
import { makeDictionary } from './dictionaries';

const NO_LIMIT = { maxBytes: 2 ** 24, spend: () => true, pause: () => Promise.resolve() };

async function decoded(dictionary: string, data: Buffer | string, budget = NO_LIMIT) {
	const bytes = Buffer.from(data as string, 'latin1');
	const { content, isComplete } = await collect(decode(makeDictionary(dictionary), bytes, budget));
	return [content.toString('latin1'), isComplete];
}

test.each<[string, Buffer | string, string]>([
	['', 'Hello', 'Hello'],
	['/Filter[]', 'Hello', 'Hello'],
	['/Filter/FlateDecode', deflateSync('Hello'), 'Hello'],
	['/Filter[/FlateDecode/FlateDecode]', deflateSync(deflateSync('Hello')), 'Hello'],
	['/Filter/FlateDecode', '', ''],
	['/Filter/ASCIIHexDecode', '48 65 6C\n6c6F>ignored', 'Hello'],
	['/Filter/ASCIIHexDecode', '486>', 'H`'],
	['/Filter/ASCII85Decode', '87cUR\nD]~>', 'Hello'],
	['/Filter/ASCII85Decode', 'z~>', '\0\0\0\0'],
	['/Filter/ASCII85Decode', 'rr~>', '\xff'],
	['/Filter/Crypt', 'Hello', 'Hello'],
])('%s %j', async (dictionary, data, expected) => {
	expect(await decoded(dictionary, data)).toEqual([expected, true]);
});

test.each<[string, Buffer | string, string]>([
	['/Filter/FlateDecode', 'no zlib', ''],
	['/Filter/ASCIIHexDecode', '4865', 'He'],
	['/Filter/ASCIIHexDecode', '48?65>', 'He'],
	['/Filter/ASCII85Decode', '87cUR', 'Hell'],
	['/Filter/Other', 'Hello', ''],
	['/Filter 5', 'Hello', ''],
])('%s %j is not complete', async (dictionary, data, expected) => {
	expect(await decoded(dictionary, data)).toEqual([expected, false]);
});

test('keeps the output before damage', async () => {
	const data = deflateSync('Hello, Hello, Hello').subarray(0, -3);
	expect(await decoded('/Filter/FlateDecode', data)).toEqual(['Hello, Hello, Hello', false]);
});

test.each<[string, number[], number[]]>([
	['/Predictor 12/Columns 3', [2, 1, 2, 3, 2, 1, 1, 1], [1, 2, 3, 2, 3, 4]],
	['/Predictor 12/Columns 3', [2, 1, 2, 3, 2, 1], [1, 2, 3, 2]],
	['/Predictor 15/Columns 3', [1, 1, 1, 1, 0, 5, 6, 7], [1, 2, 3, 5, 6, 7]],
	['/Predictor 15/Columns 2/Colors 2', [1, 1, 2, 3, 4], [1, 2, 4, 6]],
	['/Predictor 13/Columns 2', [0, 10, 20, 3, 1, 1], [10, 20, 6, 14]],
	['/Predictor 14/Columns 2', [0, 10, 20, 4, 1, 1], [10, 20, 11, 21]],
	['/Predictor 2/Columns 3', [1, 1, 1, 5, 1, 1], [1, 2, 3, 5, 6, 7]],
	['/Predictor 1/Columns 3', [1, 2, 3], [1, 2, 3]],
])('undoes %s', async (parameters, rows, expected) => {
	const dictionary = `/Filter/FlateDecode/DecodeParms<<${parameters}>>`;
	const [content] = await decoded(dictionary, deflateSync(Buffer.from(rows)));
	expect([...Buffer.from(content as string, 'latin1')]).toEqual(expected);
});

test.each(['/Predictor 2/BitsPerComponent 4', '/Predictor 12/Columns 9000000000', '/Predictor 5'])(
	'%s is not read',
	async (parameters) => {
		const dictionary = `/Filter/FlateDecode/DecodeParms<<${parameters}>>`;
		expect(await decoded(dictionary, deflateSync('Hello'))).toEqual(['', false]);
	},
);

test.each([1, 2])('stops at the limits: filter %d', async (times) => {
	const bomb = Array.from({ length: times }).reduce<Buffer>(
		(data) => deflateSync(data),
		Buffer.alloc(2 ** 22),
	);
	const dictionary = `/Filter[${'/FlateDecode'.repeat(times)}]`;
	const [content, isComplete] = await decoded(dictionary, bomb, { ...NO_LIMIT, maxBytes: 2 ** 18 });
	expect([(content as string).length <= 2 ** 18, isComplete]).toEqual([true, false]);
	let left = 3;
	const spend = () => (left -= 1) > 0;
	expect((await decoded(dictionary, bomb, { ...NO_LIMIT, spend }))[1]).toBe(false);
});
