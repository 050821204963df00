import type { Inspection } from '../../../../pdf/inspect';
import { PdfWriter } from '../../support/pdfWriter';
import { writeTwoRevisions } from '../fixtures';
import { inspectBytes, expectAnswers } from '../inspectBytes';
import { end, plain, TRAILER } from '../writers';

/** A page tree that nobody can count, and an object that nothing refers to after the one that counts. */
function writeUncountable(): PdfWriter {
	const writer = plain(2, '/Lang 9 0 R').object(2, '<</Type/Pages/Count 7/Kids[100 0 R]>>');
	const offset = writer.object(9, '(en)').places.get(9);
	const text = writer.raw('9 0 obj (de) endobj\n').end().bytes().toString('latin1');
	expect(text).toContain(`9 1\n${String(offset).padStart(10, '0')}`);
	return new PdfWriter().raw(text.slice('%PDF-1.7\n'.length));
}

/** The cross-reference leads to the first definitions of objects, and the last ones follow. */
function writeTwice(first: Record<number, string>, last: Record<number, string>): PdfWriter {
	const writer = plain(2, '/Lang 9 0 R');
	for (const [number, text] of Object.entries(first)) writer.object(Number(number), text);
	for (const [number, text] of Object.entries(last)) writer.raw(`${number} 0 obj ${text} endobj\n`);
	return writer.end();
}

test.each<[string, PdfWriter, Partial<Inspection>]>([
	[
		'the last definitions, if the pages of the cross-reference are not known',
		writeTwice(
			{ 2: '<</Type/Pages/Kids[]>>', 9: '(en)' },
			{ 2: '<</Type/Pages/Count 2/Kids[100 0 R 101 0 R]>>', 9: '(de)' },
		),
		{ pages: 2, language: 'de' },
	],
	[
		'the first reason, if the pages are not known in either way',
		writeTwice(
			{ 2: '<</Type/Pages/Count 7/Kids[]>>', 9: '(en)' },
			{ 2: '<</Type/Pages/Count 2/Kids[300 0 R]>>', 9: '(de)' },
		),
		{
			language: 'en',
			unknown: { pages: 'its page tree does not contain as many pages as it says' },
		},
	],
	[
		'a catalog without pages, which is none',
		plain().object(50, '<</Type/Catalog/Lang(en)>>').end('/Root 50 0 R'),
		{ pages: 2, language: '' },
	],
	[
		'only a catalog without pages',
		new PdfWriter().object(1, '<</Type/Catalog/Lang(en)>>').end(),
		{ pages: null, language: null },
	],
	['the newest of two revisions', writeTwoRevisions(), { pages: 3 }],
	[
		'the revision of the cross-reference, even if its pages are not known',
		writeUncountable(),
		{ pages: null, language: 'en' },
	],
	[
		'an object that damage may have removed',
		plain(2, '/Lang 9 0 R').raw(TRAILER),
		{ pages: 2, language: null },
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
		'two catalogs, and the one of the trailer',
		plain()
			.object(50, '<</Type/Catalog/Pages 2 0 R/Lang(en)>>')
			.object(51, '<</Type/Catalog/Pages 2 0 R/Lang(de)>>')
			.raw('trailer<</Root 50 0 R>>'),
		{ pages: 2, language: 'en' },
	],
	[
		'a title in the trailer with the catalog, and another one after it',
		plain().raw('trailer<</Root 1 0 R/Info<</Title(A)>>>>trailer<</Info<</Title(B)>>>>'),
		{ pages: 2, title: 'A' },
	],
	[
		'two catalogs in the trailers',
		plain()
			.object(50, '<</Type/Catalog/Pages 2 0 R/Lang(en)>>')
			.raw(`trailer<</Root 50 0 R>>${TRAILER}`),
		{ pages: 2, language: '' },
	],
	[
		'an object that is there twice, and another page tree',
		plain()
			.object(10, '<</Type/Pages/Count 5/Kids[]>>')
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.raw(TRAILER),
		{
			pages: null,
			unknown: { pages: 'it is damaged, and its revisions differ in their number of pages' },
		},
	],
	[
		'another page tree alone',
		plain().object(10, '<</Type/Pages/Count 5/Kids[]>>').raw(TRAILER),
		{ pages: 2 },
	],
	[
		'a trailer after the end',
		plain().end().raw(TRAILER),
		{ pages: null, unknown: { pages: 'it ends in the middle of an update' } },
	],
	[
		'an object after the end',
		plain().end().raw('9 0 obj 5 endobj'),
		{ pages: null, unknown: { pages: 'it ends in the middle of an update' } },
	],
	['no cross-reference', plain(4).raw(TRAILER), { pages: 4 }],
	['no offset of the cross-reference', plain().raw(end), { pages: 2 }],
	[
		'an older trailer with the catalog',
		plain().raw(`trailer<</Root 1 0 R/Info<</Title(A)>>>>trailer<</Size 9>>`),
		{ pages: 2, title: 'A' },
	],
	[
		'several trailers with a title, and none in the last',
		plain().raw(
			'trailer<</Root 1 0 R/Info<</Title(A)>>>>trailer<</Info<</Title(B)>>>>trailer<</Root 1 0 R>>',
		),
		{ pages: 2, title: 'B' },
	],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
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
