import { Memory } from '../../../../pdf/budget';
import { ByteInput } from '../../../../pdf/file/byteInput';
import { FREE, toStreamPlace, XrefEntries } from '../../../../pdf/file/crossReference';
import { readTable, readXrefStream } from '../../../../pdf/file/xrefSections';
import { Turns } from '../../../../pdf/turns';
import { makeDictionary } from '../dictionaries';

const turns = new Turns(25, () => Promise.resolve());
const open = (maxEntries = 100) => new XrefEntries(maxEntries, new Memory(10_000));
const list = (entries: XrefEntries) =>
	Array.from({ length: entries.length }, (_, row) => [
		entries.numbers.get(row),
		entries.places.get(row),
	]);

async function readStream(dictionary: string, bytes: number[], entries = open()) {
	const section = await readXrefStream(
		makeDictionary(dictionary),
		Buffer.from(bytes),
		entries,
		turns,
	);
	return section && list(entries);
}

test.each<[string, number[], number[][] | undefined]>([
	[
		'/W[1 2 1]/Size 3',
		[0, 0, 0, 9, 1, 1, 2, 0, 2, 0, 7, 5],
		[
			[0, FREE],
			[1, 258],
			[2, toStreamPlace(7, 5)],
		],
	],
	// Other types are reserved, and mean null.
	['/W[1 2 1]/Size 1', [3, 0, 7, 5], [[0, FREE]]],
	// Without a first field, all are in use.
	['/W[0 2 1]/Size 1', [1, 2, 0], [[0, 258]]],
	['/W[1 1 0]/Size 1', [1, 7], [[0, 7]]],
	[
		'/W[1 1 1]/Index[5 1 9 2]',
		[1, 1, 0, 1, 2, 0, 1, 3, 0],
		[
			[5, 1],
			[9, 2],
			[10, 3],
		],
	],
	['/W[1 8 2]/Size 1', [1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0], [[0, 258]]],
	['/W[1 30 0]/Size 1', [1, ...Array<number>(29).fill(0), 7], [[0, 7]]],
	['/W[1 31 0]/Size 1', [1, ...Array<number>(30).fill(0), 7], undefined],
	['/W[1 1 1]/Size 9', [1, 1, 0], undefined],
	// The data end within the second entry.
	['/W[1 2 1]/Size 2', [1, 0, 7, 0, 1, 0, 9], undefined],
	['/W[1 1 1]/Index[/A 1]', [1, 1, 0], undefined],
	['/W[0 0 0]/Size 1', [], undefined],
	['/W[1 -1 1]/Size 1', [1, 1, 0], undefined],
	['/W[1 40 1]/Size 1', Array<number>(42).fill(1), undefined],
	['/Size 1', [1, 1, 0], undefined],
])('the stream %s %j', async (dictionary, bytes, expected) => {
	expect(await readStream(dictionary, bytes)).toEqual(expected);
});

test('a section with more entries than the reader keeps is damaged', async () => {
	expect(await readStream('/W[1 1 1]/Size 2', [1, 1, 0, 1, 2, 0], open(1))).toBeUndefined();
	const tooLittle = new XrefEntries(9, new Memory(20));
	expect(await readStream('/W[1 1 1]/Size 2', [1, 1, 0, 1, 2, 0], tooLittle)).toBeUndefined();
});

async function readText(text: string, size: number) {
	async function* chunks(): AsyncGenerator<Buffer, void> {
		for (let at = 0; at < text.length; at += size) {
			yield await Promise.resolve(Buffer.from(text.slice(at, at + size)));
		}
	}
	await turns.begin();
	const entries = open();
	const section = await readTable(new ByteInput(chunks(), turns), entries);
	turns.end();
	return section && list(entries);
}

test.each<[string, number[][] | undefined]>([
	[
		'0 2\n0000000000 65535 f \n0000000017 00000 n \ntrailer',
		[
			[0, FREE],
			[1, 17],
		],
	],
	[
		'3 1\n17 0 n\n9 1\n18 0 n trailer',
		[
			[3, 17],
			[9, 18],
		],
	],
	['0 0 trailer', []],
	['0 2\n0000000000 65535 f \n', [[0, FREE]]],
	['0 2\n0000000000 65535 f \nstartxref', undefined],
	['0 1\n17 0 x trailer', undefined],
	['0 1\n17 n trailer', undefined],
	['0 1\n17 0 n 5trailer', undefined],
	// Numbers without a kind must not be collected for ever.
	['0 5\n1 1 1 1 1 1 n trailer', undefined],
])('the table %j', async (text, expected) => {
	for (const size of [1, 5, 1000]) expect(await readText(text, size)).toEqual(expected);
});
