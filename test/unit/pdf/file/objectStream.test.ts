import { readObjectStream } from '../../../../pdf/file/objectStream';
import { Turns } from '../../../../pdf/turns';
import { makeDictionary } from '../dictionaries';

async function read(dictionary: string, data: string, { maxObjects = 100, work = Infinity } = {}) {
	const found: Array<[index: number, number: number, text: string]> = [];
	let left = work;
	await readObjectStream(makeDictionary(dictionary), Buffer.from(data), {
		add: (index, number, bytes) => found.push([index, number, bytes.toString()]),
		maxObjects,
		spend: (bytes) => (left -= bytes) >= 0,
		turns: new Turns(25, () => Promise.resolve()),
	});
	return found;
}

test.each<[string, string, string, Array<[number, number, string]>]>([
	[
		'objects',
		'/N 2/First 8',
		'7 0 9 3 12 34',
		[
			[0, 7, '12 '],
			[1, 9, '34'],
		],
	],
	[
		'objects in another order',
		'/N 3/First 12',
		'7 3 9 0 8 6 12 34 56',
		[
			[0, 7, '34 '],
			[1, 9, '12 '],
			[2, 8, '56'],
		],
	],
	[
		'an object that is listed twice',
		'/N 2/First 8',
		'7 0 9 0 12',
		[
			[0, 7, '12'],
			[1, 9, '12'],
		],
	],
	['fewer objects than the heading has', '/N 1/First 8', '7 0 9 3 12 34', [[0, 7, '12 34']]],
	['no objects', '/N 0/First 0', '', []],
	['more objects than the heading has', '/N 3/First 8', '7 0 9 3 12 34', []],
	['a heading that is no number', '/N 1/First 4', '7 x 12', []],
	['a heading beyond the data', '/N 1/First 40', '7 0 12', []],
	['no number of objects', '/First 4', '7 0 12', []],
])('%s', async (_, dictionary, data, expected) => {
	expect(await read(dictionary, data)).toEqual(expected);
});

test('limits', async () => {
	expect(await read('/N 2/First 8', '7 0 9 3 12 34', { maxObjects: 1 })).toEqual([]);
	expect(await read('/N 2/First 8', '7 0 9 3 12 34', { work: 100 })).toEqual([]);
	const padded = (blanks: number) => `7 0 ${' '.repeat(blanks)}`;
	expect(await read('/N 1/First 60004', `${padded(60_000)}12`)).toHaveLength(1);
	expect(await read('/N 1/First 70004', `${padded(70_000)}12`)).toEqual([]);
	const entries = Array.from({ length: 4000 }, (_, index) => `${index} 0`.padEnd(20)).join('');
	const many = `/N 4000/First ${entries.length}`;
	expect(await read(many, entries, { maxObjects: 4000 })).toHaveLength(4000);
	// Objects do not overlap, so they cannot be much longer than the data.
	const heading = Array.from({ length: 9 }, (_, index) => `${index + 1} ${8 - index} `).join('');
	expect(await read(`/N 9/First ${heading.length}`, `${heading}123456789`)).toHaveLength(9);
	const same = Array.from({ length: 9 }, (_, index) => `${index + 1} 0 `).join('');
	const long = `${same}${'x'.repeat(500)}`;
	expect(await read(`/N 9/First ${same.length}`, long)).toHaveLength(2);
});
