import {
	readDisplayDocTitle,
	readFormKind,
	isDynamicXfa,
	readLanguage,
	readMarkInfo,
	readPdfUaPart,
	readTitle,
} from '../../../../nodes/pdf/answers/catalog';
import { openRevision, findReferencedRevision } from '../../../../nodes/pdf/document/document';
import type { Reference } from '../../../../nodes/pdf/syntax';
import { PdfWriter } from '../../support/pdfWriter';
import { scanBody, makeDocument, NO_TURNS } from '../reading';

const OTHERS = { 5: 'true', 6: '(text)', 7: '<<>>', 8: '[]', 9: '[7 0 R]', 10: 'null' };
const makeCatalog = async (entries: string) =>
	await makeDocument({ 1: `<</Type/Catalog/Pages 2 0 R${entries}>>`, ...OTHERS });

const plain = (_: Reference, bytes: Buffer) => bytes;
/** Says whose string it was. */
const owner = ({ number }: Reference, bytes: Buffer) => Buffer.from(`${number}:${String(bytes)}`);

test.each([
	['/MarkInfo<</Marked true>>', true],
	['/MarkInfo<</Marked 5 0 R>>', true],
	['/MarkInfo<</Marked false>>', false],
	['/MarkInfo<</Marked(true)>>', false],
	['/MarkInfo<<>>', false],
	['/MarkInfo 8 0 R', false],
	['', false],
])('marked %j: %s', async (entries, expected) => {
	expect(readMarkInfo(await makeCatalog(entries), 'Marked')).toBe(expected);
});

test.each([
	['/ViewerPreferences<</DisplayDocTitle true>>', true],
	['/ViewerPreferences<</DisplayDocTitle 5 0 R>>', true],
	['/ViewerPreferences<</DisplayDocTitle 1>>', false],
	['/ViewerPreferences<</DisplayDocTitle false>>', false],
	['/ViewerPreferences<</DisplayDocTitle null>>', undefined],
	['/ViewerPreferences<<>>', undefined],
	['', undefined],
])('shows its title %j: %s', async (entries, expected) => {
	expect(readDisplayDocTitle(await makeCatalog(entries))).toBe(expected);
});

test.each([
	['/MarkInfo<</Suspects true>>', true],
	['/MarkInfo<</Suspects 5 0 R>>', true],
	['/MarkInfo<</Suspects false>>', false],
	['/MarkInfo<<>>', false],
	['', false],
])('suspects %j: %s', async (entries, expected) => {
	expect(readMarkInfo(await makeCatalog(entries), 'Suspects')).toBe(expected);
});

test('XFA is dynamic if viewers must render the document, and otherwise a doubt', async () => {
	const xfa = '/AcroForm<</XFA 7 0 R>>';
	expect(isDynamicXfa(await makeCatalog(`${xfa}/NeedsRendering 5 0 R`))).toBe(true);
	expect(isDynamicXfa(await makeCatalog('/AcroForm<<>>/NeedsRendering true'))).toBe(false);
	for (const entry of ['', '/NeedsRendering false']) {
		const document = await makeCatalog(xfa + entry);
		expect(() => isDynamicXfa(document)).toThrow('it has an XFA form');
	}
});

test.each([
	['', 'none'],
	['/AcroForm 8 0 R', 'none'],
	['/AcroForm<<>>', 'none'],
	['/AcroForm<</Fields[]>>', 'none'],
	['/AcroForm<</Fields 5 0 R>>', 'none'],
	['/AcroForm<</Fields 8 0 R/XFA 8 0 R>>', 'none'],
	['/AcroForm<</Fields 9 0 R/XFA null>>', 'acroform'],
	['/AcroForm<</Fields[7 0 R]/XFA 10 0 R>>', 'acroform'],
	['/AcroForm<</Fields[7 0 R]/XFA[]>>', 'acroform'],
	['/AcroForm<</Fields[7 0 R]/XFA 9 0 R>>', 'xfa'],
	['/AcroForm<</XFA 7 0 R>>', 'xfa'],
])('form %j: %s', async (entries, expected) => {
	expect(readFormKind(await makeCatalog(entries))).toBe(expected);
});

