import type { Inspection } from '../../../../pdf/inspect';
import type { PdfWriter } from '../../support/pdfWriter';
import { tagsOf } from '../../support/pdfWriter';
import { inspectBytes, expectAnswers } from '../inspectBytes';
import { MARKED, plain } from '../writers';

test.each<[string, PdfWriter, Partial<Inspection>]>([
	[
		'tags without the claim',
		plain(2, tagsOf(2).replace('true', 'false')).end(),
		{ tagged: false, recommendation: 'review' },
	],
	[
		'no tags',
		plain(2, '/MarkInfo<</Marked false>>').end(),
		{ tagged: false, recommendation: 'tag' },
	],
	['tags', plain(2, tagsOf(2)).end(), { tagged: true, recommendation: 'skip' }],
	[
		'a blank page without tags',
		plain(2, tagsOf(2)).object(101, '<</Type/Page/Parent 2 0 R>>').end(),
		{ tagged: true },
	],
	[
		'tags of which every part is a separate object',
		plain(1, '/MarkInfo 10 0 R/StructTreeRoot 12 0 R')
			.object(10, '<</Marked 11 0 R>>')
			.object(11, 'true')
			.object(12, '<</Type/StructTreeRoot/K 13 0 R>>')
			.object(13, '[13 0 R 5 <</Type/MCR/MCID 0>> 14 0 R 14 0 R [15 0 R]]')
			.object(14, '<</Type 18 0 R/S/P>>')
			.object(15, '<</Type 16 0 R/S 17 0 R>>')
			.object(16, '/StructElem')
			.object(17, '/Document')
			.object(18, '/OBJR')
			.object(100, '<</Type/Page/Parent 2 0 R/Contents 3 0 R/StructParents 0>>')
			.end(),
		{ tagged: true, recommendation: 'skip' },
	],
	[
		'an element without a type, in the root itself',
		plain(1, `${MARKED}/StructTreeRoot<</K<</S/P>>>>`)
			.object(100, '<</Type/Page/Parent 2 0 R/Contents 3 0 R/StructParents 0>>')
			.end(),
		{ tagged: true },
	],
	[
		'a tree without elements and without the claim',
		plain(1, '/StructTreeRoot<</K[5 null<</S(P)>>]>>').end(),
		{ tagged: false, recommendation: 'tag' },
	],
	['no tree of tags', plain(1, MARKED).end(), { tagged: false, recommendation: 'review' }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

test.each<[string, PdfWriter]>([
	['says itself', plain(2, tagsOf(2).replace('true', 'true/Suspects true'))],
	['no elements', plain(2, `${MARKED}/StructTreeRoot<<>>`)],
	['says itself', plain(2, tagsOf(2).replace('true', 'true/Suspects 10 0 R')).object(10, 'true')],
	['no elements', plain(2, `${MARKED}/StructTreeRoot<</K<</Type/OBJR/S/P>>>>`)],
	['no elements', plain(2, `${MARKED}/StructTreeRoot<</K<</Type/StructElem/S(P)>>>>`)],
	['no elements', plain(2, `${MARKED}/StructTreeRoot<</K 10 0 R>>`).object(10, '[10 0 R 10 0 R]')],
	['other than pages', plain(2, tagsOf(2)).object(101, '<<>>')],
	['but 1 of its pages', plain(2, tagsOf(2)).object(101, '<</Type/Page/Contents 3 0 R>>')],
])('a document that is marked as tagged is not surely so: %s', async (reason, writer) => {
	const { recommendation, tagged, unknown } = await inspectBytes(writer.end().bytes());
	expect([tagged, recommendation]).toEqual([null, 'review']);
	expect(unknown.tagged).toContain(reason);
});
