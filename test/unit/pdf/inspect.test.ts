import { inspect, type Inspection } from '../../../pdf/inspect';
import { pagesOf, PdfWriter, tagsOf } from '../support/pdfWriter';
import { PLAIN, makePdfKitDocument, makePdfLibDocument, writeTwoRevisions } from './fixtures';
import { inspectBytes } from './inspectBytes';

const plain = (count = 2, catalog = '', writer = new PdfWriter()) =>
	pagesOf(writer, count, catalog);
const TRAILER = 'trailer<</Root 1 0 R>>';
const end = `${TRAILER}%%EOF`;
const MARKED = '/MarkInfo<</Marked true>>';
const SIGNATURE = '<</Type/Sig/ByteRange[0 1 2 3]>>';
const SIGNED_FIELD = '/AcroForm<</Fields[<</FT/Sig/T(a)/V 10 0 R>>]>>';
const TITLE =
	'<rdf:Description><dc:title><rdf:Alt><rdf:li xml:lang="en">Fish &amp; chips</rdf:li></rdf:Alt></dc:title></rdf:Description>';

const signed = () => plain(1, SIGNED_FIELD).object(10, SIGNATURE).end();

/** A page tree with a root and one kid. */
function writeTree(root: string, kid: string): PdfWriter {
	const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R>>');
	return writer.object(2, root).object(3, kid).end();
}

/** Every requested value is a separate object. */
function writeSeparateValues(): PdfWriter {
	const writer = plain(2, '/MarkInfo 10 0 R /Lang 12 0 R /StructTreeRoot 14 0 R');
	writer.object(2, '<</Type/Pages/Count 13 0 R/Kids 17 0 R>>').object(13, '2');
	writer.object(17, '[100 0 R 101 0 R]');
	writer.object(10, '<</Marked 11 0 R>>').object(11, 'true').object(12, '(en-GB)');
	writer.object(14, '<</Type/StructTreeRoot/K 15 0 R>>').object(15, '<</S 16 0 R/P 14 0 R>>');
	return writer.object(16, '/H1').end();
}

/** A hybrid file, whose table hides an object that only its stream lists. */
function writeHybrid(): PdfWriter {
	const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R>>');
	writer.object(100, '<</Type/Page/Parent 2 0 R>>');
	writer.stream(10, '/Type/ObjStm/N 1/First 4', '2 0 <</Type/Pages/Count 1/Kids[100 0 R]>>');
	const start = writer.offset;
	const entry = Buffer.from([2, 0, 10, 0]);
	writer.stream(11, '/Type/XRef/W[1 2 1]/Index[2 1]/Size 101/Root 1 0 R', entry);
	return writer.end(`/Root 1 0 R /XRefStm ${start}`);
}

/** A hybrid file, whose table says that the structure tree is free: older readers do not know tags. */
function writeHiddenTags(): PdfWriter {
	const catalog = '/MarkInfo<</Marked true>>/StructTreeRoot 20 0 R';
	const writer = plain(1, catalog).stream(
		10,
		'/Type/ObjStm/N 1/First 5',
		'20 0 <</K<</S/P/P 20 0 R>>>>',
	);
	const place = writer.places.get(10) ?? 0;
	const start = writer.offset;
	const entries = Buffer.from([1, place >> 8, place & 255, 0, 2, 0, 10, 0]);
	writer.stream(11, '/Type/XRef/W[1 2 1]/Index[10 1 20 1]/Size 101/Root 1 0 R', entries);
	const text = writer.end(`/Root 1 0 R/XRefStm ${start}`).bytes().toString('latin1');
	const hidden = text.replace('xref\n', 'xref\n20 1\n0000000000 00000 f \n');
	return new PdfWriter().raw(hidden.slice('%PDF-1.7\n'.length));
}

/** A page tree that nobody can count, and an object that nothing refers to after the one that counts. */
function writeUncountable(): PdfWriter {
	const writer = plain(2, '/Lang 9 0 R').object(2, '<</Type/Pages/Count 7/Kids[100 0 R]>>');
	const offset = writer.object(9, '(en)').places.get(9);
	const text = writer.raw('9 0 obj (de) endobj\n').end().bytes().toString('latin1');
	expect(text).toContain(`9 1\n${String(offset).padStart(10, '0')}`);
	return new PdfWriter().raw(text.slice('%PDF-1.7\n'.length));
}

