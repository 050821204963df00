import type { Objects, Page } from '../../document';
import { Unknown } from '../../syntax';
import type { Turns } from '../../turns';
import { PageReader } from './pageReader';
import { FEW, hasText, type Shown } from './shown';

/** Visible content of a document's pages. */
export interface PageContents {
	withText: number;
	/** Pages without text, but with an image: usually scans. */
	imageOnly: number;
	/** Pages without text and images, but with lines or areas. */
	drawings: number;
	/** Object numbers of pages with text; false if most of it is not marked as content of an element. */
	textPages: ReadonlyMap<number, boolean>;
	/** Whether there is a text, other than an artifact, for which its content stream names no language. */
	needsLanguage: boolean;
	/** Whether there is a text in a font that is not in the file. */
	isFontMissing: boolean;
}

/** @throws Unknown if it is not clear whether a page shows text */
export async function pageContentsOf(
	objects: Objects,
	pages: readonly Page[],
	turns: Turns,
): Promise<PageContents> {
	const textPages = new Map<number, boolean>();
	const contents = {
		...{ withText: 0, imageOnly: 0, drawings: 0, textPages },
		...{ needsLanguage: false, isFontMissing: false },
	};
	const reader = new PageReader(objects, turns);
	for (const page of pages) {
		const shown = await reader.shownBy(page);
		const sure = shown.texts.filter(({ isDoubtful }) => !isDoubtful);
		contents.needsLanguage ||= sure.some(({ needsLanguage }) => needsLanguage);
		contents.isFontMissing ||= sure.some(({ isFontMissing }) => isFontMissing);
		if (showsText(shown)) {
			contents.withText += 1;
			const marked = shown.texts.filter(({ isMarked }) => isMarked).length;
			if (page.number !== undefined) textPages.set(page.number, 2 * marked >= shown.texts.length);
		} else if (shown.image) contents.imageOnly += 1;
		else if (shown.draws) contents.drawings += 1;
		await turns.give();
	}
	return contents;
}

function showsText(shown: Shown): boolean {
	if (hasText(shown)) return true;
	const characters = shown.texts.reduce(
		(sum, text) => sum + (text.isDoubtful ? 0 : text.characters),
		0,
	);
	const isDoubtful = shown.texts.some((text) => text.isDoubtful);
	if (isDoubtful && characters === 0) {
		throw new Unknown('the font of a text on a page does not tell whether it is more than blanks');
	}
	if (shown.image && characters > 0 && characters < FEW) {
		throw new Unknown('a page with an image shows so little text that it may be blank');
	}
	return characters > 0;
}
