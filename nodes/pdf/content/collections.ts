import type { Marks, Paint, ShownText } from './content';
import type { GraphicsState } from './graphicsState';

const MAX_PAINTS = 10_000;
/** Number of texts in the same layers after which a stream certainly shows text, even if its page is small. */
const MAX_TEXTS_PER_LAYER = 24;
/**
 * Limit for all texts. Texts in optional content may be hidden, so each optional content also has a limit of its
 * own.
 */
const MAX_TEXTS_IN_LAYERS = 1000;
/** Maximum number of places of one text or external object that are distinguished. */
const MAX_PLACES = 4;

/** Collects the external objects and the inline images that a content stream paints. */
export class PaintList {
	readonly paints: Paint[] = [];
	/** Whether the stream paints more objects than the limit allows. */
	isOverfull = false;
	/** How often each was painted. */
	private readonly places = new Map<string, number>();

	addPaint(name: string, marks: Marks, { level, state }: GraphicsState): void {
		const place = (this.places.get(name) ?? 0) + 1;
		if (place > MAX_PLACES) return;
		if (this.paints.length === MAX_PAINTS) {
			this.isOverfull = true;
			return;
		}
		this.places.set(name, place);
		// An object that is painted at many places counts as painted anywhere.
		const where = place === MAX_PLACES ? {} : { matrix: state.matrix, clip: state.clip };
		this.paints.push({ name, level, ...marks, ...where });
	}
}

/** Collects the texts that a content stream shows. */
export class TextList {
	readonly texts: ShownText[] = [];
	/** Whether the stream certainly shows text. */
	isSure = false;
	/** Whether the stream shows more texts than the limit allows. */
	isOverfull = false;
	/** How many texts the same layers have. */
	private readonly counts = new Map<string, number>();
	/** How often each text was shown in the same layers. */
	private readonly places = new Map<string, number>();

	/** Whether another text in these layers would add information about the stream. */
	hasRoom(layers: readonly string[]): boolean {
		return !this.isOverfull && (this.counts.get(layers.join(' ')) ?? 0) < MAX_TEXTS_PER_LAYER;
	}

	/** Call this only while there is room. */
	addText(text: ShownText): void {
		const layer = text.layers.join(' ');
		// Blanks are often at several places before a text.
		const key = `${layer} ${text.font ?? ''} ${text.pairs} ${text.rest}`;
		const place = (this.places.get(key) ?? 0) + 1;
		if (place > MAX_PLACES) return;
		this.isOverfull = this.texts.length === MAX_TEXTS_IN_LAYERS;
		if (this.isOverfull) return;
		this.places.set(key, place);
		const count = (this.counts.get(layer) ?? 0) + 1;
		this.counts.set(layer, count);
		this.texts.push(text);
		this.isSure = text.layers.length === 0 && count === MAX_TEXTS_PER_LAYER;
	}
}
