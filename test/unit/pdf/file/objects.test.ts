import type { Inspection } from '../../../../pdf/inspect';
import { PdfWriter } from '../../support/pdfWriter';
import { expectAnswers } from '../inspectBytes';
import { plain, writeTree } from '../writers';

/** Every requested value is a separate object. */
function writeSeparateValues(): PdfWriter {
	const writer = plain(2, '/MarkInfo 10 0 R /Lang 12 0 R /StructTreeRoot 14 0 R');
	writer.object(2, '<</Type/Pages/Count 13 0 R/Kids 17 0 R>>').object(13, '2');
	writer.object(17, '[100 0 R 101 0 R]');
	writer.object(10, '<</Marked 11 0 R>>').object(11, 'true').object(12, '(en-GB)');
	writer.object(14, '<</Type/StructTreeRoot/K 15 0 R>>').object(15, '<</S 16 0 R/P 14 0 R>>');
	return writer.object(16, '/H1').end();
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

test.each<[string, PdfWriter, Partial<Inspection>]>([
	[
		'values in separate objects',
		writeSeparateValues(),
		{ pages: 2, tagged: true, language: 'en-GB', recommendation: 'skip' },
	],
	['an entry that points to another object', writeMisplaced(), { pages: 2 }],
	[
		'objects that share a place in the cache',
		writeTree('<</Count 1/Kids[1026 0 R]>>', 'null').object(1026, '<</Type/Page>>').end(),
		{ pages: 1 },
	],
	[
		'references to references',
		Array.from({ length: 12 }, (_, index) => 11 + index)
			.reduce((writer, next) => writer.object(next - 1, `${next} 0 R`), plain(2, '/Lang 10 0 R'))
			.object(22, '(en)')
			.end(),
		{ language: 'en' },
	],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});