/** Only the numbers of the entries tell that the last object does not count. */
function writeNumberedTable(): PdfWriter {
	const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R>>');
	writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>').object(3, '<</Type/Page>>');
	const entries = [...writer.places.values()].map(
		(offset) => `${String(offset).padStart(10, '0')} 00000 n \n`,
	);
	const start = writer.object(2, 'null').offset;
	writer.raw(`xref\n0 4\n0000000000 65535 f \n${entries.join('')}`);
	return writer.raw(`${TRAILER}\nstartxref\n${start}\n%%EOF`);
}

/** The entry of the page tree points to another tree. */
function writeMisplaced(): PdfWriter {
	const writer = plain().object(9, '<</Type/Pages/Count 1/Kids[100 0 R]>>');
	const [right, wrong] = [2, 9].map((number) =>
		String(writer.places.get(number)).padStart(10, '0'),
	);
	const text = writer.end().bytes().toString('latin1');
	return new PdfWriter().raw(
		text.slice('%PDF-1.7\n'.length).replace(`${right} 00000`, `${wrong} 00000`),
	);
}

/** A file with two ends and a broken cross-reference, in which another page tree is left. */
function writeDamagedWithTwoEnds(first: string): PdfWriter {
	return plain(2, '', new PdfWriter().object(9, first))
		.object(10, '<</Type/Pages/Count 5/Kids[]>>')
		.raw(`${TRAILER}startxref 7 %%EOF ${TRAILER}startxref 7 %%EOF`);
}

/** A table that no trailer refers to defines object 9. */
function writeStrayTable(): PdfWriter {
	const writer = plain(2, '/Lang 9 0 R');
	const offset = String(writer.offset).padStart(10, '0');
	const text = writer.raw('9 0 obj (en) endobj\n').end().bytes().toString('latin1');
	const stray = `xref\n9 1\n${offset} 00000 n \ntrailer<<>>\nstartxref`;
	return new PdfWriter().raw(text.slice('%PDF-1.7\n'.length).replace('startxref', stray));
}

function writeEmbedded(): PdfWriter {
	const inner = plain(9).end().bytes();
	const writer = plain().stream(10, '/Type/EmbeddedFile /Length 11 0 R', inner);
	return writer.object(11, String(inner.length)).end();
}

function writeXmp(description: string, trailer?: string): PdfWriter {
	const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
	const dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
	const xmp = `<x:xmpmeta ${rdf} ${dc}><rdf:RDF>${description}</rdf:RDF></x:xmpmeta>`;
	const writer = plain(1, '/Metadata 10 0 R').stream(10, '/Type/Metadata/Subtype/XML', xmp);
	return writer.object(11, '<</Title(Title)>>').end(trailer);
}

