import { isCount, type Dictionary } from '../syntax';

/**
 * Undoes a PNG predictor (ISO 32000-1, 7.4.4.4), as cross-reference streams have it.
 *
 * @returns undefined for parameters that are not understood
 */
export function unpredict(data: Buffer, parameters: Dictionary | undefined): Buffer | undefined {
	const parameter = (key: string, fallback: number) => parameters?.get(key) ?? fallback;
	const predictor = parameter('Predictor', 1);
	if (predictor === 1) return data;
	const columns = parameter('Columns', 1);
	const colors = parameter('Colors', 1);
	const bits = parameter('BitsPerComponent', 8);
	if (!isCount(predictor) || predictor < 10) return undefined;
	if (!isCount(columns) || !isCount(colors) || !isCount(bits)) return undefined;
	const width = Math.ceil((columns * colors * bits) / 8);
	if (width === 0 || width > data.length) return undefined;
	const step = Math.max(1, (colors * bits) >> 3);
	const rows = Math.ceil(data.length / (width + 1));
	const result = Buffer.alloc(rows * width);
	let above = Buffer.alloc(width);
	for (let row = 0; row < rows; row += 1) {
		const from = row * (width + 1);
		const source = data.subarray(from + 1, from + 1 + width);
		const own = result.subarray(row * width, (row + 1) * width);
		undoRow(data[from] ?? 0, source, own, above, step);
		above = own;
	}
	return result.subarray(0, data.length - rows);
}

/** @param step bytes from one pixel to the next */
function undoRow(kind: number, source: Buffer, own: Buffer, above: Buffer, step: number): void {
	for (let column = 0; column < source.length; column += 1) {
		const left = own[column - step] ?? 0;
		const upLeft = above[column - step] ?? 0;
		own[column] = (source[column] ?? 0) + predicted(kind, left, above[column] ?? 0, upLeft);
	}
}

function predicted(kind: number, left: number, up: number, upLeft: number): number {
	switch (kind) {
		case 1:
			return left;
		case 2:
			return up;
		case 3:
			return (left + up) >> 1;
		case 4:
			return paeth(left, up, upLeft);
		default:
			return 0;
	}
}

/** The neighbour that is nearest to left + up - upLeft. */
function paeth(left: number, up: number, upLeft: number): number {
	const a = Math.abs(up - upLeft);
	const b = Math.abs(left - upLeft);
	const c = Math.abs(left + up - 2 * upLeft);
	if (a <= b && a <= c) return left;
	return b <= c ? up : upLeft;
}
