import { pagesOf, PdfWriter } from '../../support/pdfWriter';
import { inspected } from '../inspected';

const tagged = (root: string) =>
	pagesOf(new PdfWriter(), 1, '/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R').object(10, root);

test('elements are counted by their standard types, wherever they stand', async () => {
	const writer = tagged('<</Type/StructTreeRoot/K[11 0 R]/RoleMap<</Head/Title/Title/H1>>>>');
	writer.object(11, '<</S/Document/P 10 0 R/K[12 0 R 13 0 R 13 0 R <</S/Table/P 11 0 R>> 7]>>');
	writer.object(12, '<</S/Head/P 11 0 R/K[0 <</Type/MCR/MCID 1>>]>>');
	writer.object(13, '<</S/Figure/P 11 0 R/Alt(A cat)/K 14 0 R>>');
	writer.object(14, '<</S/Figure/P 13 0 R/Alt()/K 11 0 R>>');
	expect(await inspected(writer.end().bytes())).toMatchObject({
		tagged: true,
		structureElements: 5,
		headings: 1,
		tables: 1,
		figures: 2,
		figuresWithoutAlt: 1,
	});
});

test('a tree without elements under a mark is neither tagged nor untagged', async () => {
	const inspection = await inspected(tagged('<</Type/StructTreeRoot>>').end().bytes());
	expect(inspection).toMatchObject({ tagged: null, structureTree: true, structureElements: 0 });
	expect(inspection.unknown.tagged).toContain('no elements');
});
