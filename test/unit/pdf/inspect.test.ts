import { deflateSync } from 'node:zlib';

import { inspect } from '../../../pdf/inspect';
import { pagesOf, PdfWriter, tagsOf } from '../support/pdfWriter';
import { PLAIN, makePdfKitDocument, makePdfLibDocument, writeTwoRevisions } from './fixtures';
import { inspectBytes } from './inspectBytes';

const simple = () => pagesOf(new PdfWriter(), 2).end().bytes();

test('is sure of every answer about a plain document', async () => {
	expect(await inspectBytes(simple())).toEqual({
		...PLAIN,
		recommendation: 'tag',
		reasons: ['It is not tagged'],
		unknown: {},
	});
});

test.each([1, 7, 64, 100_000])('the answers do not depend on chunks: %d bytes', async (chunk) => {
	const bytes = await makePdfKitDocument({ tagged: true });
	expect(await inspectBytes(bytes, { chunk })).toEqual(await inspectBytes(bytes));
});

test('the requested values may be separate objects', async () => {
	const catalog = '/MarkInfo 10 0 R /Lang 12 0 R /StructTreeRoot 14 0 R';
	const writer = pagesOf(new PdfWriter(), 2, catalog);
	writer.object(2, '<</Type/Pages/Count 13 0 R/Kids 17 0 R>>').object(13, '2');
	writer.object(17, '[100 0 R 101 0 R]');
	writer.object(10, '<</Marked 11 0 R>>').object(11, 'true').object(12, '(en-GB)');
	writer.object(14, '<</Type/StructTreeRoot/K 15 0 R>>').object(15, '<</S 16 0 R/P 14 0 R>>');
	expect(await inspectBytes(writer.object(16, '/H1').end().bytes())).toMatchObject({
		pages: 2,
		tagged: true,
		language: 'en-GB',
		recommendation: 'skip',
	});
});

test('reads the newest of two revisions', async () => {
	expect(await inspectBytes(writeTwoRevisions().bytes())).toMatchObject({
		pages: 3,
	});
});

test.each([5, 60, 300, 600, 2000, 3000])(
	'ignores an update that ends %d bytes early',
	async (cut) => {
		const bytes = writeTwoRevisions().bytes();
		const { pages, unknown } = await inspectBytes(bytes.subarray(0, bytes.length - cut));
		expect([null, 3]).toContain(pages);
		expect(pages === null).toBe('pages' in unknown);
	},
);

test('counts offsets from the header if bytes come before it', async () => {
	const bytes = pagesOf(new PdfWriter('\r\nJunk before it\n'), 3).end().bytes();
	expect(await inspectBytes(bytes)).toMatchObject({ pages: 3 });
});

test('finds objects of a hybrid file that its table hides', async () => {
	const writer = new PdfWriter();
	const inner = '<</Type/Pages/Count 1/Kids[100 0 R]>>';
	writer.object(1, '<</Type/Catalog/Pages 2 0 R>>').object(100, '<</Type/Page/Parent 2 0 R>>');
	writer.stream(10, '/Type/ObjStm/N 1/First 4', `2 0 ${inner}`);
	const entry = (kind: number, a: number, b: number) => [kind, a >> 8, a & 255, b];
	const start = writer.offset;
	const data = Buffer.from(entry(2, 10, 0));
	writer.stream(11, '/Type/XRef/W[1 2 1]/Index[2 1]/Size 101/Root 1 0 R', data);
	expect(await inspectBytes(writer.end(`/Root 1 0 R /XRefStm ${start}`).bytes())).toMatchObject({
		pages: 1,
	});
});

test('a table that no trailer refers to does not count', async () => {
	const writer = pagesOf(new PdfWriter(), 2, '/Lang 9 0 R');
	const offset = String(writer.offset).padStart(10, '0');
	const text = writer.raw('9 0 obj (en) endobj\n').end().bytes().toString('latin1');
	const stray = `xref\n9 1\n${offset} 00000 n \ntrailer<<>>\nstartxref`;
	const bytes = Buffer.from(text.replace('startxref', stray), 'latin1');
	expect(await inspectBytes(bytes)).toMatchObject({ pages: 2, language: '' });
});

test('ignores a PDF inside a PDF, wherever its length is', async () => {
	const inner = pagesOf(new PdfWriter(), 9).end().bytes();
	const writer = pagesOf(new PdfWriter(), 2);
	writer.stream(10, '/Type/EmbeddedFile /Length 11 0 R', inner).object(11, String(inner.length));
	expect(await inspectBytes(writer.end().bytes())).toMatchObject({ pages: 2 });
});

