import { isCount, type Dictionary } from '../syntax';

/**
 * Undoes a PNG predictor (ISO 32000-1, 7.4.4.4), as cross-reference streams have it.
 *
 * @returns undefined for parameters that are not understood
 */
export function unpredict(data: Buffer, parameters: Dictionary | undefined): Buffer | undefined {
	const predictor = parameters?.get('Predictor') ?? 1;
	if (predictor === 1) return data;
	const columns = parameters?.get('Columns') ?? 1;
	const colors = parameters?.get('Colors') ?? 1;
	const bits = parameters?.get('BitsPerComponent') ?? 8;
	if (!isCount(predictor) || predictor < 10) return undefined;
	if (!isCount(columns) || !isCount(colors) || !isCount(bits)) return undefined;
	const width = Math.ceil((columns * colors * bits) / 8);
	if (width === 0 || width > data.length) return undefined;
	const step = Math.max(1, (colors * bits) >> 3);
	const rows = Math.ceil(data.length / (width + 1));
	const result = Buffer.alloc(rows * width);
	for (let row = 0; row < rows; row += 1) {
		const from = row * (width + 1);
		const kind = data[from] ?? 0;
		const source = data.subarray(from + 1, from + 1 + width);
		undoRow(kind, source, result, row * width, width, step);
	}
	return result.subarray(0, data.length - rows);
}

function undoRow(
	kind: number,
	source: Buffer,
	result: Buffer,
	start: number,
	width: number,
	step: number,
): void {
	for (let column = 0; column < source.length; column += 1) {
		const at = start + column;
		const left = column >= step ? (result[at - step] ?? 0) : 0;
		const up = start > 0 ? (result[at - width] ?? 0) : 0;
		const upLeft = start > 0 && column >= step ? (result[at - width - step] ?? 0) : 0;
		result[at] = (source[column] ?? 0) + predicted(kind, left, up, upLeft);
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

function paeth(left: number, up: number, upLeft: number): number {
	const estimate = left + up - upLeft;
	const [a, b, c] = [left, up, upLeft].map((value) => Math.abs(estimate - value));
	if ((a ?? 0) <= (b ?? 0) && (a ?? 0) <= (c ?? 0)) return left;
	return (b ?? 0) <= (c ?? 0) ? up : upLeft;
}
