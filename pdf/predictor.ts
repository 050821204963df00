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
	 * @param kindBytes bytes before a row with its kind, which only PNG has
	 */
	private constructor(
		private readonly width: number,
		private readonly step: number,
		private readonly kindBytes: 0 | 1,
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
		return new Predictor(width, Math.max(1, (colors * bits) >> 3), isTiff ? 0 : 1);
	}

	/** Returns the complete rows. */
	push(piece: Buffer): Buffer {
		const data = Buffer.concat([this.rest, piece]);
		const { above, kindBytes, step, width } = this;
		const rows = Math.floor(data.length / (kindBytes + width));
		const result = Buffer.alloc(rows * width);
		let at = 0;
		for (let to = 0; to < result.length; to += width) {
			const kind = kindBytes === 0 ? LEFT_KIND : (data[at] ?? 0);
			at += kindBytes;
			for (let column = 0; column < width; column += 1) {
				const left = column < step ? 0 : (result[to + column - step] ?? 0);
				const upLeft = column < step ? 0 : (above[column - step] ?? 0);
				const predicted = predict(kind, left, above[column] ?? 0, upLeft);
				result[to + column] = (data[at + column] ?? 0) + predicted;
			}
			result.copy(above, 0, to, to + width);
			at += width;
		}
		this.rest = Buffer.from(data.subarray(at));
		return result;
	}

	/** Returns the rest of a truncated last row. */
	end(): Buffer {
		const { kindBytes, rest, width } = this;
		const row = this.push(Buffer.alloc(kindBytes + width - rest.length));
		return row.subarray(0, Math.max(0, rest.length - kindBytes));
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