test('a wrong length hides nothing, because another pass looks for the end', async () => {
	const writer = new PdfWriter().stream(10, '/Length 100000', 'short');
	expect(await inspectBytes(pagesOf(writer, 2).end().bytes())).toMatchObject({
		pages: 2,
		encrypted: 'none',
	});
});

test('reads the objects themselves without a cross-reference', async () => {
	const bytes = pagesOf(new PdfWriter(), 4).raw('trailer\n<</Root 1 0 R>>\n').bytes();
	expect(await inspectBytes(bytes)).toMatchObject({ pages: 4 });
});

describe('a revision without an offset of its cross-reference', () => {
	const end = 'trailer<</Root 1 0 R>>%%EOF';
	const plain = (count: number) => pagesOf(new PdfWriter(), count);

	test('is read by its objects', async () => {
		expect(await inspectBytes(plain(2).raw(end).bytes())).toMatchObject({
			pages: 2,
		});
	});

	test.each<[string, PdfWriter, number | null]>([
		['changes the one before it', pagesOf(plain(2).end(), 3).raw(end), null],
		['changes none of its pages', plain(2).end().object(10, 'null').raw(end), 2],
		['is a trailer alone', plain(2).end().raw(end), 2],
		['is followed by one that is cut off', plain(2).raw(end).raw('\n2 0 obj\n<</Kids['), null],
		['is followed by a change without an end', pagesOf(plain(2).raw(`${end}\n`), 3), null],
	])('%s', async (_, file, pages) => {
		expect(await inspectBytes(file.bytes())).toMatchObject({
			pages,
		});
	});
});

test.each([true, false])('object streams: %s', async (useObjectStreams) => {
	expect(await inspectBytes(await makePdfLibDocument(useObjectStreams))).toMatchObject({
		pages: 2,
		title: 'Title',
		unknown: {},
	});
});

test('recommends a review of a scan that claims to be tagged', async () => {
	const writer = new PdfWriter().object(
		1,
		'<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>>>',
	);
	writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>').object(3, '<</Type/Page>>');
	expect(await inspectBytes(writer.end().bytes())).toMatchObject({
		tagged: false,
		recommendation: 'review',
	});
});

test.each([
	['/AcroForm<</Fields[]>>', 'none'],
	['/AcroForm<</Fields[10 0 R]>>', 'AcroForm'],
	['/AcroForm<</Fields[]/XFA 10 0 R>>', 'XFA'],
])('forms: %s is %s', async (catalog, form) => {
	const bytes = pagesOf(new PdfWriter(), 1, catalog).object(10, '(x)').end().bytes();
	expect(await inspectBytes(bytes)).toMatchObject({ form });
});

test('a document is signed if it has a signature now; earlier ones and usage rights do not count', async () => {
	const signature = '<</Type/Sig/ByteRange[0 1 2 3]>>';
	const field = '/AcroForm<</Fields[<</FT/Sig/T(a)/V 10 0 R>>]>>';
	const signed = pagesOf(new PdfWriter(), 1, field).object(10, signature).end();
	expect(await inspectBytes(signed.bytes())).toMatchObject({
		signed: true,
		recommendation: 'review',
	});
	expect(await inspectBytes(signed.object(10, 'null').end().bytes())).toMatchObject({
		signed: false,
	});
	const rights = pagesOf(new PdfWriter(), 1, `/Perms<</UR3 ${signature}>>`).end().bytes();
	expect(await inspectBytes(rights)).toMatchObject({ signed: false });
});

test('reads the title in metadata if the file has no other', async () => {
	const title =
		'<dc:title><rdf:Alt><rdf:li xml:lang="en">Fish &amp; chips</rdf:li></rdf:Alt></dc:title>';
	const withXmp = (xmp: string, trailer?: string) =>
		pagesOf(new PdfWriter(), 1, '/Metadata 10 0 R')
			.stream(10, '/Type/Metadata/Subtype/XML', xmp)
			.object(11, '<</Title(Title)>>')
			.end(trailer)
			.bytes();
	expect(await inspectBytes(withXmp(title))).toMatchObject({ title: 'Fish & chips' });
	expect(await inspectBytes(withXmp(`<!-- ${title} -->`))).toMatchObject({ title: '' });
	const both = withXmp(title, '/Root 1 0 R/Info 11 0 R');
	expect(await inspectBytes(both)).toMatchObject({ title: 'Title' });
});

