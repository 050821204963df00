import type { Box, Matrix } from './geometry';
import type { EndState } from './graphicsState';

/** A text that a content stream shows. */
export interface ShownText {
	/** Where it may be, in the units in which its stream begins. */
	box: Box;
	/** How many states of whoever paints the stream were restored before. */
	level: number;
	/** Name of its font; undefined where none was chosen in the stream. */
	font?: string;
	/** Different pairs of bytes in its strings, and a byte that is left over: its codes, of one byte or two. */
	pairs: string;
	rest: string;
	/** Bytes that show something in most encodings of one byte. */
	visible: number;
	/** Whether it stands in a marked-content sequence of a structure element, or in an artifact. */
	isMarked: boolean;
}

/** An external object that a content stream paints. */
export interface Paint {
	name: string;
	level: number;
	isMarked: boolean;
	/** Undefined where it is painted at many places. */
	matrix?: Matrix;
	clip?: Box;
}

/** What a content stream paints, as far as it is asked for. */
export interface Content {
	texts: ShownText[];
	/** An image stands in the stream itself (ISO 32000-1, 8.9.7). */
	inlineImage: boolean;
	/** Whether lines or areas are painted. */
	draws: boolean;
	paints: Paint[];
	/** Whether it was read to its end; otherwise what is missing above may be there. */
	whole: boolean;
	/** The graphics state at its end. */
	end?: EndState;
	/** Codes that show nothing, where the stream is a ToUnicode CMap. */
	blanks?: ReadonlySet<number>;
}

export function emptyContent(): Content {
	return { texts: [], inlineImage: false, draws: false, paints: [], whole: false };
}
