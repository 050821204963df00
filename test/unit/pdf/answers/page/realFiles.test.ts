import { PdfWriter } from '../../../support/pdfWriter';
import { makePdfLibDocument } from '../../fixtures';
import { inspectBytes } from '../../inspectBytes';

/** Small imitations of real files that the reader once misread, each with one cause. */
const IMAGE = '/Type/XObject/Subtype/Image/Width 1/Height 1';
const SCAN = 'q 600 0 0 800 0 0 cm /I Do Q ';
const formatText = (x: number, y: number) => `BT /F 12 Tf ${x} ${y} Td (Some text) Tj ET`;

/** A page of 600 by 800 units. */
function writePage(contents: string[], entries = '', catalog = ''): PdfWriter {
	const writer = new PdfWriter()
		.object(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`)
		.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>');
	const numbers = contents.map((_, index) => 20 + index);
	const fonts = '/Font<</F 5 0 R/C 6 0 R/T 8 0 R>>';
	writer.object(
		3,
		`<</Type/Page/MediaBox[0 0 600 800]/Contents[${numbers.map((number) => `${number} 0 R`).join(' ')}]` +
			`/Resources<</XObject<</I 4 0 R/X 10 0 R>>${fonts}>>${entries}>>`,
	);
	contents.forEach((content, index) => writer.stream(20 + index, '', content));
	const map = 'begincmap 1 beginbfchar <0003> <0020> endbfchar endcmap';
	return writer
		.stream(4, IMAGE, 'x')
		.object(5, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
		.object(6, '<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 7 0 R>>')
		.stream(7, '', map)
		.object(8, '<</Type/Font/Subtype/Type3/Encoding<</Differences[0/a 31/space]>>>>')
		.stream(10, '/Type/XObject/Subtype/Form/BBox[0 0 100 100]', formatText(10, 10))
		.stream(11, '/Type/XObject/Subtype/Form/BBox[0 0 100 100]', formatText(10, 10));
}

const inspectWritten = async (writer: PdfWriter) => await inspectBytes(writer.end().bytes());
const text = { text: 'all', imageOnlyPages: 0 };
const scan = { text: 'none', imageOnlyPages: 1 };

test.each<[what: string, contents: string[], entries: string, expected: object]>([
	['a matrix in the first stream', ['0.1 0 0 0.1 0 0 cm ', formatText(900, 900)], '', text],
	['a state that another stream restores', ['q 9 0 0 9 0 0 cm', 'Q', formatText(90, 90)], '', text],
	['a font that another stream chose', ['/F 12 Tf', 'BT 9 9 Td (Some text) Tj ET'], '', text],
	['blanks of a font of two bytes', [`${SCAN}BT /C 9 Tf 9 9 Td <00030003> Tj ET`], '', scan],
	['glyphs of that font', [`${SCAN}BT /C 9 Tf 9 9 Td <00030004> Tj ET`], '', text],
	['a glyph of code 0', ['BT /T 9 Tf 9 9 Td <00> Tj ET'], '', text],
	['a blank of another code', [`${SCAN}BT /T 9 Tf 9 9 Td <1F1F1F1F> Tj ET`], '', scan],
	['text below the page', [SCAN + formatText(10, -500)], '', scan],
	['text above the page', [SCAN + formatText(10, 900)], '', scan],
	['text left of the page', [SCAN + formatText(-5000, 10)], '', scan],
	['text that begins left of the page', [SCAN + formatText(-20, 10)], '', text],
	['text beyond the crop box', [SCAN + formatText(10, 700)], '/CropBox[0 0 600 400]', scan],
	['text that is clipped away', [`${SCAN}q 0 0 1 1 re W n ${formatText(10, 700)} Q`], '', scan],
	['a form beyond the page', [`${SCAN}q 1 0 0 1 0 900 cm /X Do Q`], '', scan],
	['a form on the page', [`${SCAN}q 1 0 0 1 0 90 cm /X Do Q`], '', text],
	['a hidden annotation', [SCAN], '/Annots[<</F 2/Rect[0 0 9 9]/AP<</N 11 0 R>>>>]', scan],
	[
		'an annotation beyond the page',
		[SCAN],
		'/Annots[<</Rect[0 900 9 909]/AP<</N 11 0 R>>>>]',
		scan,
	],
	['an annotation', [SCAN], '/Annots[<</Rect[0 0 9 9]/AP<</N 11 0 R>>>>]', text],
	['an empty media box', [formatText(10, 10)], '/MediaBox[0 0 0 0]', text],
])('%s', async (_, contents, entries, expected) => {
	expect(await inspectWritten(writePage(contents, entries))).toMatchObject(expected);
});

test.each([
	[['0 0 m 9 9 l S'], 'No page shows text or an image'],
	[[''], 'No page shows text or an image'],
])('recommends a review of a page without text and images: %j', async (contents, reason) => {
	expect(await inspectWritten(writePage(contents))).toMatchObject({
		recommendation: 'review',
		reasons: [reason],
	});
});

test.each([
	['/P <</MCID 0>> BDC ', ' EMC', '/Pg 3 0 R', 'skip'],
	['', '', '/Pg 3 0 R', 'review'],
	['/P <</MCID 0>> BDC ', ' EMC', '', 'review'],
])(
	'text with %j before it, in an element with %j: %s',
	async (before, after, pg, recommendation) => {
		const tree = '/MarkInfo<</Marked true>>/StructTreeRoot 30 0 R';
		const writer = writePage([before + formatText(10, 10) + after], '', tree)
			.object(30, '<</Type/StructTreeRoot/K 31 0 R>>')
			.object(31, `<</S/P/P 30 0 R${pg}/K 0>>`);
		expect(await inspectWritten(writer)).toMatchObject({ tagged: true, recommendation });
	},
);

test('accepts an update directly after the previous one', async () => {
	const bytes = writePage([formatText(10, 10)])
		.end()
		.bytes()
		.toString('latin1')
		.trimEnd();
	const update = `2 0 obj\n<</Type/Pages/Count 2/Kids[3 0 R 9 0 R]>>\nendobj\n9 0 obj\n<</Type/Page>>\nendobj\n`;
	const start = bytes.length + update.length;
	const offsets = [2, 9].map((number) => bytes.length + update.indexOf(`${number} 0 obj`));
	const rows = offsets.map(
		(at, row) => `${[2, 9][row]} 1\n${String(at).padStart(10, '0')} 00000 n \n`,
	);
	const previous = /startxref\n(\d+)/.exec(bytes)?.[1];
	const trailer = `trailer\n<</Size 40/Root 1 0 R/Prev ${previous}>>\nstartxref\n${start}\n%%EOF\n`;
	const file = Buffer.from(`${bytes}${update}xref\n${rows.join('')}${trailer}`, 'latin1');
	expect(await inspectBytes(file)).toMatchObject({ pages: 2, damaged: false });
});

test('a delimiter in a cross-reference entry is damage, but hides no object', async () => {
	const bytes = writePage([formatText(10, 10)], '', '/Lang(de)')
		.end()
		.bytes()
		.toString('latin1');
	const broken = bytes.replace(/(\d{10}) 00000 n/, '$1]00000 n');
	expect(await inspectBytes(Buffer.from(broken, 'latin1'))).toMatchObject({
		pages: 1,
		language: 'de',
		damaged: true,
	});
});

test('opens an encrypted document by the first of two identifiers, and skips a stream with another filter', async () => {
	const bytes = await makePdfLibDocument(false, { userPassword: '', ownerPassword: 'owner' });
	const file = Buffer.from(bytes).toString('latin1');
	expect(await inspectBytes(bytes)).toMatchObject({ opensWithoutPassword: true, text: 'all' });
	const other = file.replace(/(\/ID\s*\[\s*<[0-9A-Fa-f]+>\s*)<[0-9A-Fa-f]+>/, '$1<00>');
	expect(other).not.toBe(file);
	expect(await inspectBytes(Buffer.from(other, 'latin1'))).toMatchObject({
		opensWithoutPassword: true,
	});
	const crypt = file.replace('/Filter /FlateDecode', '/Filter/Crypt/DecodeParms<</Name/None>>');
	expect(crypt).not.toBe(file);
	expect(await inspectBytes(Buffer.from(crypt, 'latin1'))).toMatchObject({
		encrypted: true,
		text: null,
	});
});
