import { overlaps, transformBox, type Box, type Matrix, type Paint } from '../../content';

/** A text, judged by its font, where a page or a form shows it. */
export interface PlacedText {
	box: Box;
	/** Characters that are seen, about. */
	characters: number;
	isMarked: boolean;
	/** Whether it is no artifact, and its content stream names no language. */
	needsLanguage: boolean;
	/** Whether it is painted with a font that is not in the file. */
	isFontMissing: boolean;
	/** Its font does not tell whether it is more than blanks. */
	isDoubtful: boolean;
}

/** The marked content in which a form is painted. */
type Marks = Pick<Paint, 'isMarked' | 'needsLanguage'>;

/** Texts after which a form or a page is one that shows text. */
const MOST_TEXTS = 24;

/** What a page or a form shows. */
export class Shown {
	readonly texts: PlacedText[] = [];
	image = false;
	draws = false;

	get isFull(): boolean {
		return this.texts.length >= MOST_TEXTS;
	}

	add(text: PlacedText): void {
		if (!this.isFull) this.texts.push(text);
	}

	/**
	 * Adds what a form shows that stands in it.
	 *
	 * @param area of this; what is outside is not shown
	 */
	addForm(form: Shown, matrix: Matrix | undefined, area: Box, paint: Marks): void {
		for (const text of form.texts) {
			const box = matrix ? transformBox(text.box, matrix) : area;
			if (!overlaps(box, area)) continue;
			const isMarked = paint.isMarked || text.isMarked;
			const needsLanguage = paint.needsLanguage && text.needsLanguage;
			this.add({ ...text, box, isMarked, needsLanguage });
		}
		this.image ||= form.image;
		this.draws ||= form.draws;
	}
}

/** Fewer characters than this may be a blank in the encoding of their font. */
export const FEW = 4;

/** Whether text is shown that no doubt is left about. */
export function hasText({ texts }: Shown): boolean {
	let characters = 0;
	for (const text of texts) if (!text.isDoubtful) characters += text.characters;
	return characters >= FEW;
}
