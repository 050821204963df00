import { deflateSync } from 'node:zlib';

import { pagesOf, PdfWriter } from '../../support/pdfWriter';
import { writeOnePage, type HostileFile } from './onePage';

const KIB = 1024;
/** Close to the maximum size of an object. */
const LARGE = `/Filler[${'1 '.repeat(470 * KIB)}]/Text(${'x'.repeat(3000 * KIB)})`;
const metadata = (xmp: string) =>
	pagesOf(new PdfWriter(), 2, '/Metadata 9 0 R').stream(9, '/Type/Metadata', xmp).end().bytes();

/** Few bytes that cause much work or use much memory. */
export const HOSTILE_SHARES: HostileFile[] = [
	[
		'thirty fonts that share a large descriptor',
		() => {
			const fonts = Array.from({ length: 30 }, (_, n) => `/F${n} ${10 + n} 0 R`).join('');
			const writer = writeOnePage(`4 0 R/Resources<</Font<<${fonts}>>>>`).stream(4, '', 'q Q');
			for (let n = 0; n < 30; n += 1) writer.object(10 + n, '<</FontDescriptor 5 0 R>>');
			return writer.object(5, `<<${LARGE}>>`).end().bytes();
		},
		1,
	],
	[
		'a catalog whose entries all refer to a large object',
		() => {
			const keys = ['Lang', 'MarkInfo', 'StructTreeRoot', 'AcroForm', 'ViewerPreferences', 'Perms'];
			const catalog = keys.map((key) => `/${key} 5 0 R`).join('');
			return writeOnePage('null', catalog).object(5, `<<${LARGE}>>`).end().bytes();
		},
		1,
	],
	[
		'patterns that share large resources',
		() => {
			const patterns = Array.from({ length: 200 }, (_, n) => `/P${n} ${10 + n} 0 R`).join('');
			const writer = writeOnePage(`4 0 R/Resources<</Pattern<<${patterns}>>>>`).stream(
				4,
				'',
				'q Q',
			);
			for (let n = 0; n < 200; n += 1) {
				writer.stream(10 + n, '/PatternType 1/Resources 5 0 R', 'q Q');
			}
			return writer.object(5, `<<${LARGE}>>`).end().bytes();
		},
		1,
	],
	[
		'a title of entities',
		() => metadata(`<dc:title><rdf:li>${'&amp;'.repeat(400_000)}</rdf:li></dc:title></rdf:RDF>`),
		2,
	],
	['metadata of declarations', () => metadata(`${'xmlns'.repeat(400_000)}</rdf:RDF>`), 2],
	['metadata of blanks', () => metadata(`${' '.repeat(2_000_000)}</rdf:RDF>`), 2],
	['metadata of comments', () => metadata(`${'<!-- -->'.repeat(250_000)}</rdf:RDF>`), 2],
	[
		'thirty cross-reference streams of a million entries each',
		() => {
			const writer = pagesOf(new PdfWriter(), 2);
			const data = deflateSync(Buffer.alloc(1_000_000));
			for (let n = 0; n < 30; n += 1) {
				const index = `/Index[${(n + 1) * 1_000_000} 1000000]`;
				const dictionary = `/Type/XRef/W[0 1 0]/Size 99${index}/Filter/FlateDecode`;
				writer.stream(200 + n, dictionary, data);
			}
			return writer.end().bytes();
		},
		2,
	],
	[
		'a hundred streams that each paint ten thousand objects',
		() => {
			const names = Array.from({ length: 10_000 }, (_, n) => `/N${n} Do `).join('');
			const writer = writeOnePage('4 0 R');
			for (let n = 0; n < 100; n += 1) {
				writer.stream(4 + n, '/Filter/FlateDecode', deflateSync(names));
			}
			return writer.end().bytes();
		},
		1,
	],
	[
		'annotations that all pages share',
		() => {
			const kids = Array.from({ length: 1500 }, (_, n) => `${10 + n} 0 R`);
			const writer = new PdfWriter()
				.object(1, '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields 3 0 R>>>>')
				.object(2, `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`)
				.object(3, `[${Array.from({ length: 1500 }, () => '5 0 R').join(' ')}]`)
				.object(5, '<</Subtype/Widget/FT/Sig/Kids 3 0 R/AP<</N 6 0 R>>>>')
				.stream(6, '/Subtype/Form', 'q Q');
			for (let n = 0; n < kids.length; n += 1) writer.object(10 + n, '<</Type/Page/Annots 3 0 R>>');
			return writer.end().bytes();
		},
		1500,
	],
];
