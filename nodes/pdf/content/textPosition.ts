/** A transformation matrix (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

export interface Point {
	x: number;
	y: number;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const NOWHERE: Point = { x: -Infinity, y: -Infinity };
const DEEPEST = 64;

/** Follows where text begins (ISO 32000-1, 9.4.2) as the operators of a content stream come. */
export class TextPosition {
	private matrix = IDENTITY;
	private line = IDENTITY;
	private leading = 0;
	private readonly stack: Matrix[] = [];

	operate(operator: string, operands: readonly number[]): void {
		const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands;
		switch (operator) {
			case 'q':
				if (this.stack.length < DEEPEST) this.stack.push(this.matrix);
				return;
			case 'Q':
				this.matrix = this.stack.pop() ?? this.matrix;
				return;
			case 'cm':
				if (operands.length === 6) this.matrix = multiply([a, b, c, d, e, f], this.matrix);
				return;
			case 'BT':
				this.line = IDENTITY;
				return;
			case 'Tm':
				if (operands.length === 6) this.line = [a, b, c, d, e, f];
				return;
			case 'TL':
				this.leading = a;
				return;
			case 'TD':
				this.leading = -b;
				this.line = multiply([1, 0, 0, 1, a, b], this.line);
				return;
			case 'Td':
				this.line = multiply([1, 0, 0, 1, a, b], this.line);
				return;
			case 'T*':
			case "'":
			case '"':
				this.line = multiply([1, 0, 0, 1, 0, -this.leading], this.line);
		}
	}

	/**
	 * Where the next text begins, in the units of the stream's own coordinates; at no place where it
	 * does not run from left to right, so that its beginning says nothing about where it is.
	 */
	get origin(): Point {
		const [a, b, c, d, x, y] = multiply(this.line, this.matrix);
		const isUpright = a > 0 && d > 0 && Math.abs(b) < a / 100 && Math.abs(c) < d / 100;
		return isUpright ? { x, y } : NOWHERE;
	}
}

function multiply(m: Matrix, n: Matrix): Matrix {
	return [
		m[0] * n[0] + m[1] * n[2],
		m[0] * n[1] + m[1] * n[3],
		m[2] * n[0] + m[3] * n[2],
		m[2] * n[1] + m[3] * n[3],
		m[4] * n[0] + m[5] * n[2] + n[4],
		m[4] * n[1] + m[5] * n[3] + n[5],
	];
}
