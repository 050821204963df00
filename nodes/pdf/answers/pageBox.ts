import type { Point } from '../content';
import type { Objects } from '../document';
import type { PdfObject } from '../syntax';

/** The upper right corner of a page. */
type Corner = Point;

/** The corner of a media box (ISO 32000-1, 14.11.2); undefined when it is not clear. */
export function boxOf(objects: Objects, box: PdfObject): Corner | undefined {
	const corners = objects.resolve(box);
	if (!Array.isArray(corners) || corners.length !== 4) return undefined;
	const [a, b, c, d] = corners.map((value) => objects.resolve(value));
	if (![a, b, c, d].every((value) => typeof value === 'number')) return undefined;
	return { x: Math.max(Number(a), Number(c)), y: Math.max(Number(b), Number(d)) };
}

/** Whether text that begins here is beyond the page: to the right of it, or above. */
export function isBeyond(corner: Corner | undefined, { x, y }: Point): boolean {
	return corner !== undefined && (x > corner.x || y > corner.y);
}
