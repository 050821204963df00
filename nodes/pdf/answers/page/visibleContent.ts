import { intersect, overlaps, transformBox, unite, type Box, type Matrix } from '../../content';

/** The marked content in which a text or a form is painted. */
interface Marks {
	isMarked: boolean;
	/** Whether it is not an artifact, and its content stream names no language. */
	needsLanguage: boolean;
}

/** A text on a page or a form, judged by its font. */
export interface PlacedText extends Marks {
	box: Box;
	/** Approximate number of visible characters. */
	characters: number;
	/** Whether it is painted with a font that is not in the file. */
	isFontNotEmbedded: boolean;
	/** Its font does not show whether the text is only blanks. */
	isDoubtful: boolean;
}

const NO_MARKS: Marks = { isMarked: false, needsLanguage: true };

/** Fewer characters than this may all be blanks in the encoding of their font. */
export const MIN_CERTAIN_CHARACTERS = 4;
/** Maximum number of texts that are kept of a page or a form: enough to judge its text, its tags and its fonts. */
const MAX_VISIBLE_TEXTS = 24;

/** Visible content of a page or a form. */
export class VisibleContent {
	readonly texts: PlacedText[] = [];
	/** Area that contains all images; undefined without an image. */
	imageBox?: Box;
	hasDrawing = false;

	/** Number of characters that are certainly visible. */
	get characters(): number {
		return this.texts.reduce((sum, text) => sum + (text.isDoubtful ? 0 : text.characters), 0);
	}

	/** Whether text is certainly shown. */
	get hasText(): boolean {
		return this.characters >= MIN_CERTAIN_CHARACTERS;
	}

	addText(text: PlacedText): void {
		if (this.texts.length < MAX_VISIBLE_TEXTS) this.texts.push(text);
	}

	/** @param area visible area; an image outside of it is ignored */
	addImage(box: Box, area: Box): void {
		if (!overlaps(box, area)) return;
		const visible = intersect(box, area);
		this.imageBox = this.imageBox ? unite(this.imageBox, visible) : visible;
	}

	/**
	 * Adds the content of a nested form.
	 *
	 * @param area visible area; content outside of it is ignored
	 */
	addForm(form: VisibleContent, matrix: Matrix | undefined, area: Box, paint = NO_MARKS): void {
		const place = (box: Box) => (matrix ? transformBox(box, matrix) : area);
		for (const text of form.texts) {
			const box = place(text.box);
			if (!overlaps(box, area)) continue;
			const isMarked = paint.isMarked || text.isMarked;
			const needsLanguage = paint.needsLanguage && text.needsLanguage;
			this.addText({ ...text, box, isMarked, needsLanguage });
		}
		if (form.imageBox) this.addImage(place(form.imageBox), area);
		this.hasDrawing ||= form.hasDrawing;
	}
}
