import { READER_LIMITS } from '../../../../nodes/pdf/limits';
import { PdfWriter } from '../../support/pdfWriter';
import { inspectBytes } from '../inspectBytes';

const PAGES = 50;
/** The pages use a tenth of it; parsing shared objects once per page would take ten times as much. */
const limits = { ...READER_LIMITS, parsedBytes: 150_000 };

/** Pages with own and inherited entries. Object 9 is an image, object 5 paints nothing. */
function shareObject(entries: string, inherited = ''): PdfWriter {
	const kids = Array.from({ length: PAGES }, (_, index) => `${100 + index} 0 R`);
	const writer = new PdfWriter()
		.object(1, '<</Type/Catalog/Pages 2 0 R>>')
		.object(2, `<</Type/Pages/Count ${PAGES}/Kids[${kids.join(' ')}]${inherited}>>`)
		.stream(5, '', 'q Q')
		.stream(9, '/Subtype/Image', 'x');
	for (let page = 0; page < PAGES; page += 1) {
		writer.object(100 + page, `<</Type/Page/Parent 2 0 R${entries}>>`);
	}
	return writer;
}

/** Entries of a dictionary, of 30 kB. */
const named = (value: string) =>
	Array.from({ length: 2_000 }, (_, index) => `/N${index} ${value}`).join('');
const nulls = `[${'null '.repeat(2_000)}]`;

test.each<[what: string, file: () => PdfWriter, fields: string[]]>([
	[
		'contents',
		() => shareObject('/Contents 4 0 R').object(4, `[${'5 0 R '.repeat(2_000)}]`),
		['text'],
	],
	['contents that are not there', () => shareObject('/Contents 4 0 R').object(4, nulls), ['text']],
	['annotations', () => shareObject('/Annots 4 0 R').object(4, nulls), ['text', 'links']],
	[
		'graphics states',
		() => shareObject('/Contents 5 0 R', `/Resources<</ExtGState<<${named('null')}>>>>`),
		['text'],
	],
	[
		'patterns',
		() =>
			shareObject('/Contents 5 0 R/Resources 4 0 R').object(4, `<</Pattern<<${named('null')}>>>>`),
		['text'],
	],
	[
		'content that paints much that is not there',
		() => shareObject('/Contents 4 0 R').stream(4, '', named('Do ')),
		['text'],
	],
])('reads %s that all pages share only so often', async (_, file, fields) => {
	const { pages, unknown } = await inspectBytes(file().end().bytes(), { limits });
	expect(pages).toBe(PAGES);
	for (const field of fields) {
		expect(unknown).toHaveProperty(field, 'it refers to the same objects too often');
	}
	expect((await inspectBytes(file().end().bytes())).unknown).toEqual({});
});

test.each([
	['of an object', '/Resources 4 0 R', ''],
	['inherited', '', `/Resources<</XObject<<${named('9 0 R')}>>>>`],
])('resources that all pages share are parsed once: %s', async (_, entries, inherited) => {
	const file = shareObject(`/Contents 6 0 R${entries}`, inherited)
		.object(4, `<</XObject<<${named('9 0 R')}>>>>`)
		.stream(6, '', '/N1 Do');
	expect(await inspectBytes(file.end().bytes(), { limits })).toMatchObject({
		imageOnlyPages: PAGES,
		notEmbeddedFonts: 0,
		unknown: {},
	});
});

test('reads fonts that all pages inherit once', async () => {
	const fonts = named('<</BaseFont/A/DescendantFonts 4 0 R>>');
	const file = shareObject('', `/Resources<</Font<<${fonts}>>>>`).object(4, '[null]');
	// The dictionary of the fonts is three times as long as the others.
	const once = { ...limits, parsedBytes: 2 * limits.parsedBytes };
	expect(await inspectBytes(file.end().bytes(), { limits: once })).toMatchObject({
		notEmbeddedFonts: 1,
		unknown: {},
	});
});
