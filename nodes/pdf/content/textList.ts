import type { ShownText } from './content';

/** Number of texts in the same layers after which a stream certainly shows text, even if its page is small. */
const MAX_TEXTS_PER_LAYER = 24;
/**
 * Limit for all texts. Texts in optional content may be hidden, so each optional content also has a limit of its
 * own.
 */
const MAX_TEXTS_IN_LAYERS = 1000;
/** Maximum number of places of one text that are distinguished. */
const MAX_PLACES_PER_TEXT = 4;

/** The texts in the same optional content. */
class LayerTexts {
	count = 0;
	/** How often each text was shown. */
	readonly places = new Map<string, number>();
}

/** Collects the texts that a content stream shows. */
export class TextList {
	readonly texts: ShownText[] = [];
	/** Whether the stream certainly shows text. */
	isSure = false;
	/** Whether the stream shows more texts than the limit allows. */
	isOverfull = false;
	private readonly layers = new Map<string, LayerTexts>();
	private lastLayers?: readonly string[];
	private lastLayer = new LayerTexts();

	/** Whether another text in these layers would add information about the stream. */
	hasRoom(layers: readonly string[]): boolean {
		return !this.isOverfull && this.findLayer(layers).count < MAX_TEXTS_PER_LAYER;
	}

	addText(text: ShownText): void {
		if (!this.hasRoom(text.layers)) return;
		const layer = this.findLayer(text.layers);
		// Blanks are often at several places before a text.
		const key = `${text.font ?? ''} ${text.pairs} ${text.rest}`;
		const place = (layer.places.get(key) ?? 0) + 1;
		if (place > MAX_PLACES_PER_TEXT) return;
		this.isOverfull = this.texts.length === MAX_TEXTS_IN_LAYERS;
		if (this.isOverfull) return;
		layer.places.set(key, place);
		layer.count += 1;
		this.texts.push(text);
		this.isSure = text.layers.length === 0 && layer.count === MAX_TEXTS_PER_LAYER;
	}

	private findLayer(layers: readonly string[]): LayerTexts {
		if (layers !== this.lastLayers) {
			const key = layers.join(' ');
			this.lastLayers = layers;
			this.lastLayer = this.layers.get(key) ?? new LayerTexts();
			this.layers.set(key, this.lastLayer);
		}
		return this.lastLayer;
	}
}
