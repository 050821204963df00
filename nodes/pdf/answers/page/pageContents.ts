import type { Page, PdfDocument } from '../../document';
import { Unknown } from '../../syntax';
import type { Turns } from '../../turns';
import { PageReader } from './pageReader';
import type { VisibleContent } from './visibleContent';

/** Visible content of a document's pages. */
export interface PageContents {
	pagesWithText: number;
	/** Pages without text, but with an image: usually scans. */
	imageOnlyPages: number;
	/** Pages without text and images, but with lines or areas. */
	drawingPages: number;
	/** Object numbers of the pages whose text is mostly marked content or an artifact. */
	markedPages: number[];
	/** Whether there is a text, other than an artifact, whose content stream names no language for it. */
	needsLanguage: boolean;
	/** Whether there is a text in a font that is not in the file. */
	isFontNotEmbedded: boolean;
}

/** @throws Unknown if it is not clear whether a page shows text */
export async function readPageContents(
	document: PdfDocument,
	pages: readonly Page[],
	turns: Turns,
): Promise<PageContents> {
	const contents: PageContents = {
		...{ pagesWithText: 0, imageOnlyPages: 0, drawingPages: 0, markedPages: [] },
		...{ needsLanguage: false, isFontNotEmbedded: false },
	};
	const reader = new PageReader(document, turns);
	for (const page of pages) {
		const visible = await reader.readPage(page);
		const sure = visible.texts.filter(({ isDoubtful }) => !isDoubtful);
		contents.needsLanguage ||= sure.some(({ needsLanguage }) => needsLanguage);
		contents.isFontNotEmbedded ||= sure.some(({ isFontNotEmbedded }) => isFontNotEmbedded);
		if (showsText(visible)) {
			contents.pagesWithText += 1;
			const marked = visible.texts.filter(({ isMarked }) => isMarked).length;
			const isMostlyMarked = 2 * marked >= visible.texts.length;
			if (page.number !== undefined && isMostlyMarked) contents.markedPages.push(page.number);
		} else if (visible.imageBox) contents.imageOnlyPages += 1;
		else if (visible.hasDrawing) contents.drawingPages += 1;
		await turns.yieldIfDue();
	}
	return contents;
}

function showsText({ characters, hasText, imageBox, texts }: VisibleContent): boolean {
	if (hasText) return true;
	if (characters === 0 && texts.some((text) => text.isDoubtful)) {
		throw new Unknown('the font of a text does not show whether the text is only blanks');
	}
	if (characters > 0 && imageBox) {
		throw new Unknown('a page with an image shows so little text that it may be blank');
	}
	return characters > 0;
}
