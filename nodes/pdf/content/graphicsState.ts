import { INITIAL_STATE, type EndState, type SavedState } from './content';
import {
	ANYWHERE,
	IDENTITY,
	intersect,
	multiply,
	transformBox,
	unite,
	type Box,
	type Matrix,
} from './geometry';

/** Real documents have some twenty. */
const MAX_SAVED_STATES = 512;
/** Widths of glyphs are unknown here. No glyph of real fonts is wider than twice the font size. */
const MAX_GLYPH_WIDTH_EMS = 2;
export const PATH_PAINTING_OPERATORS = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);

/** Tracks where a content stream paints (ISO 32000-1, 8.4 and 9.4), relative to its initial state. */
export class GraphicsState {
	/** State at the current place. */
	state = INITIAL_STATE;
	/** How many states of the painting page or form the stream has restored (`Q` without `q`). */
	level = 0;
	/** Whether too many nested states were saved to track them. */
	hasLostState = false;
	private readonly stack: SavedState[] = [];
	private path?: Box;
	private clipsWithPath = false;
	private text?: { line: Matrix; left: number; right: number };
	private leading = 0;
	private spacing = 0;
	private scale = 1;
	private rise = 0;

	getEndState(): EndState {
		return { level: this.level, stack: [...this.stack, this.state] };
	}

	/** @param name the last name among the operands */
	runOperator(operator: string, operands: readonly number[], name: string): void {
		const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands;
		switch (operator) {
			case 'q':
				this.saveState();
				return;
			case 'Q':
				this.restoreState();
				return;
			case 'cm':
				if (operands.length === 6) {
					this.state = { ...this.state, matrix: multiply([a, b, c, d, e, f], this.state.matrix) };
				}
				return;
			case 'Tf':
				this.state = { ...this.state, font: name, size: Math.abs(operands.at(-1) ?? 0) };
				return;
			case 'W':
			case 'W*':
				this.clipsWithPath = true;
				return;
			case 're':
				this.addToPath([a, b, a + c, b, a + c, b + d, a, b + d]);
				return;
			case 'm':
			case 'l':
			case 'v':
			case 'y':
			case 'c':
				this.addToPath(operands);
				return;
			default:
				if (operator === 'n' || PATH_PAINTING_OPERATORS.has(operator)) this.endPath();
				else this.runTextOperator(operator, operands);
		}
	}

	/**
	 * Area in which a text of unknown width may be, in the coordinates in which the stream begins.
	 *
	 * @param adjusted sum of the numbers between its strings
	 */
	placeText(characters: number, adjusted: number): Box {
		const { size, matrix } = this.state;
		const { text } = this;
		if (!text) return ANYWHERE;
		const width =
			characters * (MAX_GLYPH_WIDTH_EMS * (size ?? Infinity) + this.spacing) * this.scale;
		const moved = (adjusted / 1000) * (size ?? 0) * this.scale;
		text.right += width + moved;
		text.left -= adjusted > 0 ? moved : 0;
		const height = size ?? Infinity;
		const box: Box = [text.left, this.rise, text.right, this.rise + height];
		return transformBox(box, multiply(text.line, matrix));
	}

	private runTextOperator(operator: string, operands: readonly number[]): void {
		const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands;
		switch (operator) {
			case 'BT':
				this.beginLine(IDENTITY);
				return;
			case 'Tm':
				if (operands.length === 6) this.beginLine([a, b, c, d, e, f]);
				return;
			case 'TL':
				this.leading = a;
				return;
			case 'Tc':
			case 'Tw':
				this.spacing = Math.max(this.spacing, 2 * Math.abs(a));
				return;
			case 'Tz':
				this.scale = Math.max(1, Math.abs(a) / 100);
				return;
			case 'Ts':
				this.rise = a;
				return;
			case 'Tr':
				this.state = { ...this.state, renderingMode: a };
				return;
			case 'TD':
				this.leading = -b;
				this.moveLine(a, b);
				return;
			case 'Td':
				this.moveLine(a, b);
				return;
			case 'T*':
			case "'":
			case '"':
				this.moveLine(0, -this.leading);
		}
	}

	private saveState(): void {
		if (this.stack.length < MAX_SAVED_STATES) this.stack.push(this.state);
		else this.hasLostState = true;
	}

	private restoreState(): void {
		const saved = this.stack.pop();
		if (!saved) this.level += 1;
		this.state = saved ?? INITIAL_STATE;
	}

	private beginLine(line: Matrix): void {
		this.text = { line, left: 0, right: 0 };
	}

	private moveLine(x: number, y: number): void {
		if (this.text) this.beginLine(multiply([1, 0, 0, 1, x, y], this.text.line));
	}

	/** @param coordinates x and y of each point, one after the other */
	private addToPath(coordinates: readonly number[]): void {
		for (let at = 0; at + 1 < coordinates.length; at += 2) {
			const [x = 0, y = 0] = coordinates.slice(at, at + 2);
			const point = transformBox([x, y, x, y], this.state.matrix);
			this.path = this.path ? unite(this.path, point) : point;
		}
	}

	private endPath(): void {
		const { clip } = this.state;
		if (this.clipsWithPath && this.path) {
			this.state = { ...this.state, clip: intersect(clip, this.path) };
		}
		this.clipsWithPath = false;
		this.path = undefined;
	}
}
