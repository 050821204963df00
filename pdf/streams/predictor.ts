import { isCount, type Dictionary } from '../syntax/objects';

/** Longest row that is supported. Rows of cross-reference streams have a few bytes. Only images have long rows. */
const MAX_ROW_BYTES = 64 * 1024;
const FIRST_PNG_PREDICTOR = 10;

/** Shorter rows are allocated anew each time. */
const MIN_LONG_ROW_BYTES = 512;
/** Unused long rows. V8 would free them late if each of many small streams had new ones. */
const unused: Buffer[] = [];
const MAX_UNUSED = 8;
const NOTHING = Buffer.alloc(0);

/** @returns room for a row, or more than that; it may have bytes of other data */
function takeRow(width: number): Buffer {
	if (width < MIN_LONG_ROW_BYTES) return Buffer.alloc(width);
	return unused.pop() ?? Buffer.allocUnsafeSlow(MAX_ROW_BYTES);
}

/** Undoes a PNG predictor (ISO 32000-1, 7.4.4.4), which cross-reference and object streams often use. */
export class Predictor {
	/** Memory of the two rows, in bytes, which even the smallest stream needs. */
	readonly setupBytes: number;
	/** The row above, and the one that is being read. */
	private above: Buffer;
	private row: Buffer;
	/** Place of the next byte in the row; -1 if the next byte is not part of the row, but names its kind. */
	private column = -1;
	private kind = 0;

	/**
	 * @param width bytes of a row
	 * @param step bytes from one pixel to the next
	 */
	private constructor(
		private readonly width: number,
		private readonly step: number,
	) {
		this.setupBytes = 2 * width;
		this.above = takeRow(width).fill(0, 0, width);
		this.row = takeRow(width);
	}

	/** Gives the rows back. */
	end(): void {
		for (const row of [this.above, this.row]) {
			if (row.length === MAX_ROW_BYTES && unused.length < MAX_UNUSED) unused.push(row);
		}
		this.above = NOTHING;
		this.row = NOTHING;
	}

	/**
	 * @returns null if the data have no predictor; undefined if it is not supported (TIFF's, which is used for
	 * images), or its parameters are invalid or too large
	 */
	static create(parameters: Dictionary | undefined): Predictor | null | undefined {
		const getParameter = (key: string, fallback: number) => parameters?.get(key) ?? fallback;
		const predictor = getParameter('Predictor', 1);
		if (predictor === 1) return null;
		const columns = getParameter('Columns', 1);
		const colors = getParameter('Colors', 1);
		const bits = getParameter('BitsPerComponent', 8);
		if (!isCount(predictor) || predictor < FIRST_PNG_PREDICTOR) return undefined;
		if (!isCount(columns) || !isCount(colors) || !isCount(bits)) return undefined;
		const width = Math.ceil((columns * colors * bits) / 8);
		if (width === 0 || width > MAX_ROW_BYTES) return undefined;
		return new Predictor(width, Math.max(1, (colors * bits) >> 3));
	}

	/** Undoes the predictor for the next bytes. @returns the bytes of rows, without those that name the rows' kinds */
	push(piece: Buffer): Buffer {
		const { step, width } = this;
		const result = Buffer.allocUnsafe(piece.length);
		let length = 0;
		for (const byte of piece) {
			const { above, column, row } = this;
			if (column < 0) {
				this.kind = byte;
				this.column = 0;
				continue;
			}
			const left = column < step ? 0 : (row[column - step] ?? 0);
			const upLeft = column < step ? 0 : (above[column - step] ?? 0);
			const value = (byte + predict(this.kind, left, above[column] ?? 0, upLeft)) & 0xff;
			row[column] = value;
			result[length] = value;
			length += 1;
			this.column = column + 1;
			if (this.column === width) {
				this.above = row;
				this.row = above;
				this.column = -1;
			}
		}
		return result.subarray(0, length);
	}
}

/** The predicted byte. Rows contain the difference between each byte and its prediction. */
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

/** The neighbour nearest to left + up - upLeft. If several are equally near, the order is left, up, upLeft. */
function predictPaeth(left: number, up: number, upLeft: number): number {
	const toLeft = Math.abs(up - upLeft);
	const toUp = Math.abs(left - upLeft);
	const toUpLeft = Math.abs(left + up - 2 * upLeft);
	if (toLeft <= toUp && toLeft <= toUpLeft) return left;
	return toUp <= toUpLeft ? up : upLeft;
}