test.each<[string, PdfWriter, Partial<Inspection>]>([
	[
		'values in separate objects',
		writeSeparateValues(),
		{ pages: 2, tagged: true, language: 'en-GB', recommendation: 'skip' },
	],
	['the newest of two revisions', writeTwoRevisions(), { pages: 3 }],
	['offsets that count from the header', pagesOf(new PdfWriter('\nJunk\n'), 3).end(), { pages: 3 }],
	['a hybrid file', writeHybrid(), { pages: 1 }],
	['a hybrid file that hides tags', writeHiddenTags(), { tagged: true, recommendation: 'skip' }],
	[
		'the revision of the cross-reference, even if its pages are not known',
		writeUncountable(),
		{ pages: null, language: 'en' },
	],
	[
		'numbers after the end',
		plain(2, tagsOf(2)).end().raw('7 8\n'),
		{ tagged: true, recommendation: 'skip' },
	],
	[
		'an object that damage may have removed',
		plain(2, '/Lang 9 0 R').raw(TRAILER),
		{ pages: 2, language: null },
	],
	['the numbers of entries', writeNumberedTable(), { pages: 1 }],
	['an entry that points to another object', writeMisplaced(), { pages: 2 }],
	[
		'objects that share a place in the cache',
		writeTree('<</Count 1/Kids[1026 0 R]>>', 'null').object(1026, '<</Type/Page>>').end(),
		{ pages: 1 },
	],
	['a table that no trailer refers to', writeStrayTable(), { pages: 2, language: '' }],
	['a PDF inside a PDF', writeEmbedded(), { pages: 2 }],
	[
		'sections in a circle',
		new PdfWriter()
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, '<</Type/Pages/Count 0/Kids[]>>')
			.end('/Root 1 0 R/Prev 82'),
		{ pages: 0 },
	],
	[
		'a previous section that is no place: the objects themselves are read',
		plain(2, tagsOf(2)).end('/Root 1 0 R/Prev/A'),
		{ pages: 2, tagged: true, recommendation: 'review' },
	],
	[
		'no trailer, and two catalogs',
		plain().object(50, '<</Type/Catalog/Pages 2 0 R>>'),
		{ pages: null },
	],
	[
		'no trailer, and something like a catalog',
		plain().object(50, '<</Type/Other/Pages 2 0 R/A/Catalog>>'),
		{ pages: 2 },
	],
	[
		'tags without the claim',
		plain(2, tagsOf(2).replace('true', 'false')).end(),
		{ tagged: false, recommendation: 'review' },
	],
	[
		'no tags',
		plain(2, '/MarkInfo<</Marked false>>').end(),
		{ tagged: false, recommendation: 'tag' },
	],
	[
		'a page tree with too few pages',
		writeTree('<</Count 2/Kids[3 0 R]>>', '<</Type/Page>>'),
		{ pages: null },
	],
	['a missing page', writeTree('<</Count 1/Kids[9 0 R]>>', '<</Type/Page>>'), { pages: null }],
	[
		'a node that is in the tree twice',
		new PdfWriter()
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, '<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]>>')
			.object(3, '<</Type/Pages/Count 1/Kids[4 0 R]>>')
			.object(4, '<</Type/Page>>')
			.end(),
		{ pages: null },
	],
	['no pages', writeTree('<</Count 0/Kids[]>>', 'null'), { pages: 0, recommendation: 'review' }],
	[
		'a title that is a separate object',
		plain().object(10, '<</Title 11 0 R>>').object(11, '(A)').end('/Root 1 0 R/Info 10 0 R'),
		{ title: 'A' },
	],
	[
		'a title that is no string',
		plain().object(10, '<</Title 5>>').end('/Root 1 0 R/Info 10 0 R'),
		{ title: '' },
	],
	[
		'metadata that are no stream',
		plain(2, '/Metadata 10 0 R').object(10, '<<>>').end(),
		{ title: null },
	],
	['a permission that is no signature', plain(1, '/Perms<</DocMDP<<>>>>').end(), { signed: false }],
	[
		'a signature field without a signature',
		plain(1, '/AcroForm<</Fields[<</FT/Sig/V<<>>>>]>>').end(),
		{ signed: false },
	],
	[
		'a text field with what looks like a signature',
		plain(1, `/AcroForm<</Fields[<</FT/Tx/V ${SIGNATURE}>>]>>`).end(),
		{ signed: false },
	],
	['a repeated page', writeTree('<</Count 2/Kids[3 0 R 3 0 R]>>', '<</Type/Page>>'), { pages: 2 }],
	['no type', writeTree('<</Count 1/Kids[3 0 R]>>', '<</Parent 2 0 R>>'), { pages: 1 }],
	['a font', writeTree('<</Count 1/Kids[3 0 R]>>', '<</Type/Font/Parent 2 0 R>>'), { pages: null }],
	['no cross-reference', plain(4).raw(TRAILER), { pages: 4 }],
	['no offset of the cross-reference', plain().raw(end), { pages: 2 }],
	['a damaged revision', pagesOf(plain().end(), 3).raw(end), { pages: null }],
	['one with the same pages', plain().end().object(10, 'null').raw(end), { pages: 2 }],
	['one that is a trailer alone', plain().end().raw(end), { pages: 2 }],
	['one that is cut off', plain().raw(end).raw('\n2 0 obj\n<</Kids['), { pages: null }],
	['one without an end', pagesOf(plain().raw(`${end}\n`), 3), { pages: null }],
	// Its two ends are those of one revision.
	['a damaged linearized file', writeDamagedWithTwoEnds('<</Linearized 1>>'), { pages: 2 }],
	['a damaged file with an older revision', writeDamagedWithTwoEnds('<<>>'), { pages: null }],
	[
		'an older trailer with the catalog',
		plain().raw(`trailer<</Root 1 0 R/Info<</Title(A)>>>>trailer<</Size 9>>`),
		{ pages: 2, title: 'A' },
	],
	[
		'a structure type that has the name of a security handler',
		plain().object(10, '<</S/Standard/P 9 0 R/Filter/Other>>').end(),
		{ encryption: 'none' },
	],
	['no trailer', plain(), { pages: 2, encryption: null, title: null }],
	[
		'a trailer that is not valid, and may have named a title',
		plain().raw(`${TRAILER} trailer<</Info(>>`),
		{ pages: 2, title: null },
	],
	['a broken cross-reference alone', plain().raw(TRAILER), { pages: 2, title: '' }],
	[
		'resources of a node that is written into its parent',
		new PdfWriter()
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, '<</Type/Pages/Count 1/Kids[<</Type/Pages/Resources<<>>/Count 1/Kids[3 0 R]>>]>>')
			.object(3, '<</Type/Page/Contents 4 0 R>>')
			.stream(4, '', '/Im Do')
			.end(),
		{ pages: 1, image_only_pages: null },
	],
	[
		'a page tree that is written into the catalog',
		new PdfWriter()
			.object(1, '<</Type/Catalog/Pages<</Type/Pages/Count 1/Kids[3 0 R]>>>>')
			.object(3, '<</Type/Page/Contents 4 0 R>>')
			.stream(4, '', '(Text) Tj')
			.end(),
		{ pages: 1, image_only_pages: 0, recommendation: 'tag' },
	],
	['content that is a null object', plain().object(3, 'null').end(), { image_only_pages: 0 }],
	['a trailer alone', plain().raw(TRAILER), { pages: 2, encryption: 'none' }],
	[
		'an older trailer of an encrypted file',
		plain().raw(`trailer<</Encrypt 9 0 R>>\n${TRAILER}`),
		{ encryption: null },
	],
	[
		'an encryption dictionary that nothing refers to',
		plain().object(10, '<</Filter/Standard/V 1>>').end(),
		{ encryption: null },
	],
	[
		'an encryption dictionary that is missing',
		plain().end('/Root 1 0 R/Encrypt 10 0 R'),
		{ encryption: null, unknown: { encryption: 'its encryption dictionary is missing' } },
	],
	['a form without fields', plain(1, '/AcroForm<</Fields[]>>').end(), { form: 'none' }],
	['a form with a field', plain(1, '/AcroForm<</Fields[10 0 R]>>').end(), { form: 'acroform' }],
	['an XFA form', plain(1, '/AcroForm<</Fields[]/XFA(x)>>').end(), { form: 'xfa' }],
	['an XFA form without content', plain(1, '/AcroForm<</Fields[]/XFA[]>>').end(), { form: 'none' }],
	[
		'references to references',
		Array.from({ length: 12 }, (_, index) => 11 + index)
			.reduce((writer, next) => writer.object(next - 1, `${next} 0 R`), plain(2, '/Lang 10 0 R'))
			.object(22, '(en)')
			.end(),
		{ language: 'en' },
	],
	['a signature', signed(), { signed: true, recommendation: 'review' }],
	['an earlier signature', signed().object(10, 'null').end(), { signed: false }],
	['usage rights', plain(1, `/Perms<</UR3 ${SIGNATURE}>>`).end(), { signed: false }],
	['a certification', plain(1, `/Perms<</DocMDP ${SIGNATURE}>>`).end(), { signed: true }],
	[
		'a signature of a page',
		plain(1)
			.object(100, '<</Type/Page/Annots[<</Parent 11 0 R>>]>>')
			.object(11, `<</FT/Sig/V ${SIGNATURE}>>`)
			.end(),
		{ signed: true },
	],
	[
		'a signature field that looks like a structure element',
		plain(1, '/AcroForm<</Fields[10 0 R]>>')
			.object(10, '<</FT/Sig/S/A/P 100 0 R/V 11 0 R>>')
			.object(11, SIGNATURE)
			.end(),
		{ signed: true },
	],
	['a title in metadata', writeXmp(TITLE), { title: 'Fish & chips' }],
	['two titles', writeXmp(TITLE, '/Root 1 0 R/Info 11 0 R'), { title: 'Title' }],
	['a portfolio', plain(1, '/Collection<<>>').end(), { recommendation: 'review' }],
	['tags', plain(2, tagsOf(2)).end(), { tagged: true, recommendation: 'skip' }],
	[
		'a blank page without tags',
		plain(2, tagsOf(2)).object(101, '<</Type/Page/Parent 2 0 R>>').end(),
		{ tagged: true },
	],
	['no tree of tags', plain(1, MARKED).end(), { tagged: false, recommendation: 'review' }],
])('%s', async (_, writer, answers) => {
	const inspection = await inspectBytes(writer.bytes());
	expect(inspection).toMatchObject(answers);
	expect(inspection.pages === null).toBe(inspection.unknown.pages !== undefined);
});

