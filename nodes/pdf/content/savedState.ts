import { ANYWHERE, IDENTITY, type Box, type Matrix } from './geometry';

/** What `q` saves. */
export interface Saved {
	matrix: Matrix;
	/** What is outside of it is not painted. */
	clip: Box;
	font?: string;
	size?: number;
	renderingMode?: number;
}

/** The graphics state at the end of a stream, for a stream that goes on with it. */
export interface EndState {
	/** How many states of the stream before were restored. */
	level: number;
	/** Saved states, and the last one, relative to that. */
	stack: readonly Saved[];
}

/** The state in which a page or a form begins. */
export const INITIAL_STATE: Saved = { matrix: IDENTITY, clip: ANYWHERE };
