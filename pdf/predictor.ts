import { isCount, type Dictionary } from './objects';

/** Adds the byte to its left, as the first kind of the PNG predictor does. */
const TIFF_PREDICTOR = 2;
const LEFT_KIND = 1;
/** Rows of cross-reference streams have some bytes. Only images have long ones. */
const MAX_ROW_BYTES = 64 * 1024;

/** Undoes a PNG or TIFF predictor (ISO 32000-1, 7.4.4.4), which cross-reference streams often use. */
export class Predictor {
	private readonly above: Buffer;
	/** The beginning of a row. */
	private rest: Buffer = Buffer.alloc(0);

	/**
	 * @param width bytes of a row
	 * @param step bytes from one pixel to the next
	 */
	private constructor(
		private readonly width: number,
		private readonly step: number,
		private readonly isTiff: boolean,
	) {
		this.above = Buffer.alloc(width);
	}

	/** @returns null without a predictor, undefined for an unsupported one */
	static create(parameters: Dictionary | undefined): Predictor | null | undefined {
		const getParameter = (key: string, fallback: number) => parameters?.get(key) ?? fallback;
		const predictor = getParameter('Predictor', 1);
		if (predictor === 1) return null;
		const columns = getParameter('Columns', 1);
		const colors = getParameter('Colors', 1);
		const bits = getParameter('BitsPerComponent', 8);
		const isTiff = predictor === TIFF_PREDICTOR && bits === 8;
		if (!isCount(predictor) || (predictor < 10 && !isTiff)) return undefined;
		if (!isCount(columns) || !isCount(colors) || !isCount(bits)) return undefined;
		const width = Math.ceil((columns * colors * bits) / 8);
		if (width === 0 || width > MAX_ROW_BYTES) return undefined;
		return new Predictor(width, Math.max(1, (colors * bits) >> 3), isTiff);
	}

	/** Returns the complete rows. */
	push(piece: Buffer): Buffer {
		const data = Buffer.concat([this.rest, piece]);
		const { encodedWidth, width } = this;
		const rows = Math.floor(data.length / encodedWidth);
		const result = Buffer.alloc(rows * width);
		for (let row = 0; row < rows; row += 1) {
			this.addRow(data, row * encodedWidth, result, row * width);
		}
		this.rest = Buffer.from(data.subarray(rows * encodedWidth));
		return result;
	}

	/** Returns the rest of a truncated last row. */
	end(): Buffer {
		const result = Buffer.alloc(this.width);
		const length = this.rest.length - (this.isTiff ? 0 : 1);
		this.addRow(this.rest, 0, result, 0);
		return result.subarray(0, Math.max(0, length));
	}

	/** Length of an encoded row. Rows of a PNG predictor begin with its kind. */
	private get encodedWidth(): number {
		return this.width + (this.isTiff ? 0 : 1);
	}

	private addRow(data: Buffer, from: number, result: Buffer, to: number): void {
		const { above, step, width } = this;
		const kind = this.isTiff ? LEFT_KIND : (data[from] ?? 0);
		const start = this.isTiff ? from : from + 1;
		for (let column = 0; column < width; column += 1) {
			const left = column < step ? 0 : (result[to + column - step] ?? 0);
			const upLeft = column < step ? 0 : (above[column - step] ?? 0);
			const predicted = predict(kind, left, above[column] ?? 0, upLeft);
			result[to + column] = (data[start + column] ?? 0) + predicted;
		}
		result.copy(above, 0, to, to + width);
	}
}

function predict(kind: number, left: number, up: number, upLeft: number): number {
	switch (kind) {
		case LEFT_KIND:
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