test('content belongs to the structure tree by its page, or by a form that it paints', async () => {
	const taggedBy = async (form: string) =>
		await inspectBytes(
			plain(1, tagsOf(1))
				.object(100, '<</Type/Page/Contents 10 0 R/Resources<</XObject<</F 11 0 R>>>>>>')
				.stream(10, '', '/F Do')
				.stream(11, `/Subtype/Form${form}`, '(Text) Tj')
				.end()
				.bytes(),
		);
	expect((await taggedBy('/StructParents 0')).tagged).toBe(true);
	expect((await taggedBy('')).tagged).toBeNull();
});

test.each<[string, PdfWriter]>([
	['says itself', plain(2, tagsOf(2).replace('true', 'true/Suspects true'))],
	['no elements', plain(2, `${MARKED}/StructTreeRoot<<>>`)],
	['no elements', plain(2, `${MARKED}/StructTreeRoot<</K<</Type/OBJR/S/P>>>>`)],
	['1 of its pages', plain(2, tagsOf(2)).object(101, '<</Type/Page/Contents 3 0 R>>')],
])('a document that is marked as tagged is not surely so: %s', async (reason, writer) => {
	const { recommendation, tagged, unknown } = await inspectBytes(writer.end().bytes());
	expect([tagged, recommendation]).toEqual([null, 'review']);
	expect(unknown.tagged).toContain(reason);
});

