import { deflateSync } from 'node:zlib';

import { readPageContents } from '../../../../../nodes/pdf/answers/page/pageContents';
import { readPages } from '../../../../../nodes/pdf/document';
import { Reference } from '../../../../../nodes/pdf/syntax';
import { Turns } from '../../../../../nodes/pdf/turns';
import { PdfWriter } from '../../../support/pdfWriter';
import { loadDocument, NO_TURNS } from '../../reading';

const TEXT = 'BT (Text) Tj ET';

/** A page with these entries; its resources have object numbers from 20. */
function writePage(page: string): PdfWriter {
	const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R>>');
	writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 600 800]>>');
	writer.object(3, `<</Type/Page/Parent 2 0 R${page}>>`);
	writer.stream(20, '', TEXT).stream(21, '', '/X Do').stream(22, '', 'q Q');
	writer.stream(23, '/Subtype/Image/Width 1/Height 1', 'x');
	writer.stream(24, '/Type/XObject/Subtype/Form', TEXT);
	writer.stream(25, '/Type/XObject/Subtype/Form/Resources<</XObject<</X 23 0 R>>>>', '/X Do');
	writer.stream(26, '/Type/XObject/Subtype/Form', '/X Do');
	writer.stream(27, '/Type/XObject/Subtype/Form/Resources<</XObject<</X 27 0 R>>>>', '/X Do');
	writer.stream(28, '', 'BT (abc) Tj ET').stream(29, '', 'BI /W 1 ID x EI ');
	writer.stream(30, '/PatternType 1/Resources<</XObject<</X 23 0 R>>>>', '/X Do');
	writer.stream(31, '/PatternType 1', TEXT);
	writer.stream(32, '', 'BT 601 0 Td (Text) Tj ET').stream(33, '', 'BT (a) Tj ET');
	writer.stream(34, '/Filter/FlateDecode', 'none').object(35, '[20 0 R]');
	writer.object(36, '<</SMask<</G 25 0 R>>>>').object(37, '<</SMask<</Type/None/G 25 0 R>>>>');
	writer.object(38, '<</AP<</N 24 0 R>>>>').object(39, '<</AP<</N<</On 24 0 R>>>>>>');
	writer.object(40, 'null').object(41, '[38 0 R]').object(42, '<</PatternType 2>>');
	writer.object(43, '<</AP<</N 23 0 R>>>>');
	writer.stream(44, '/PatternType 1/Filter/FlateDecode', 'none').object(46, '<</AP<</N 44 0 R>>>>');
	writer.stream(45, '/Filter/FlateDecode', deflateSync('/X Do ').subarray(0, -3));
	writer.stream(47, '/Subtype/Form', '(a) Tj').stream(48, '', '/X Do /Y Do /Z Do');
	return writer.object(49, '<</On 24 0 R>>').object(50, '<</AP<</N 49 0 R>>>>');
}

async function countPages(page: string | PdfWriter) {
	const document = await loadDocument(typeof page === 'string' ? writePage(page) : page);
	const pages = await readPages(document.objects, new Reference(2, 0), NO_TURNS);
	const contents = await readPageContents(document, pages, NO_TURNS);
	const { imageOnlyPages, pagesWithText } = contents;
	return { withText: pagesWithText, imageOnly: imageOnlyPages };
}

const x = (number: number) => `/Resources<</XObject<</X ${number} 0 R>>>>`;
const text = { withText: 1, imageOnly: 0 };
const image = { withText: 0, imageOnly: 1 };
const nothing = { withText: 0, imageOnly: 0 };

