import type { Inspection } from '../../../../pdf/inspect';
import type { PdfWriter } from '../../support/pdfWriter';
import { READER_LIMITS } from '../../../../pdf/readerLimits';
import { expectAnswers, inspectBytes } from '../inspectBytes';
import { plain, SIGNATURE, signed, writeTree } from '../writers';

/** A page whose annotation has this many fields above it. The highest one is object 1000. */
function writeLevels(count: number, top: string): PdfWriter {
	const writer = plain(1)
		.object(100, `<</Type/Page/Annots[${1000 + count} 0 R]>>`)
		.object(1000, `<<${top}/Kids[1001 0 R]>>`);
	for (let level = 1001; level <= 1000 + count; level += 1) {
		writer.object(level, `<</Parent ${level - 1} 0 R/Kids[${level + 1} 0 R]>>`);
	}
	return writer.end();
}

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
	[
		'a signature field without a value',
		plain(1, '/AcroForm<</Fields[<</FT/Sig>>]>>').end(),
		{ signed: false },
	],
	[
		'no signature in the form, and pages that cannot be read',
		writeTree('<</Count 2/Kids[3 0 R]>>', '<</Type/Page>>'),
		{ pages: null, signed: null },
	],
	[
		'a signature, and pages that cannot be read',
		plain(1, `/AcroForm<</Fields[<</FT/Sig/V ${SIGNATURE}>>]>>`).object(100, '<<>>').end(),
		{ pages: null, signed: true },
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
		'a field of the form that inherits from a field which the form does not list',
		plain(1, '/AcroForm<</Fields[11 0 R]>>')
			.object(10, `<</FT/Sig/V ${SIGNATURE}/Kids[11 0 R]>>`)
			.object(11, '<</Parent 10 0 R>>')
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
	[
		'a certification after usage rights',
		plain(1, `/Perms<</UR3 ${SIGNATURE}/DocMDP ${SIGNATURE}>>`).end(),
		{ signed: true },
	],
	[
		'permissions that are separate objects',
		plain(1, '/Perms 10 0 R')
			.object(10, '<</UR3 11 0 R/DocMDP 11 0 R>>')
			.object(11, '<</ByteRange 12 0 R>>')
			.object(12, '[0 1 2 3]')
			.end(),
		{ signed: true },
	],
	[
		'usage rights that are separate objects',
		plain(1, '/Perms 10 0 R').object(10, '<</UR3 11 0 R>>').object(11, SIGNATURE).end(),
		{ signed: false },
	],
	[
		'a field of which every part is a separate object',
		plain(1, '/AcroForm 10 0 R')
			.object(10, '<</Fields 11 0 R>>')
			.object(11, '[12 0 R 13 0 R]')
			.object(12, '<</FT/Tx>>')
			.object(13, '<</FT 14 0 R/Kids 15 0 R>>')
			.object(14, '/Sig')
			.object(15, '[12 0 R 16 0 R]')
			.object(16, '<</V 17 0 R/Parent 13 0 R>>')
			.object(17, SIGNATURE)
			.end(),
		{ signed: true },
	],
	[
		'a text field with a value of its own between a signature and a signature field',
		plain(1, '/AcroForm<</Fields[10 0 R]>>')
			.object(10, `<</V ${SIGNATURE}/Kids[11 0 R]>>`)
			.object(11, '<</FT/Tx/V(Text)/Kids[12 0 R]>>')
			.object(12, '<</FT/Sig>>')
			.end(),
		{ signed: false },
	],
	[
		'a signature of the second page, in annotations that are a separate object',
		plain(2)
			.object(100, '<</Type/Page/Annots[null 9 0 R <</Subtype/Link>>]>>')
			.object(101, '<</Type/Page/Annots 10 0 R>>')
			.object(10, '[null 11 0 R 12 0 R]')
			.object(11, '<</Subtype/Link>>')
			.object(12, `<</FT/Sig/V ${SIGNATURE}>>`)
			.end(),
		{ signed: true },
	],
	[
		'a signature of a page, by the field 100 levels above',
		writeLevels(100, `/FT/Sig/V ${SIGNATURE}`),
		{ signed: true },
	],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

test('a list that names one field again and again yields to other work', async () => {
	const countPauses = async (names: number) => {
		let pauses = 0;
		const pause = async () => {
			pauses += 1;
			await Promise.resolve();
		};
		const fields = '10 0 R '.repeat(names);
		const writer = plain(1, `/AcroForm<</Fields[${fields}]>>`).object(10, '<</FT/Tx>>').end();
		await inspectBytes(writer.bytes(), {
			chunk: 1e6,
			limits: { ...READER_LIMITS, turnMs: 0 },
			pause,
		});
		return pauses;
	};
	expect((await countPauses(1_000)) - (await countPauses(1))).toBeGreaterThanOrEqual(999);
});
