import type { Inspection } from '../../../../pdf/inspect';
import { PdfWriter, tagsOf } from '../../support/pdfWriter';
import { expectAnswers } from '../inspectBytes';
import { plain, TRAILER } from '../writers';

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

/** A table that no trailer refers to defines object 9. */
function writeStrayTable(): PdfWriter {
	const writer = plain(2, '/Lang 9 0 R');
	const offset = String(writer.offset).padStart(10, '0');
	const text = writer.raw('9 0 obj (en) endobj\n').end().bytes().toString('latin1');
	const stray = `xref\n9 1\n${offset} 00000 n \ntrailer<<>>\nstartxref`;
	return new PdfWriter().raw(text.slice('%PDF-1.7\n'.length).replace('startxref', stray));
}

test.each<[string, PdfWriter, Partial<Inspection>]>([
	['a hybrid file', writeHybrid(), { pages: 1 }],
	['a hybrid file that hides tags', writeHiddenTags(), { tagged: true, recommendation: 'skip' }],
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
	['the numbers of entries', writeNumberedTable(), { pages: 1 }],
	['a table that no trailer refers to', writeStrayTable(), { pages: 2, language: '' }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});
