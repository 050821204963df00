import {
	intersect,
	overlaps,
	transformBox,
	unite,
	type Box,
	type Matrix,
	type Paint,
} from '../../content';

/** A text on a page or a form, judged by its font. */
export interface PlacedText {
	box: Box;
	/** Approximate number of visible characters. */
	characters: number;
	isMarked: boolean;
	/** Whether it is not an artifact, and its content stream names no language. */
	needsLanguage: boolean;
	/** Whether it is painted with a font that is not in the file. */
	isFontNotEmbedded: boolean;
	/** Its font does not show whether the text is only blanks. */
	isDoubtful: boolean;
}

/** The marked content in which a form is painted. */
type Marks = Pick<Paint, 'isMarked' | 'needsLanguage'>;

const NO_MARKS: Marks = { isMarked: false, needsLanguage: true };

/** Maximum number of texts that are kept of a page or a form: enough to judge its text, its tags and its fonts. */
const MAX_VISIBLE_TEXTS = 24;

/** Visible content of a page or a form. */
export class VisibleContent {
	readonly texts: PlacedText[] = [];
	/** Area that contains all images; undefined without an image. */
	imageBox?: Box;
	hasDrawing = false;

	get isFull(): boolean {
		return this.texts.length >= MAX_VISIBLE_TEXTS;
	}

	addText(text: PlacedText): void {
		if (!this.isFull) this.texts.push(text);
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

/** Fewer characters than this may all be blanks in the encoding of their font. */
export const MIN_CERTAIN_CHARACTERS = 4;

/** Whether text is certainly shown. */
export function hasText({ texts }: VisibleContent): boolean {
	let characters = 0;
	for (const text of texts) if (!text.isDoubtful) characters += text.characters;
	return characters >= MIN_CERTAIN_CHARACTERS;
}