test.each([
	['', nothing],
	['/Contents null', nothing],
	['/Contents 99 0 R', nothing],
	['/Contents 40 0 R', nothing],
	['/Contents[]', nothing],
	['/Contents[null 40 0 R]', nothing],
	['/Contents 20 0 R', text],
	['/Contents[22 0 R 20 0 R]', text],
	['/Contents 35 0 R', text],
	['/Contents 22 0 R', nothing],
	['/Contents 28 0 R', text],
	['/Contents 29 0 R', image],
	['/Contents[29 0 R 20 0 R]', text],
	['/Contents 32 0 R', nothing],
	['/Contents 32 0 R/MediaBox[0 0 700 800]', text],
	['/Contents 32 0 R/MediaBox 40 0 R', text],
	['/Contents[20 0 R 34 0 R]', text],
	['/Contents[20 0 R 23 0 R]', text],
	['/Contents 20 0 R/Resources<</Pattern<</P 44 0 R>>>>', text],
	['/Contents 20 0 R/Annots[46 0 R]', text],
	['/Contents 45 0 R/Resources<</XObject<</X 24 0 R>>>>', text],
])('reads the content %j', async (page, expected) => {
	expect(await countPages(page)).toEqual(expected);
});

test.each([
	[x(23), image],
	[x(24), text],
	[x(25), image],
	[x(99), nothing],
	['', nothing],
	['/Resources<</XObject<</Y 23 0 R>>>>', nothing],
	['/Resources<</XObject<</X<</Subtype/Image>>>>>>', nothing],
])('lists objects that are painted by name: %j', async (resources, expected) => {
	expect(await countPages(`/Contents 21 0 R${resources}`)).toEqual(expected);
});

test.each([
	['/Pattern<</P 30 0 R>>', image],
	['/Pattern<</P 31 0 R>>', nothing],
	['/Pattern<</P 42 0 R>>', nothing],
	['/Pattern<</P 40 0 R/Q 30 0 R>>', image],
	['/ExtGState<</G 36 0 R>>', image],
	['/ExtGState<</G 37 0 R>>', nothing],
	['/ExtGState<</G 40 0 R>>', nothing],
	['/ExtGState<</G<</SMask/None>>>>', nothing],
	['/ExtGState<</G<</SMask<<>>>>>>', nothing],
])('lists objects that content paints with: %s', async (resources, expected) => {
	expect(await countPages(`/Contents 22 0 R/Resources<<${resources}>>`)).toEqual(expected);
});

test.each([
	['/Annots[38 0 R]', text],
	['/Annots 41 0 R', text],
	['/Annots[39 0 R]', nothing],
	['/Annots[40 0 R 99 0 R <<>> <</AP<<>>>>]', nothing],
	['/Annots[43 0 R]', image],
	['/Annots 38 0 R', nothing],
	['/Annots[50 0 R]', nothing],
])('annotations: %s', async (page, expected) => {
	expect(await countPages(page)).toEqual(expected);
});

const CIRCLE = 'the forms of a page are nested too deep, or in a circle';

test.each([
	[`/Contents 21 0 R${x(26)}`, CIRCLE],
	[`/Contents 21 0 R${x(27)}`, CIRCLE],
	['/Contents[28 0 R 29 0 R]', 'a page with an image shows so little text that it may be blank'],
	['/Contents[29 0 R 33 0 R]', 'a page with an image shows so little text that it may be blank'],
	['/Contents 34 0 R', 'the content of a page cannot be read completely'],
	['/Contents[28 0 R 34 0 R]', 'the content of a page cannot be read completely'],
	[
		'/Contents[29 0 R 48 0 R]/Resources<</XObject<</X 47 0 R/Y 47 0 R/Z 47 0 R>>>>',
		'a page with an image shows so little text that it may be blank',
	],
	['/Contents 23 0 R', 'the content of a page cannot be read'],
	['/Contents 42 0 R', 'the content of a page cannot be read'],
	['/Contents<<>>', 'the content of a page cannot be read'],
])('doubts %s: %s', async (page, reason) => {
	await expect(countPages(page)).rejects.toMatchObject({ name: 'Unknown', reason });
});

test('adds up few characters in several places, which suffice on a page without an image', async () => {
	expect(await countPages('/Contents[28 0 R 33 0 R 29 0 R]')).toEqual(text);
	expect(await countPages('/Contents[33 0 R 33 0 R]')).toEqual(text);
});

/** Pages of these entries, by their numbers. */
function writePages(pages: Record<number, string>): PdfWriter {
	const kids = Object.keys(pages).map((number) => `${number} 0 R`);
	const writer = writePage('').object(
		2,
		`<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`,
	);
	for (const [number, page] of Object.entries(pages)) {
		writer.object(Number(number), `<</Type/Page${page}>>`);
	}
	return writer;
}