test.each([
	['/Lang(de)', 'de', '1:de'],
	['/Lang 6 0 R', 'text', '6:text'],
	['/Lang/de', '', ''],
	['', '', ''],
])('language %j: %s, decrypted as %j', async (entries, expected, decrypted) => {
	const document = await makeCatalog(entries);
	expect(readLanguage(document, plain)).toBe(expected);
	expect(readLanguage(document, owner)).toBe(decrypted);
});

const XMP =
	'<x xmlns:ua="http://www.aiim.org/pdfua/ns/id/" ua:part="1">' +
	'<dc:title><rdf:Alt><rdf:li>Of the metadata</rdf:li></rdf:Alt></dc:title></x>';

/** A document with metadata, or an object in their place, and an information dictionary. */
async function readTitleWith(trailer: string, metadata = '/Metadata 4 0 R', object?: string) {
	const writer = new PdfWriter().object(1, `<</Type/Catalog/Pages 2 0 R${metadata}>>`);
	if (object === undefined) writer.stream(4, '/Type/Metadata/Subtype/XML', XMP);
	else writer.object(4, object);
	writer.object(5, '<</Title(Given)>>').object(6, '<</Title 7 0 R>>').object(7, '(Apart)');
	writer.object(8, '<</Title()>>').object(9, '<</Title null>>').object(10, '<</Title/Name>>');
	const document = openRevision(
		await findReferencedRevision(await scanBody(writer.end(`/Root 1 0 R ${trailer}`)), NO_TURNS),
	);
	if (!document) throw new Error('This is no document');
	return document;
}

test.each([
	['/Info 5 0 R', 'Given', '5:Given'],
	['/Info 6 0 R', 'Apart', '7:Apart'],
	['/Info<</Title(Direct)>>', 'Direct', 'Direct'],
	['/Info 8 0 R', '', '8:'],
	['/Info 10 0 R', '', ''],
	['/Info 9 0 R', 'Of the metadata', 'Of the metadata'],
	['', 'Of the metadata', 'Of the metadata'],
])('title %j: %j, decrypted as %j', async (trailer, expected, decrypted) => {
	const document = await readTitleWith(trailer);
	expect(readTitle(document, plain)).toBe(expected);
	expect(readTitle(document, owner)).toBe(decrypted);
});

test('does not decrypt objects of an object stream twice', async () => {
	const head = '1 0 6 40 ';
	const inner = `${'<</Type/Catalog/Pages 2 0 R/Lang 6 0 R>>'.padEnd(40)}(de)`;
	const writer = new PdfWriter();
	const at = writer.offset;
	writer.stream(5, `/Type/ObjStm/N 2/First ${head.length}`, head + inner);
	const start = writer.offset;
	const entries = [2, 5, 0, 1, at, 0, 2, 5, 1];
	writer.stream(7, '/Type/XRef/W[1 1 1]/Index[1 1 5 2]/Size 9/Root 1 0 R', Buffer.from(entries));
	const body = await scanBody(writer.raw(`startxref\n${start}\n%%EOF\n`));
	const document = openRevision(await findReferencedRevision(body, NO_TURNS));
	expect(document && readLanguage(document, owner)).toBe('de');
});

test('takes the PDF/UA claim from the metadata', async () => {
	expect(readPdfUaPart(await readTitleWith(''))).toBe(1);
	expect(readPdfUaPart(await readTitleWith('', '/Metadata null'))).toBe(0);
	expect(readPdfUaPart(await readTitleWith('', ''))).toBe(0);
	expect(readTitle(await readTitleWith('', ''), plain)).toBe('');
});

test.each([
	['/Metadata<<>>', undefined],
	['/Metadata 4 0 R', '<<>>'],
])('unreadable metadata is a doubt: %s', async (metadata, object) => {
	const document = await readTitleWith('', metadata, object);
	expect(() => readPdfUaPart(document)).toThrow('its metadata cannot be read');
});

test('returns at most 1 kB of a text, without control characters', async () => {
	const language = async (text: string) => {
		const catalog = `<</Type/Catalog/Pages 2 0 R/Lang(${text})>>`;
		return readLanguage(await makeDocument({ 1: catalog }), plain);
	};
	expect(await language('x'.repeat(100_000))).toBe('x'.repeat(1024));
	expect(await language('en\\000')).toBe('en');
});
