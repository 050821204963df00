import { findNotEmbeddedFonts } from '../../../../../nodes/pdf/answers/page/fonts';
import { Reference } from '../../../../../nodes/pdf/syntax';
import { Turns } from '../../../../../nodes/pdf/turns';
import { makeDocument, NO_TURNS } from '../../reading';

const OTHERS = {
	20: '<</Type/Font/BaseFont/Twenty>>',
	21: '<</FontFile2 22 0 R>>',
	22: '<<>>',
	23: '/ByReference',
	24: '[25 0 R]',
	25: '<</BaseFont/Inner/FontDescriptor 21 0 R>>',
	30: '<</Resources<</Font<</F<</BaseFont/InForm>>>>>>>>',
	31: '<</Resources<</XObject<</X 31 0 R/Y 30 0 R>>/Font<</F<</BaseFont/Circle>>>>>>>>',
	32: '<</F 20 0 R>>',
};

const PAGE = '<</Type/Page/Annots[<<>> 40 0 R 41 0 R 42 0 R]>>';

/** Names of the fonts that are not embedded, on a page with these resources. */
async function findNames(resources: string, turns = NO_TURNS): Promise<string[]> {
	const { objects } = await makeDocument({
		1: '<</Pages 2 0 R>>',
		3: `<<${resources}>>`,
		4: PAGE,
		...OTHERS,
	});
	const pages = [{ number: 4, resources: new Reference(3, 0), mediaBox: null }];
	return [...(await findNotEmbeddedFonts(objects, pages, turns))];
}

test.each([
	['<</BaseFont/A>>', ['A']],
	['<</BaseFont 23 0 R>>', ['ByReference']],
	['<<>>', ['']],
	['null', []],
	['99 0 R', []],
	['<</Subtype/Type3/BaseFont/A>>', []],
	['<</Subtype/Type1/BaseFont/A/FontDescriptor<<>>>>', ['A']],
	['<</BaseFont/A/FontDescriptor<</FontFile 22 0 R>>>>', []],
	['<</BaseFont/A/FontDescriptor<</FontFile2 22 0 R>>>>', []],
	['<</BaseFont/A/FontDescriptor<</FontFile3 22 0 R>>>>', []],
	['<</BaseFont/A/FontDescriptor 21 0 R>>', []],
	['<</BaseFont/A/FontDescriptor<</FontFile 99 0 R>>>>', ['A']],
	['<</BaseFont/A/FontDescriptor<</FontFile null>>>>', ['A']],
	['<</BaseFont/A/FontDescriptor<</FontFile4 22 0 R>>>>', ['A']],
	['<</BaseFont/A/DescendantFonts[25 0 R]>>', []],
	['<</BaseFont/A/DescendantFonts 24 0 R>>', []],
	['<</BaseFont/A/DescendantFonts[20 0 R]/FontDescriptor 21 0 R>>', ['A']],
	['<</DescendantFonts[20 0 R]>>', ['Twenty']],
	['<</DescendantFonts[]>>', ['']],
	['<</BaseFont(A)>>', ['']],
])('the font %s: %j', async (font, names) => {
	expect(await findNames(`/Font<</F ${font}>>`)).toEqual(names);
});

test.each([
	['', []],
	['/Font null', []],
	['/Font 32 0 R', ['Twenty']],
	['/Font<</A 20 0 R/B<</BaseFont/B>>/C 20 0 R>>', ['Twenty', 'B']],
	['/XObject<</X 30 0 R>>', ['InForm']],
	['/Pattern<</P 30 0 R>>', ['InForm']],
	['/XObject<</X 31 0 R>>', ['Circle', 'InForm']],
	['/XObject<</X<<>>/Y null>>', []],
	['/ExtGState<</X 30 0 R>>', []],
])('resources %j: %j', async (resources, names) => {
	expect(await findNames(resources)).toEqual(names);
});

test('reads every page, and shared objects once', async () => {
	const { objects } = await makeDocument({
		1: '<</Pages 2 0 R>>',
		5: '<</Font<</F<</BaseFont/One>>>>>>',
		6: '<</Font<</F<</BaseFont/Other>>>>>>',
	});
	const pages = [5, 6, 5].map((number) => ({
		resources: new Reference(number, 0),
		mediaBox: null,
	}));
	const names = await findNotEmbeddedFonts(
		objects,
		[...pages, { resources: null, mediaBox: null }],
		NO_TURNS,
	);
	expect([...names]).toEqual(['One', 'Other']);
});

test('may yield after each resource', async () => {
	const pause = jest.fn(() => Promise.resolve());
	await findNames('/XObject<</X 30 0 R>>', new Turns(0, pause));
	expect(pause).toHaveBeenCalledTimes(7);
});

const inFont = (name: string) => `<</Length 0/Resources<</Font<</F<</BaseFont/${name}>>>>>>>>`;

test.each([
	['an appearance', { 40: '<</AP<</N 50 0 R>>>>', 50: inFont('A') }, ['A']],
	[
		'the state that is shown',
		{ 40: '<</AS/On/AP<</N<</On 50 0 R/Off 51 0 R>>>>>>', 50: inFont('A'), 51: inFont('B') },
		['A'],
	],
	['no state', { 40: '<</AP<</N<</On 50 0 R>>>>>>', 50: inFont('A') }, []],
	['another appearance', { 40: '<</AP<</D 50 0 R>>>>', 50: inFont('A') }, []],
	[
		'one that several share',
		{ 40: '<</AP<</N 50 0 R>>>>', 41: '<</AP<</N 50 0 R>>>>', 50: inFont('A') },
		['A'],
	],
])('counts %s of annotations: %j', async (_, objects, names) => {
	const { objects: all } = await makeDocument({ 1: '<</Pages 2 0 R>>', 4: PAGE, ...objects });
	const pages = [{ number: 4, resources: null, mediaBox: null }];
	expect([...(await findNotEmbeddedFonts(all, pages, NO_TURNS))]).toEqual(names);
});

test('may yield after each page, whatever its content', async () => {
	const { objects } = await makeDocument({ 1: '<</Pages 2 0 R>>', 4: '<</Type/Page>>' });
	const pause = jest.fn(() => Promise.resolve());
	const page = { number: 4, resources: null, mediaBox: null };
	await findNotEmbeddedFonts(objects, [page, page, page], new Turns(0, pause));
	expect(pause).toHaveBeenCalledTimes(3);
});
