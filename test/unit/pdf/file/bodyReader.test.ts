import type { Inspection } from '../../../../pdf/inspect';
import { pagesOf, PdfWriter, tagsOf } from '../../support/pdfWriter';
import { makePdfKitDocument } from '../fixtures';
import { inspectBytes, expectAnswers } from '../inspectBytes';
import { plain } from '../writers';

function writeEmbedded(): PdfWriter {
	const inner = plain(9).end().bytes();
	const writer = plain().stream(10, '/Type/EmbeddedFile /Length 11 0 R', inner);
	return writer.object(11, String(inner.length)).end();
}

test.each<[string, PdfWriter, Partial<Inspection>]>([
	['offsets that count from the header', pagesOf(new PdfWriter('\nJunk\n'), 3).end(), { pages: 3 }],
	[
		'numbers after the end',
		plain(2, tagsOf(2)).end().raw('7 8\n'),
		{ tagged: true, recommendation: 'skip' },
	],
	['a PDF inside a PDF', writeEmbedded(), { pages: 2 }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

test.each([1, 7, 64, 100_000])('the answers do not depend on chunks: %d bytes', async (chunk) => {
	const bytes = await makePdfKitDocument({ tagged: true });
	expect(await inspectBytes(bytes, { chunk })).toEqual(await inspectBytes(bytes));
});
