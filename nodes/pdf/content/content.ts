import type { Box, Matrix } from './geometry';
import type { EndState } from './savedState';

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
	/** Whether it is no artifact, and no marked-content sequence around it could name its language. */
	needsLanguage: boolean;
	/** Text rendering mode (ISO 32000-1, 9.3.6); undefined where none was set in the stream. */
	renderingMode?: number;
}

/** An external object that a content stream paints. */
export interface Paint {
	name: string;
	level: number;
	isMarked: boolean;
	needsLanguage: boolean;
	/** Undefined where it is painted at many places. */
	matrix?: Matrix;
	clip?: Box;
	/** An image in the stream itself (ISO 32000-1, 8.9.7), without a name. */
	isInlineImage: boolean;
}

/** What a content stream paints, as far as it is asked for. */
export interface Content {
	texts: ShownText[];
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

/** A content stream of which nothing is known. */
export const NOT_READ: Readonly<Content> = emptyContent();
/** Of so many texts one is kept where there are very many pages. */
const SAMPLE = 6;

/** What a stream takes of the room for all of them. */
export function countPlaces({ blanks, end, paints, texts }: Content): number {
	return 1 + texts.length + paints.length + (blanks?.size ?? 0) + (end?.stack.length ?? 0);
}

/** Keeps few texts: enough to show that there are some, and to tell whether they are tagged. */
export function sampleTexts(content: Content): Content {
	if (content.texts.length <= 1) return content;
	const texts = content.texts.filter((_, index) => index % SAMPLE === 0);
	return { ...content, texts, whole: false };
}

export function emptyContent(): Content {
	return { texts: [], draws: false, paints: [], whole: false };
}
