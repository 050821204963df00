import type { Page, PdfDocument } from '../document';
import { Unknown } from '../syntax';
import type { Turns } from '../turns';
import type { AnswerSheet } from './answerSheet';
import { readPageContents, type PageContents } from './page/pageContents';
import type { Structure } from './structure';

export const STRUCTURE_NOT_READ = 'its structure cannot be read';

/** Answers questions about the content of pages. */
export async function answerContents(
	sheet: AnswerSheet,
	requireDocument: () => PdfDocument,
	requirePages: () => readonly Page[],
	structure: Structure | undefined,
	turns: Turns,
): Promise<PageContents | undefined> {
	let contents: PageContents | undefined;
	await sheet.answer(['text', 'imageOnlyPages', 'drawingPages'], async () => {
		contents = await readPageContents(requireDocument(), requirePages(), turns);
		const { drawingPages, imageOnlyPages, pagesWithText } = contents;
		const text =
			pagesWithText === 0 ? 'none' : pagesWithText === requirePages().length ? 'all' : 'some';
		return { text, imageOnlyPages, drawingPages };
	});
	await sheet.answerField('untaggedPages', () => {
		if (!structure) throw new Unknown(sheet.unknown.structureElements ?? STRUCTURE_NOT_READ);
		if (!contents) throw new Unknown(sheet.unknown.text ?? STRUCTURE_NOT_READ);
		return countUntaggedPages(contents, structure);
	});
	return contents;
}

/** Pages with text outside all elements, or with text that is mostly neither marked content nor an artifact. */
function countUntaggedPages(
	{ textPages, pagesWithText }: PageContents,
	{ pages }: Structure,
): number {
	let tagged = 0;
	for (const [page, isMarked] of textPages) if (isMarked && pages.has(page)) tagged += 1;
	return pagesWithText - tagged;
}
