import { notEmbeddedFontsOf } from '../../../../nodes/pdf/answers/fonts';
import { Reference } from '../../../../nodes/pdf/syntax';
import { Turns } from '../../../../nodes/pdf/turns';
import { documentOf, NO_TURNS } from '../reading';

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

/** Names of the fonts that are not embedded on a page of these resources. */
async function namesIn(resources: string, turns = NO_TURNS): Promise<string[]> {
	const page = `<</Type/Page/Resources<<${resources}>>>>`;
	const { objects } = await documentOf({ 1: '<</Pages 2 0 R>>', 3: page, ...OTHERS });
	return [
		...(await notEmbeddedFontsOf(objects, [{ number: 3, resources: null, box: null }], turns)),
	];
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
	expect(await namesIn(`/Font<</F ${font}>>`)).toEqual(names);
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
	expect(await namesIn(resources)).toEqual(names);
});

test('pages have resources of their own, or those that they inherit', async () => {
	const { objects } = await documentOf({
		1: '<</Pages 2 0 R>>',
		3: '<</Type/Page/Resources<</Font<</F<</BaseFont/Own>>>>>>>>',
		4: '<</Type/Page>>',
		5: '<</Font<</F<</BaseFont/Inherited>>>>>>',
		6: '<</Font<</F<</BaseFont/Within>>>>>>',
	});
	const names = async (...pages: Array<[number?: number, resources?: number]>) => [
		...(await notEmbeddedFontsOf(
			objects,
			pages.map(([number, resources = 5]) => ({
				number,
				resources: new Reference(resources, 0),
				box: null,
			})),
			NO_TURNS,
		)),
	];
	expect(await names([3])).toEqual(['Own']);
	expect(await names([4])).toEqual(['Inherited']);
	expect(await names([undefined, 6])).toEqual(['Within']);
	expect(await names([3], [4], [4], [undefined, 6])).toEqual(['Own', 'Inherited', 'Within']);
});

test('a turn may end with each of the resources', async () => {
	const pause = jest.fn(() => Promise.resolve());
	await namesIn('/XObject<</X 30 0 R>>', new Turns(0, pause));
	expect(pause).toHaveBeenCalledTimes(2);
});
