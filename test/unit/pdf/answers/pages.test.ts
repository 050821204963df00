import type { Inspection } from '../../../../pdf/inspect';
import { PdfWriter } from '../../support/pdfWriter';
import { expectAnswers } from '../inspectBytes';
import { writeTree } from '../writers';

test.each<[string, PdfWriter, Partial<Inspection>]>([
	[
		'a page tree with too few pages',
		writeTree('<</Count 2/Kids[3 0 R]>>', '<</Type/Page>>'),
		{ pages: null },
	],
	[
		'a page tree with too many pages',
		writeTree('<</Count 0/Kids[3 0 R]>>', '<</Type/Page>>'),
		{ pages: null },
	],
	['a missing page', writeTree('<</Count 1/Kids[9 0 R]>>', '<</Type/Page>>'), { pages: null }],
	[
		'a node that is in the tree twice',
		new PdfWriter()
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, '<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]>>')
			.object(3, '<</Type/Pages/Count 1/Kids[4 0 R]>>')
			.object(4, '<</Type/Page>>')
			.end(),
		{ pages: null },
	],
	['no pages', writeTree('<</Count 0/Kids[]>>', 'null'), { pages: 0, recommendation: 'review' }],
	['a repeated page', writeTree('<</Count 2/Kids[3 0 R 3 0 R]>>', '<</Type/Page>>'), { pages: 2 }],
	['no type', writeTree('<</Count 1/Kids[3 0 R]>>', '<</Parent 2 0 R>>'), { pages: 1 }],
	['a font', writeTree('<</Count 1/Kids[3 0 R]>>', '<</Type/Font/Parent 2 0 R>>'), { pages: null }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});
