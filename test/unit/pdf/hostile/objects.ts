import { pagesOf, PdfWriter } from '../../support/pdfWriter';
import { writeOnePage, type HostileFile } from './onePage';

/** Many objects, large objects, shared objects, and circular references. */
export const HOSTILE_OBJECTS: HostileFile[] = [
	[
		'a page tree in a circle',
		() =>
			new PdfWriter()
				.object(1, '<</Type/Catalog/Pages 2 0 R>>')
				.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>')
				.object(3, '<</Type/Pages/Count 1/Kids[2 0 R]>>')
				.end()
				.bytes(),
		null,
	],
	[
		'references in a circle',
		() => writeOnePage('4 0 R').object(4, '5 0 R').object(5, '4 0 R').end().bytes(),
		1,
	],
	[
		'100,000 kids in one node',
		() => {
			const kids = Array.from({ length: 100_000 }, (_, index) => `${10 + index} 0 R`);
			const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R>>');
			writer.object(2, `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`);
			const page = '<</Type/Page/Parent 2 0 R>>';
			for (let index = 0; index < kids.length; index += 1) writer.object(10 + index, page);
			return writer.end().bytes();
		},
		100_000,
	],
	[
		'a million objects',
		() => {
			const objects = Array.from(
				{ length: 1_000_000 },
				(_, index) => `${10 + index} 0 obj 1 endobj\n`,
			);
			return pagesOf(new PdfWriter(), 2).raw(objects.join('')).end().bytes();
		},
		2,
	],
	[
		'an array of half a million',
		() =>
			writeOnePage('4 0 R')
				.object(4, `[${'5 0 R '.repeat(500_000)}]`)
				.stream(5, '', 'q Q')
				.end()
				.bytes(),
		1,
	],
	[
		'an array of a million, which is more than is kept',
		() =>
			writeOnePage('4 0 R')
				.object(4, `[${'5 0 R '.repeat(1_000_000)}]`)
				.end()
				.bytes(),
		1,
	],
	[
		'arrays and resources that all pages share',
		() => {
			const kids = Array.from({ length: 50_000 }, (_, index) => `${10 + index} 0 R`);
			const names = Array.from({ length: 50_000 }, (_, index) => `/N${index} 5 0 R`).join('');
			const writer = new PdfWriter()
				.object(1, '<</Type/Catalog/Pages 2 0 R>>')
				.object(
					2,
					`<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]/Resources<</Font<<${names}>>/ExtGState<<${names}>>>>>>`,
				)
				.object(3, `[${'5 0 R '.repeat(200_000)}]`)
				.stream(5, '', 'q Q');
			const page = '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Annots 3 0 R>>';
			for (let index = 0; index < kids.length; index += 1) writer.object(10 + index, page);
			return writer.end().bytes();
		},
		50_000,
	],
	[
		'a text of megabytes',
		() =>
			pagesOf(new PdfWriter(), 2, '/Lang 9 0 R')
				.object(9, `(${'\\n'.repeat(1_500_000)})`)
				.end()
				.bytes(),
		2,
	],
	[
		'sizes that lie',
		() => {
			const huge = 999_999_999_999;
			const writer = pagesOf(new PdfWriter(), 2, `/Metadata 9 0 R /StructTreeRoot 8 0 R`);
			writer.stream(7, `/Type/ObjStm/N ${huge}/First 8`, '10 0 1 1 1 1');
			writer.stream(9, '/Type/Metadata/Filter/Fl/DecodeParms<</Predictor 12/Columns 9e9>>', 'x');
			writer.stream(10, `/Type/XRef/W[1 2 1]/Index[0 ${huge}]/Size ${huge}`, 'x');
			writer
				.object(8, `<</K[11 0 R]/ParentTreeNextKey ${huge}>>`)
				.stream(11, `/Length1 ${huge}`, '');
			return writer.raw(`xref\n0 ${huge}\ntrailer\n<</Size ${huge}>>\n`).end().bytes();
		},
		2,
	],
	[
		'a page tree that says it has more pages than there are',
		() =>
			pagesOf(new PdfWriter(), 2)
				.object(2, '<</Type/Pages/Count 999999999/Kids[100 0 R 101 0 R]>>')
				.end()
				.bytes(),
		null,
	],
	[
		'a hundred thousand strings without an end',
		() => {
			const objects = Array.from(
				{ length: 100_000 },
				(_, index) => `${10 + index} 0 obj (endobj\n`,
			);
			return pagesOf(new PdfWriter(), 2).raw(objects.join('')).end().bytes();
		},
		2,
	],
	[
		'brackets without an end',
		() =>
			pagesOf(new PdfWriter(), 2, `/X ${'['.repeat(100_000)}`)
				.end()
				.bytes(),
		null,
	],
];
