import type { Page, PdfDocument } from '../document';
import { Unknown } from '../syntax';
import type { Turns } from '../turns';
import type { AnswerSheet } from './answerSheet';
import { pageContentsOf, type PageContents } from './page/pageContent';
import type { Structure } from './structure/structure';

export const NOT_READ = 'its structure cannot be read';

/** Answers questions about the content of pages. */
export async function answerContents(
	sheet: AnswerSheet,
	readable: () => PdfDocument,
	pages: () => readonly Page[],
	structure: Structure | undefined,
	turns: Turns,
): Promise<PageContents | undefined> {
	let contents: PageContents | undefined;
	await sheet.answer(['text', 'imageOnlyPages', 'drawingPages'], async () => {
		contents = await pageContentsOf(readable().objects, pages(), turns);
		const { drawings, imageOnly, withText } = contents;
		const text = withText === 0 ? 'none' : withText === pages().length ? 'all' : 'some';
		return { text, imageOnlyPages: imageOnly, drawingPages: drawings };
	});
	await sheet.answer(['untaggedPages'], () => {
		if (!structure) throw new Unknown(sheet.unknown.structureElements ?? NOT_READ);
		if (!contents) throw new Unknown(sheet.unknown.text ?? NOT_READ);
		return { untaggedPages: untaggedPagesOf(contents, structure) };
	});
	return contents;
}

/** Pages with text that no element has, or that is mostly neither marked content nor an artifact. */
function untaggedPagesOf({ textPages, withText }: PageContents, { pages }: Structure): number {
	let tagged = 0;
	for (const [page, isMarked] of textPages) if (isMarked && pages.has(page)) tagged += 1;
	return withText - tagged;
}
