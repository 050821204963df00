/** A transformation matrix (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

/** Left, bottom, right and top. */
export type Box = readonly [number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** The place of an image before its transformation (8.9.5). */
export const UNIT_SQUARE: Box = [0, 0, 1, 1];
export const ANYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity];

export function multiply(m: Matrix, n: Matrix): Matrix {
	return [
		m[0] * n[0] + m[1] * n[2],
		m[0] * n[1] + m[1] * n[3],
		m[2] * n[0] + m[3] * n[2],
		m[2] * n[1] + m[3] * n[3],
		m[4] * n[0] + m[5] * n[2] + n[4],
		m[4] * n[1] + m[5] * n[3] + n[5],
	];
}

/** The bounding box of a transformed box. */
export function transformBox(box: Box, m: Matrix): Box {
	const [left, bottom, right, top] = box;
	if (m[1] === 0 && m[2] === 0 && m[0] > 0 && m[3] > 0) {
		return [m[0] * left + m[4], m[3] * bottom + m[5], m[0] * right + m[4], m[3] * top + m[5]];
	}
	if (!box.every(Number.isFinite)) return ANYWHERE;
	const x = [left, right].flatMap((a) => [bottom, top].map((b) => m[0] * a + m[2] * b + m[4]));
	const y = [left, right].flatMap((a) => [bottom, top].map((b) => m[1] * a + m[3] * b + m[5]));
	return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}

/** Boxes that touch also overlap. NaN counts as anywhere. */
export function overlaps(a: Box, b: Box): boolean {
	return !(a[0] > b[2] || a[2] < b[0] || a[1] > b[3] || a[3] < b[1]);
}

export function unite(a: Box, b: Box): Box {
	return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

export function intersect(a: Box, b: Box): Box {
	return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