describe('a form without its own resources uses those of its page or form', () => {
	// Form 26 paints X, and the contents 51 paint form 26 under the name Y.
	const paints = (objects: string) =>
		`/Contents 51 0 R/Resources<</XObject<</Y 26 0 R ${objects}>>>>`;

	test.each([
		['nothing', 'a text', paints(''), paints('/X 24 0 R'), text],
		['nothing', 'an image', paints(''), paints('/X 23 0 R'), image],
		['an image', 'a text', paints('/X 23 0 R'), paints('/X 24 0 R'), { withText: 1, imageOnly: 1 }],
		['a text', 'nothing', paints('/X 24 0 R'), paints(''), text],
	])('%s on one page, %s on another', async (_first, _second, first, second, expected) => {
		const writer = writePages({ 3: first, 4: second }).stream(51, '', '/Y Do');
		expect(await countPages(writer)).toEqual(expected);
	});

	test('which may be a form with resources', async () => {
		const resources = '/Resources<</XObject<</X 23 0 R/Y 26 0 R>>>>';
		const outer = `/Contents 21 0 R/Resources<</XObject<</X 52 0 R>>>>`;
		const writer = writePages({ 3: paints('/X 24 0 R'), 4: outer }).stream(51, '', '/Y Do');
		writer.stream(52, `/Subtype/Form${resources}`, '/Y Do');
		expect(await countPages(writer)).toEqual({ withText: 1, imageOnly: 1 });
	});
});

test('a form shows the same on every page', async () => {
	const page = `/Contents 21 0 R${x(25)}`;
	expect(await countPages(writePages({ 3: page, 4: page }))).toEqual({ withText: 0, imageOnly: 2 });
});

test('accepts a pattern or a mask in its own resources', async () => {
	const shared = '/Pattern<</P 53 0 R/Q 54 0 R>>/ExtGState<</G<</SMask<</G 55 0 R>>>>>>';
	const writer = writePage('/Contents 22 0 R/Resources 52 0 R');
	writer.object(52, `<<${shared}/XObject<</X 23 0 R>>>>`);
	writer.stream(53, '/PatternType 1/Resources 52 0 R', 'q Q').stream(54, '/PatternType 1', 'q Q');
	writer.stream(55, '/Subtype/Form/Resources 52 0 R', 'q Q');
	expect(await countPages(writer)).toEqual(nothing);
	expect(await countPages(writer.stream(54, '/PatternType 1', '/X Do'))).toEqual(image);
});

test('follows forms to a limited depth; deeper ones are a doubt', async () => {
	const nested = async (depth: number) => {
		const writer = writePage(`/Contents 21 0 R${x(100)}`);
		for (let level = 1; level < depth; level += 1) {
			const number = 99 + level;
			writer.stream(number, `/Subtype/Form${x(number + 1)}`, '/X Do');
		}
		return await countPages(writer.stream(99 + depth, '/Subtype/Form', TEXT));
	};
	expect(await nested(20)).toEqual(text);
	await expect(nested(21)).rejects.toMatchObject({ reason: CIRCLE });
});

test('a form that is painted twice is not a circle', async () => {
	const writer = writePage('/Contents 48 0 R/Resources<</XObject<</X 52 0 R/Y 53 0 R>>>>');
	writer.stream(52, `/Subtype/Form${x(25)}`, '/X Do').stream(53, `/Subtype/Form${x(25)}`, '/X Do');
	expect(await countPages(writer)).toEqual(image);
});

test('cannot read a page that is not an object of its own, and may yield after each page and stream', async () => {
	const document = await loadDocument(writePage('/Contents 20 0 R'));
	const pause = jest.fn(() => Promise.resolve());
	const page = { number: 3, resources: null, mediaBox: null };
	await readPageContents(document, [page, page], new Turns(0, pause));
	expect(pause).toHaveBeenCalledTimes(6);
	await expect(
		readPageContents(document, [{ resources: null, mediaBox: null }], NO_TURNS),
	).rejects.toThrow('a page is not an object of its own');
});
