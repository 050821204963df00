import { isCount, type Dictionary } from '../syntax';

/** Undoes a PNG predictor (ISO 32000-1, 7.4.4.4), which cross-reference streams often use. */
export class Predictor {
	private above: Buffer;
	/** The beginning of a row. */
	private rest: Buffer = Buffer.alloc(0);

	/**
	 * @param width bytes of a row
	 * @param step bytes from one pixel to the next
	 */
	private constructor(
		private readonly width: number,
		private readonly step: number,
	) {
		this.above = Buffer.alloc(width);
	}

	/**
	 * @param widest longest accepted row, in bytes
	 * @returns null without a predictor, undefined for an unsupported one
	 */
	static create(parameters: Dictionary | undefined, widest: number): Predictor | null | undefined {
		const getParameter = (key: string, fallback: number) => parameters?.get(key) ?? fallback;
		const predictor = getParameter('Predictor', 1);
		if (predictor === 1) return null;
		const columns = getParameter('Columns', 1);
		const colors = getParameter('Colors', 1);
		const bits = getParameter('BitsPerComponent', 8);
		if (!isCount(predictor) || predictor < 10) return undefined;
		if (!isCount(columns) || !isCount(colors) || !isCount(bits)) return undefined;
		const width = Math.ceil((columns * colors * bits) / 8);
		if (width === 0 || width > widest) return undefined;
		return new Predictor(width, Math.max(1, (colors * bits) >> 3));
	}

	/** Returns the complete rows. */
	push(piece: Buffer): Buffer {
		const data = Buffer.concat([this.rest, piece]);
		const rows = Math.floor(data.length / (this.width + 1));
		this.rest = data.subarray(rows * (this.width + 1));
		const result = Buffer.alloc(rows * this.width);
		for (let row = 0; row < rows; row += 1) {
			this.addRow(data.subarray(row * (this.width + 1)), result.subarray(row * this.width));
		}
		return result;
	}

	/** Returns the rest of a truncated last row. */
	end(): Buffer {
		const result = Buffer.alloc(this.width);
		this.addRow(this.rest, result);
		return result.subarray(0, Math.max(0, this.rest.length - 1));
	}

	private addRow(data: Buffer, result: Buffer): void {
		const { above, step, width } = this;
		const kind = data[0] ?? 0;
		const source = data.subarray(1, 1 + width);
		const own = result.subarray(0, width);
		for (let column = 0; column < source.length; column += 1) {
			const left = own[column - step] ?? 0;
			const upLeft = above[column - step] ?? 0;
			own[column] = (source[column] ?? 0) + predict(kind, left, above[column] ?? 0, upLeft);
		}
		this.above = own;
	}
}

function predict(kind: number, left: number, up: number, upLeft: number): number {
	switch (kind) {
		case 1:
			return left;
		case 2:
			return up;
		case 3:
			return (left + up) >> 1;
		case 4:
			return predictPaeth(left, up, upLeft);
		default:
			return 0;
	}
}

/** The neighbour nearest to left + up - upLeft. */
function predictPaeth(left: number, up: number, upLeft: number): number {
	const a = Math.abs(up - upLeft);
	const b = Math.abs(left - upLeft);
	const c = Math.abs(left + up - 2 * upLeft);
	if (a <= b && a <= c) return left;
	return b <= c ? up : upLeft;
}
