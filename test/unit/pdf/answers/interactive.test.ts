import { countFormFields, countLinks } from '../../../../nodes/pdf/answers/interactive';
import { readPages } from '../../../../nodes/pdf/document';
import { Reference } from '../../../../nodes/pdf/syntax';
import { Turns } from '../../../../nodes/pdf/turns';
import { makeDocument, NO_TURNS } from '../reading';

async function countLinksWith(page: string, turns = NO_TURNS) {
	const { objects } = await makeDocument({
		1: '<</Type/Catalog/Pages 2 0 R>>',
		2: '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>',
		3: `<</Type/Page${page}>>`,
		4: `<</Type/Page/Annots[5 0 R]>>`,
		5: '<</Subtype/Link>>',
		6: '[5 0 R 5 0 R]',
		7: '<</Subtype 8 0 R>>',
		8: '/Link',
		9: 'null',
	});
	return await countLinks(objects, await readPages(objects, new Reference(2, 0), NO_TURNS), turns);
}

test.each([
	['', 1],
	['/Annots[]', 1],
	['/Annots 9 0 R', 1],
	['/Annots<</Subtype/Link>>', 1],
	['/Annots[5 0 R]', 2],
	['/Annots 6 0 R', 3],
	['/Annots[7 0 R <</Subtype/Link>> <</Subtype/Widget>> <<>> 9 0 R]', 3],
])('links: %s on one page, one on the next', async (page, expected) => {
	expect(await countLinksWith(page)).toBe(expected);
});

test('links of a page inside its parent are unknown', async () => {
	const { objects } = await makeDocument({
		1: '<</Type/Catalog/Pages 2 0 R>>',
		2: '<</Count 1/Kids[<</Type/Page/Annots[<</Subtype/Link>>]>>]>>',
	});
	const pages = await readPages(objects, new Reference(2, 0), NO_TURNS);
	await expect(countLinks(objects, pages, NO_TURNS)).rejects.toThrow('not an object of its own');
});

async function countFieldsWith(form: string, turns = NO_TURNS) {
	const document = await makeDocument({
		1: `<</Type/Catalog/Pages 2 0 R${form}>>`,
		5: '<</T(a)/FT/Tx>>',
		6: '<</T(group)/Kids[5 0 R 7 0 R 10 0 R]>>',
		7: '<</T(b)/Kids[8 0 R 8 0 R]>>',
		8: '<</Subtype/Widget>>',
		9: '[5 0 R]',
		10: '<</T(circle)/Kids[6 0 R]>>',
		11: 'null',
		12: '<</T(d)/Kids[8 0 R 13 0 R]>>',
		13: '<</Subtype/Widget>>',
		14: '<</T(own kid)/Kids[14 0 R 8 0 R]>>',
		15: '<</T(one)/Kids[16 0 R]>>',
		16: '<</T(other)/Kids[15 0 R]>>',
	});
	return await countFormFields(document, turns);
}

test.each([
	['', 0],
	['/AcroForm<<>>', 0],
	['/AcroForm<</Fields[]>>', 0],
	['/AcroForm<</Fields 11 0 R>>', 0],
	['/AcroForm<</Fields[11 0 R 99 0 R]>>', 0],
	['/AcroForm<</Fields[5 0 R]>>', 1],
	['/AcroForm<</Fields[5 0 R 5 0 R]>>', 1],
	['/AcroForm<</Fields 9 0 R>>', 1],
	['/AcroForm<</Fields[7 0 R]>>', 1],
	['/AcroForm<</Fields[12 0 R]>>', 1],
	['/AcroForm<</Fields[<</T(e)/Kids[11 0 R 5 0 R]>>]>>', 1],
	['/AcroForm<</Fields[<</T(c)>> <</T(d)>>]>>', 2],
	['/AcroForm<</Fields[6 0 R]>>', 2],
	['/AcroForm<</Fields[14 0 R]>>', 1],
	['/AcroForm<</Fields[14 0 R 5 0 R]>>', 2],
	['/AcroForm<</Fields[<</T(c)>> 5 0 R]>>', 2],
])('form fields: %s has %d', async (form, expected) => {
	expect(await countFieldsWith(form)).toBe(expected);
});

test("fields that are each other's kids are not counted", async () => {
	await expect(countFieldsWith('/AcroForm<</Fields[15 0 R]>>')).rejects.toThrow('in a circle');
});

test('yields to other work', async () => {
	const pause = jest.fn(() => Promise.resolve());
	await countLinksWith('/Annots[5 0 R]', new Turns(0, pause));
	expect(pause).toHaveBeenCalledTimes(4);
	await countFieldsWith('/AcroForm<</Fields[6 0 R]>>', new Turns(0, pause));
	expect(pause.mock.calls.length).toBeGreaterThan(7);
});
