import {
	haveAllRootsCount,
	readPageEntries,
	readPages,
	type Page,
} from '../../../../nodes/pdf/document';
import { Name, Reference, type PdfObject } from '../../../../nodes/pdf/syntax';
import { Turns } from '../../../../nodes/pdf/turns';
import { PdfWriter } from '../../support/pdfWriter';
import { scanBody, makeDocument, NO_TURNS } from '../reading';

/** The pages of a tree whose root is object 2. */
async function readPagesOf(objects: Record<number, string>, turns = NO_TURNS): Promise<Page[]> {
	const document = await makeDocument({ 1: '<</Type/Catalog/Pages 2 0 R>>', ...objects });
	return await readPages(document.objects, new Reference(2, 0), turns);
}

const makePage = (
	number: number | undefined,
	resources: PdfObject = null,
	mediaBox: PdfObject = null,
) => ({
	number,
	resources,
	mediaBox,
});

test('lists pages in tree order, with inherited and own entries', async () => {
	expect(
		await readPagesOf({
			2: '<</Type/Pages/Count 4/Kids[3 0 R 4 0 R 5 0 R]/MediaBox 8 0 R>>',
			3: '<</Type/Page/Resources 9 0 R>>',
			4: '<</Type/Pages/Count 2/Kids[6 0 R 7 0 R]/Resources/Inner/MediaBox/InnerBox>>',
			5: '<</Type/Page>>',
			6: '<</Type/Page/Resources/Own/MediaBox/OwnBox>>',
			7: '<</Type/Page>>',
		}),
	).toEqual([
		makePage(3, new Reference(9, 0), new Reference(8, 0)),
		makePage(6, new Name('Own'), new Name('OwnBox')),
		makePage(7, new Name('Inner'), new Name('InnerBox')),
		makePage(5, null, new Reference(8, 0)),
	]);
});

test('reads the entries of a page from its object; a page inside its parent has none', async () => {
	const { objects } = await makeDocument({
		1: '<</Type/Catalog/Pages 2 0 R>>',
		2: '<</Count 2/Kids[3 0 R<</Type/Page>>]>>',
		3: '<</Type/Page/Rotate 90>>',
	});
	expect(readPageEntries(objects, makePage(3)).get('Rotate')).toBe(90);
	for (const number of [undefined, 9])
		expect(() => readPageEntries(objects, makePage(number))).toThrow(
			'a page is not an object of its own',
		);
});

test('accepts a page inside its parent, a root that is a page, and a node without a type', async () => {
	const inside = '<</Count 2/Kids[<</Type/Page>><</Type/Page>>]>>';
	expect(await readPagesOf({ 2: inside })).toEqual([makePage(undefined), makePage(undefined)]);
	expect(await readPagesOf({ 2: '<</Type/Page/Count 1/Kids[3 0 R]>>' })).toEqual([makePage(2)]);
	expect(await readPagesOf({ 2: '<</Type/Pages/Count 0/Kids[]>>' })).toEqual([]);
});

test('type, kids and count may be separate objects', async () => {
	expect(
		await readPagesOf({
			2: '<</Type/Pages/Count 4 0 R/Kids 5 0 R>>',
			3: '<</Type 6 0 R>>',
			4: '1',
			5: '[3 0 R]',
			6: '/Page',
		}),
	).toEqual([makePage(3)]);
});

test.each([
	['<</Kids[3 0 R 3 0 R]/Count 2>>', 'a page is in its page tree twice'],
	['<</Kids[2 0 R]/Count 1>>', 'a page is in its page tree twice'],
	['<</Kids[9 0 R]/Count 1>>', 'a page is missing'],
	['<</Kids[null]/Count 1>>', 'a page is missing'],
	['<</Kids[4 0 R]/Count 1>>', 'its page tree contains something other than pages'],
	['<</Type/Pages/Count 0>>', 'its page tree contains something other than pages'],
	['<</Kids[3 0 R]/Count 2>>', 'its page tree does not contain as many pages as it says'],
	['<</Kids[3 0 R]/Count 0>>', 'its page tree does not contain as many pages as it says'],
	['<</Kids[3 0 R]/Count/One>>', 'its page tree does not contain as many pages as it says'],
	['<</Kids[3 0 R]>>', 'its page tree does not contain as many pages as it says'],
])('%s: %s', async (root, reason) => {
	const objects = { 2: root, 3: '<</Type/Page>>', 4: '<</Type/Font>>' };
	await expect(readPagesOf(objects)).rejects.toMatchObject({ name: 'Unknown', reason });
});

test('may yield at every node', async () => {
	const pause = jest.fn(() => Promise.resolve());
	await readPagesOf({ 2: '<</Kids[3 0 R]/Count 1>>', 3: '<</Type/Page>>' }, new Turns(0, pause));
	expect(pause).toHaveBeenCalledTimes(2);
});

describe('whether all roots count as many pages', () => {
	test.each([
		['<</Type/Pages/Kids[]/Count 3>>', true],
		['<</Type/Pages/Kids[]/Count 2>>', false],
		['<</Type/Pages/Kids[]/Count 2/Parent 9 0 R>>', true],
		['<</Type/Pages/Count 2>>', true],
		['<</Type/Page/Kids[]/Number 2>>', true],
		['<</Type/Pages/Kids[]>>', true],
		['<</Kids[]/Count 2>>', true],
		['[/Pages/Count/Kids]', true],
		['<</Type/Pages/Kids[]/Count 2', true],
	])('%s: %s', async (object, expected) => {
		const file = new PdfWriter().object(1, '<</Type/Pages/Kids[]/Count 3>>').object(2, object);
		expect(await haveAllRootsCount(await scanBody(file), 3, NO_TURNS)).toBe(expected);
	});

	test('finds objects in object streams, unless they are not kept', async () => {
		const root = '<</Type/Pages/Kids[]/Count 2>>';
		const file = new PdfWriter().stream(5, '/Type/ObjStm/N 1/First 4', `2 0 ${root}`);
		expect(await haveAllRootsCount(await scanBody(file), 3, NO_TURNS)).toBe(false);
		expect(await haveAllRootsCount(await scanBody(file), 2, NO_TURNS)).toBe(true);
		expect(await haveAllRootsCount(await scanBody(file, { keptBytes: 60 }), 3, NO_TURNS)).toBe(
			true,
		);
	});
});