test('is sure of every answer about a plain document', async () => {
	expect(await inspectBytes(plain().end().bytes())).toEqual({
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

test.each([5, 60, 300, 600, 2000, 3000])(
	'ignores an update that ends %d bytes early',
	async (cut) => {
		const bytes = writeTwoRevisions().bytes();
		const { pages, unknown } = await inspectBytes(bytes.subarray(0, bytes.length - cut));
		expect([null, 3]).toContain(pages);
		expect(pages === null).toBe('pages' in unknown);
	},
);

test.each([true, false])('object streams: %s', async (useObjectStreams) => {
	expect(await inspectBytes(await makePdfLibDocument(useObjectStreams))).toMatchObject({
		pages: 2,
		title: 'Title',
		unknown: {},
	});
});

test.each(['', 'Hello', '%PDF-1.7\n', '%PDF-1.7\n1 0 obj', '\0'.repeat(5000)])(
	'gives reasons for a file that is not a PDF: %j',
	async (text) => {
		const { pages, recommendation, unknown } = await inspectBytes(Buffer.from(text));
		expect([pages, recommendation]).toEqual([null, 'review']);
		expect(unknown.pages).toMatch(/./);
	},
);

test('passes on errors of the source', async () => {
	const open = () => Promise.reject(new Error('The disk is gone'));
	await expect(inspect({ open, pause: () => Promise.resolve() })).rejects.toThrow('disk is gone');
});
