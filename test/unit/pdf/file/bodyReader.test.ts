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

test.each([100, 300, 400, 1000, 100_000])(
	'what is in a long comment or word is not an object: chunks of %d bytes',
	async (chunk) => {
		const object = '0 obj<</Filter/Standard/V 1>>endobj';
		const comment = `% ${'x '.repeat(2000)}`;
		const word = '9'.repeat(500);
		for (const skipped of [`${comment}9 ${object}`, `${word} ${object}`]) {
			const inspection = await inspectBytes(plain().raw(`${skipped}\n`).end().bytes(), { chunk });
			expect(inspection).toMatchObject({ pages: 2, encryption: 'none' });
		}
		for (const skipped of [comment, word]) {
			const bytes = plain().raw(`${skipped}\n9 ${object}`).end().bytes();
			expect((await inspectBytes(bytes, { chunk })).encryption).toBeNull();
		}
	},
);