test('a portfolio goes to a person: its documents are files in it', async () => {
	const bytes = pagesOf(new PdfWriter(), 1, '/Collection<</Type/Collection>>').end().bytes();
	expect((await inspectBytes(bytes)).recommendation).toBe('review');
});

describe('a document that is marked as tagged', () => {
	const tagged = (catalog: string) => pagesOf(new PdfWriter(), 2, catalog);

	test('is tagged if its structure tree has an element', async () => {
		const answers = await inspectBytes(tagged(tagsOf(2)).end().bytes());
		expect(answers).toMatchObject({ tagged: true, recommendation: 'skip' });
	});

	test.each<[string, string, string]>([
		[
			'it says that its tags may be wrong',
			tagsOf(2).replace('true', 'true/Suspects true'),
			'says itself',
		],
		['its tree has no elements', '/MarkInfo<</Marked true>>/StructTreeRoot<<>>', 'no elements'],
	])('is not surely tagged if %s', async (_, catalog, reason) => {
		const {
			recommendation,
			tagged: answer,
			unknown,
		} = await inspectBytes(tagged(catalog).end().bytes());
		expect([answer, recommendation]).toEqual([null, 'review']);
		expect(unknown.tagged).toContain(reason);
	});

	test('is not surely tagged if a page with content is outside its tree', async () => {
		const outside = '<</Type/Page/Parent 2 0 R/Contents 3 0 R>>';
		const { tagged: answer, unknown } = await inspectBytes(
			tagged(tagsOf(2)).object(101, outside).end().bytes(),
		);
		expect([answer, unknown.tagged]).toEqual([null, 'it is tagged, but 1 of its pages may not be']);
		const blank = tagged(tagsOf(2)).object(101, '<</Type/Page/Parent 2 0 R>>');
		expect((await inspectBytes(blank.end().bytes())).tagged).toBe(true);
	});

	test('is not tagged without a structure tree', async () => {
		const answers = await inspectBytes(tagged('/MarkInfo<</Marked true>>').end().bytes());
		expect(answers).toMatchObject({ tagged: false, recommendation: 'review' });
	});
});

describe('damage leaves answers sure that it cannot hide', () => {
	test('startxref may point to the end of line before the cross-reference', async () => {
		const bytes = pagesOf(new PdfWriter(), 2, tagsOf(2)).end().bytes();
		const text = bytes.toString('latin1');
		const moved = text.replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) - 1}`);
		expect(await inspectBytes(Buffer.from(moved, 'latin1'))).toMatchObject({
			recommendation: 'skip',
		});
	});

	test('a compressed stream shows that a file is not encrypted, whatever happened to its end', async () => {
		const writer = pagesOf(new PdfWriter(), 2);
		const content = deflateSync('BT (Some text, and more of it) Tj ET');
		writer.stream(3, '/Filter/FlateDecode', content).raw('trailer<</Root 1 0 R>>');
		expect(await inspectBytes(writer.bytes())).toMatchObject({ pages: 2, encrypted: 'none' });
	});

	test('a trailer of any revision may say that it is encrypted', async () => {
		const writer = pagesOf(new PdfWriter(), 2);
		writer.stream(3, '/Filter/FlateDecode', deflateSync('BT (Some text, and more of it) Tj ET'));
		writer.raw('trailer<</Encrypt 9 0 R>>\ntrailer<</Root 1 0 R>>');
		expect(await inspectBytes(writer.bytes())).toMatchObject({ encrypted: null });
	});
});

test.each(['', 'Hello', '%PDF-1.7\n', '%PDF-1.7\n1 0 obj', '\0'.repeat(5000)])(
	'gives reasons for a file that is not a PDF: %j',
	async (text) => {
		const { pages, recommendation, unknown } = await inspectBytes(Buffer.from(text));
		expect(pages).toBeNull();
		expect(unknown.pages).not.toBe('');
		expect(recommendation).toBe('review');
	},
);

test('passes on errors of the source', async () => {
	const failing = {
		open: () => Promise.reject(new Error('The disk is gone')),
		pause: () => Promise.resolve(),
	};
	await expect(inspect(failing)).rejects.toThrow('The disk is gone');
});
