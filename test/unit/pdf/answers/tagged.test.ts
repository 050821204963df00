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
	['no tree of tags', plain(1, MARKED).end(), { tagged: false, recommendation: 'review' }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

test.each<[string, PdfWriter]>([
	['says itself', plain(2, tagsOf(2).replace('true', 'true/Suspects true'))],
	['no elements', plain(2, `${MARKED}/StructTreeRoot<<>>`)],
	['no elements', plain(2, `${MARKED}/StructTreeRoot<</K<</Type/OBJR/S/P>>>>`)],
	['1 of its pages', plain(2, tagsOf(2)).object(101, '<</Type/Page/Contents 3 0 R>>')],
])('a document that is marked as tagged is not surely so: %s', async (reason, writer) => {
	const { recommendation, tagged, unknown } = await inspectBytes(writer.end().bytes());
	expect([tagged, recommendation]).toEqual([null, 'review']);
	expect(unknown.tagged).toContain(reason);
});
