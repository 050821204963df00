import type { ShownText } from './content';

/** Number of texts after which a stream certainly shows text, even if its page has a small area. */
const MAX_TEXTS = 24;
/** Limit for all texts. Those in optional content may be hidden, so those of each one count separately. */
const MAX_TEXTS_IN_LAYERS = 1000;
/** Most places of one text that are distinguished. */
const MAX_PLACES_PER_TEXT = 4;

/** Collects the texts that a content stream shows. */
export class TextList {
	readonly texts: ShownText[] = [];
	/** Whether the stream certainly shows text. */
	isSure = false;
	/** Whether the stream shows more than the limit. */
	isOverfull = false;
	/** How often each text was shown. */
	private readonly places = new Map<string, number>();
	/** Number of texts in each optional content. */
	private readonly counts = new Map<string, number>();

	addText(text: ShownText): void {
		const layer = text.layers.join(' ');
		const count = (this.counts.get(layer) ?? 0) + 1;
		if (count > MAX_TEXTS) return;
		// Blanks are often at several places before a text.
		const key = `${text.font ?? ''} ${text.pairs} ${text.rest} ${layer}`;
		const place = (this.places.get(key) ?? 0) + 1;
		if (place > MAX_PLACES_PER_TEXT) return;
		this.isOverfull ||= this.texts.length === MAX_TEXTS_IN_LAYERS;
		if (this.isOverfull) return;
		this.places.set(key, place);
		this.counts.set(layer, count);
		this.texts.push(text);
		this.isSure = layer === '' && count === MAX_TEXTS;
	}
}
