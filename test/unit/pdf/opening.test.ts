import type { Inspection } from '../../../pdf/inspect';
import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { makePdfKitDocument, PLAIN } from './fixtures';
import { expectAnswers, inspectBytes } from './inspectBytes';
import { end, plain, TRAILER } from './writers';

/** A file with two ends and a broken cross-reference, in which another page tree is left. */
function writeDamagedWithTwoEnds(first: string): PdfWriter {
	return plain(2, '', new PdfWriter().object(9, first))
		.object(10, '<</Type/Pages/Count 5/Kids[]>>')
		.raw(`${TRAILER}startxref 7 %%EOF ${TRAILER}startxref 7 %%EOF`);
}

test.each<[string, PdfWriter, Partial<Inspection>]>([
	['a damaged revision', pagesOf(plain().end(), 3).raw(end), { pages: null }],
	['one with the same pages', plain().end().object(10, 'null').raw(end), { pages: 2 }],
	['one that is a trailer alone', plain().end().raw(end), { pages: 2 }],
	['one that is cut off', plain().raw(end).raw('\n2 0 obj\n<</Kids['), { pages: null }],
	['one without an end', pagesOf(plain().raw(`${end}\n`), 3), { pages: null }],
	// Its two ends are those of one revision.
	['a damaged linearized file', writeDamagedWithTwoEnds('<</Linearized 1>>'), { pages: 2 }],
	[
		'a damaged linearized file with an older revision',
		writeDamagedWithTwoEnds('<</Linearized 1>>').raw(end),
		{ pages: null },
	],
	['a damaged file with an older revision', writeDamagedWithTwoEnds('<<>>'), { pages: null }],
	[
		'one whose older page tree is in an object stream',
		plain()
			.stream(10, '/Type/ObjStm/N 1/First 5', '11 0 <</Type/Pages/Count 5/Kids[]>>')
			.raw(`${end} ${end}`),
		{ pages: null },
	],
	[
		'one whose object stream has a page tree with the same pages',
		plain()
			.stream(10, '/Type/ObjStm/N 1/First 5', '11 0 <</Type/Pages/Count 2/Kids[]>>')
			.raw(`${end} ${end}`),
		{ pages: 2 },
	],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

test('without its password nothing but the encryption is known', async () => {
	const bytes = await makePdfKitDocument({ userPassword: 'secret', pdfVersion: '1.7ext3' });
	const { encryption, unknown } = await inspectBytes(bytes);
	expect(encryption).toBe('password_needed');
	const others = Object.keys(PLAIN).filter((key) => key !== 'encryption');
	const reasons = others.map((key) => [key, 'it needs a password to open']);
	expect(unknown).toEqual(Object.fromEntries(reasons));
});
