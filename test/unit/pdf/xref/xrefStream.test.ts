import { isDictionary, tryParseObject, type Dictionary } from '../../../../nodes/pdf/syntax';
import { findContainer, FREE, readXrefStream } from '../../../../nodes/pdf/xref';
import { present } from '../../../present';
import { NO_TURNS } from '../reading';

function makeDictionary(text: string): Dictionary {
	const object = tryParseObject(Buffer.from(`<<${text}>>`));
	return present(isDictionary(object) ? object : undefined);
}

async function read(text: string, data: number[], most = 100) {
	const trailer = makeDictionary(text);
	const section = await readXrefStream(7, trailer, Buffer.from(data), most, NO_TURNS);
	expect(section).toMatchObject({ offset: 7, trailer });
	const { isIntact, numbers, places } = section;
	const found = places.map((place, index) => [numbers[index], findContainer(place) ?? place]);
	return { isIntact, found };
}

test('free objects, offsets and objects in streams', async () => {
	const data = [0, 0, 0, 255, 1, 1, 2, 0, 2, 0, 9, 3];
	const found = [
		[0, FREE],
		[1, 258],
		[2, { container: 9, index: 3 }],
	];
	expect(await read('/Size 3/W[1 2 1]', data)).toEqual({ isIntact: true, found });
});

test.each([
	[
		'/Size 2/W[0 1 0]',
		[5, 6],
		[
			[0, 5],
			[1, 6],
		],
	],
	[
		'/Size 2/W[0 1]',
		[5, 6],
		[
			[0, 5],
			[1, 6],
		],
	],
	[
		'/Size 9/Index[4 1 8 1]/W[1 1 0]',
		[1, 5, 1, 6],
		[
			[4, 5],
			[8, 6],
		],
	],
	['/Size 9/Index[4 1 8]/W[1 1 0]', [1, 5], [[4, 5]]],
	['/W[1 1 0]', [1, 5], []],
	['/Size 1/W[1 1 0]', [3, 5], [[0, FREE]]],
	['/Size 1/W[1 29 1]', [1, ...Array<number>(28).fill(0), 5, 0], [[0, 5]]],
])('%s', async (text, data, found) => {
	expect(await read(text, data)).toEqual({ isIntact: true, found });
});

test.each([
	['/Size 2', [1, 5], []],
	['/Size 2/W[0 0 0]', [1, 5], []],
	['/Size 1/W[1 29 2]', Array<number>(32).fill(0), []],
	['/Size 1/W[1/A 1]', Array<number>(200).fill(0), []],
	['/Size/A/W[1 1 0]', [1, 5], []],
	['/Index 5/W[1 1 0]', [1, 5], []],
	['/Index[0/A]/W[1 1 0]', [1, 5], []],
	['/Size 2/W[1 1 0]', [1, 5, 1], [[0, 5]]],
])('%s is damaged', async (text, data, found) => {
	expect(await read(text, data)).toEqual({ isIntact: false, found });
});

test('too many entries are damage', async () => {
	const all = [
		[0, 5],
		[1, 6],
	];
	expect(await read('/Size 2/W[0 1]', [5, 6], 2)).toEqual({ isIntact: true, found: all });
	expect(await read('/Size 2/W[0 1]', [5, 6], 1)).toEqual({ isIntact: false, found: [[0, 5]] });
});
