import type { Inspection } from '../../../../pdf/inspect';
import type { PdfWriter } from '../../support/pdfWriter';
import { expectAnswers } from '../inspectBytes';
import { plain, SIGNATURE, signed } from '../writers';

test.each<[string, PdfWriter, Partial<Inspection>]>([
	['a permission that is no signature', plain(1, '/Perms<</DocMDP<<>>>>').end(), { signed: false }],
	[
		'a signature field without a signature',
		plain(1, '/AcroForm<</Fields[<</FT/Sig/V<<>>>>]>>').end(),
		{ signed: false },
	],
	[
		'a signature whose byte range does not exist',
		plain(1, '/AcroForm<</Fields[<</FT/Sig/V<</ByteRange 99 0 R>>>>]>>').end(),
		{ signed: false },
	],
	[
		'a text field with what looks like a signature',
		plain(1, `/AcroForm<</Fields[<</FT/Tx/V ${SIGNATURE}>>]>>`).end(),
		{ signed: false },
	],
	['a signature', signed(), { signed: true, recommendation: 'review' }],
	['an earlier signature', signed().object(10, 'null').end(), { signed: false }],
	['usage rights', plain(1, `/Perms<</UR3 ${SIGNATURE}>>`).end(), { signed: false }],
	['older usage rights', plain(1, `/Perms<</UR ${SIGNATURE}>>`).end(), { signed: false }],
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
		'a field that inherits its type and its signature',
		plain(1, '/AcroForm<</Fields[10 0 R]>>')
			.object(10, `<</FT/Sig/V ${SIGNATURE}/Kids[11 0 R]>>`)
			.object(11, '<</Parent 10 0 R>>')
			.end(),
		{ signed: true },
	],
	[
		'a signature field after a kid that is no field',
		plain(1, '/AcroForm<</Fields[10 0 R]>>')
			.object(10, '<</FT/Sig/Kids[null 11 0 R]>>')
			.object(11, `<</V ${SIGNATURE}/Parent 10 0 R>>`)
			.end(),
		{ signed: true },
	],
	[
		'a field that inherits its signature, and has a type of its own',
		plain(1, '/AcroForm<</Fields[10 0 R]>>')
			.object(10, `<</V ${SIGNATURE}/Kids[11 0 R]>>`)
			.object(11, '<</FT/Sig/Parent 10 0 R>>')
			.end(),
		{ signed: true },
	],
	[
		'a text field that inherits what looks like a signature',
		plain(1, '/AcroForm<</Fields[10 0 R]>>')
			.object(10, `<</V ${SIGNATURE}/Kids[11 0 R]>>`)
			.object(11, '<</FT/Tx/Parent 10 0 R>>')
			.end(),
		{ signed: false },
	],
	[
		'a signature field whose text field has what looks like a signature',
		plain(1, '/AcroForm<</Fields[10 0 R]>>')
			.object(10, `<</FT/Tx/V ${SIGNATURE}/Kids[11 0 R]>>`)
			.object(11, '<</FT/Sig/V null/Parent 10 0 R>>')
			.end(),
		{ signed: false },
	],
	[
		'a signature of a page, by the field two levels above',
		plain(1)
			.object(100, '<</Type/Page/Annots[12 0 R]>>')
			.object(10, '<</FT/Sig/Kids[11 0 R]>>')
			.object(11, `<</V ${SIGNATURE}/Kids[12 0 R]/Parent 10 0 R>>`)
			.object(12, '<</Parent 11 0 R>>')
			.end(),
		{ signed: true },
	],
	[
		'a signature of a page that its parent does not list',
		plain(1)
			.object(100, '<</Type/Page/Annots[11 0 R]>>')
			.object(10, '<</Kids[]>>')
			.object(11, `<</FT/Sig/V ${SIGNATURE}/Parent 10 0 R>>`)
			.end(),
		{ signed: true },
	],
	[
		'fields that are above each other',
		plain(1)
			.object(100, '<</Type/Page/Annots[11 0 R]>>')
			.object(10, '<</Parent 11 0 R/Kids[11 0 R]>>')
			.object(11, '<</Parent 10 0 R/Kids[10 0 R]>>')
			.end(),
		{ signed: false },
	],
	[
		'a signature field that looks like a structure element',
		plain(1, '/AcroForm<</Fields[10 0 R]>>')
			.object(10, '<</FT/Sig/S/A/P 100 0 R/V 11 0 R>>')
			.object(11, SIGNATURE)
			.end(),
		{ signed: true },
	],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});
