import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import { inspect } from '../../../nodes/pdf';
import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { PLAIN, makePdfKitDocument, makePdfLibDocument, writeTwoRevisions } from './fixtures';
import { inspectBytes } from './inspectBytes';

const simple = () => pagesOf(new PdfWriter(), 2).end().bytes();

test('is sure of every answer about a plain document', async () => {
	const bytes = simple();
	expect(await inspectBytes(bytes)).toMatchObject({
		size: bytes.length,
		sha256: createHash('sha256').update(bytes).digest('hex'),
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
	const writer = pagesOf(
		new PdfWriter(),
		2,
		'/MarkInfo 10 0 R /Lang 12 0 R /ViewerPreferences 16 0 R /StructTreeRoot 14 0 R',
	);
	writer.object(2, '<</Type/Pages/Count 13 0 R/Kids 17 0 R>>').object(13, '2');
	writer.object(17, '[100 0 R 101 0 R]');
	writer.object(10, '<</Marked 11 0 R>>').object(11, 'true').object(12, '(en-GB)');
	writer.object(14, '<</Type/StructTreeRoot/K 15 0 R>>').object(15, '<</S/H1/P 14 0 R>>');
	writer.object(16, '<</DisplayDocTitle true>>');
	expect(await inspectBytes(writer.end().bytes())).toMatchObject({
		pages: 2,
		marked: true,
		tagged: true,
		untaggedPages: 2,
		language: 'en-GB',
		displayDocTitle: true,
		structureElements: 1,
		recommendation: 'review',
	});
});

test('reads the newest of two revisions', async () => {
	expect(await inspectBytes(writeTwoRevisions().bytes())).toMatchObject({
		pages: 3,
		damaged: false,
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
	expect(await inspectBytes(bytes)).toMatchObject({ pages: 3, damaged: false });
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
		damaged: false,
	});
});

test('ignores a PDF inside a PDF, wherever its length is', async () => {
	const inner = pagesOf(new PdfWriter(), 9).end().bytes();
	const writer = pagesOf(new PdfWriter(), 2);
	writer.stream(10, '/Type/EmbeddedFile /Length 11 0 R', inner).object(11, String(inner.length));
	expect(await inspectBytes(writer.end().bytes())).toMatchObject({ pages: 2, damaged: false });
});

test('a wrong length hides nothing, because another pass looks for the end', async () => {
	const writer = new PdfWriter().stream(10, '/Length 100000', 'short');
	expect(await inspectBytes(pagesOf(writer, 2).end().bytes())).toMatchObject({
		pages: 2,
		damaged: true,
		encrypted: null,
	});
});

test('reads the objects themselves without a cross-reference', async () => {
	const bytes = pagesOf(new PdfWriter(), 4).raw('trailer\n<</Root 1 0 R>>\n').bytes();
	expect(await inspectBytes(bytes)).toMatchObject({ pages: 4, damaged: true });
});

describe('a revision without an offset of its cross-reference', () => {
	const end = 'trailer<</Root 1 0 R>>%%EOF';
	const plain = (count: number) => pagesOf(new PdfWriter(), count);

	test('is read by its objects', async () => {
		expect(await inspectBytes(plain(2).raw(end).bytes())).toMatchObject({
			pages: 2,
			damaged: true,
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
			damaged: true,
			encrypted: null,
		});
	});
});

test.each([true, false])('object streams: %s', async (useObjectStreams) => {
	expect(await inspectBytes(await makePdfLibDocument(useObjectStreams))).toMatchObject({
		pages: 2,
		title: 'Title',
		text: 'all',
		unknown: {},
	});
});

test('recognizes a scan by images without text', async () => {
	const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R>>');
	writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>');
	writer.object(3, '<</Type/Page/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>');
	writer.stream(4, '/Filter/FlateDecode', deflateSync('q /I Do Q ( ) Tj'));
	writer.stream(5, '/Subtype/Image/Width 1/Height 1', 'x');
	expect(await inspectBytes(writer.end().bytes())).toMatchObject({
		text: 'none',
		imageOnlyPages: 1,
		recommendation: 'tagWithOcr',
	});
});

test.each([
	['LZWDecode', Buffer.from([0x80, 0x40, 0x20])],
	['ASCIIHexDecode', Buffer.from('2f5820446f20')],
	['ASCII85Decode', Buffer.from('/U!M')],
	['RunLengthDecode', Buffer.from([0, 0x20])],
])('truncated content may continue with text: %s', async (filter, data) => {
	const writer = new PdfWriter()
		.object(1, '<</Type/Catalog/Pages 2 0 R>>')
		.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>')
		.object(3, '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>')
		.stream(4, `/Filter/${filter}`, data);
	expect(await inspectBytes(writer.end().bytes())).toMatchObject({
		pages: 1,
		text: null,
		imageOnlyPages: null,
		unknown: { text: 'the content of a page cannot be read completely' },
	});
});

test('recommends a review of a scan that claims to be tagged', async () => {
	const writer = new PdfWriter().object(
		1,
		'<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>>>',
	);
	writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>').object(3, '<</Type/Page>>');
	expect(await inspectBytes(writer.end().bytes())).toMatchObject({
		marked: true,
		tagged: false,
		text: 'none',
		recommendation: 'review',
	});
});

test.each([
	['/AcroForm<</Fields[]>>', 'none'],
	['/AcroForm<</Fields[10 0 R]>>', 'acroform'],
	['/AcroForm<</Fields[]/XFA 10 0 R>>', 'xfa'],
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

test('reads the PDF/UA claim from metadata, and the title if the file has no other', async () => {
	const xmp =
		'<x xmlns:ua="http://www.aiim.org/pdfua/ns/id/"><ua:part>2</ua:part>' +
		'<dc:title><rdf:Alt><rdf:li xml:lang="en">Fish &amp; chips</rdf:li></rdf:Alt></dc:title></x>';
	const writer = pagesOf(new PdfWriter(), 1, '/Metadata 10 0 R');
	writer.stream(10, '/Type/Metadata/Subtype/XML', xmp);
	expect(await inspectBytes(writer.end().bytes())).toMatchObject({
		pdfUaPart: 2,
		title: 'Fish & chips',
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
