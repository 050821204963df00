import { ANYWHERE, IDENTITY, type Box, type Matrix } from './geometry';

/** State that `q` saves. */
export interface SavedState {
	matrix: Matrix;
	/** Nothing is painted outside of it. */
	clip: Box;
	font?: string;
	size?: number;
	renderingMode?: number;
}

/** The graphics state at the end of a stream, for a stream that continues with it. */
export interface EndState {
	/** How many states of the previous stream were restored. */
	level: number;
	/** Saved states and the current one, relative to that level. */
	stack: readonly SavedState[];
}

/** The state in which a page or a form begins. */
export const INITIAL_STATE: SavedState = { matrix: IDENTITY, clip: ANYWHERE };
