import type { Marks, Paint } from './content';
import type { GraphicsState } from './graphicsState';

const MAX_PAINTS = 10_000;
/** Maximum number of places of one external object that are distinguished. */
const MAX_PLACES_PER_OBJECT = 4;

/** Replaces the name of an inline image. Real names have one byte per character. */
export const INLINE_IMAGE = '\u{1f5bc}';

/** Collects the external objects and the inline images that a content stream paints. */
export class PaintList {
	readonly paints: Paint[] = [];
	/** Whether the stream paints more objects than the limit allows. */
	isOverfull = false;
	/** How often each was painted. */
	private readonly places = new Map<string, number>();

	addPaint(name: string, marks: Marks, { level, state }: GraphicsState): void {
		const place = (this.places.get(name) ?? 0) + 1;
		if (place > MAX_PLACES_PER_OBJECT) return;
		if (this.paints.length === MAX_PAINTS) {
			this.isOverfull = true;
			return;
		}
		this.places.set(name, place);
		// An object that is painted at many places counts as painted anywhere.
		const where = place === MAX_PLACES_PER_OBJECT ? {} : { matrix: state.matrix, clip: state.clip };
		const isInlineImage = name === INLINE_IMAGE;
		this.paints.push({ name, level, ...marks, isInlineImage, ...where });
	}
}
