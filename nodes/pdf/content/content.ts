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

/** The state in which a page or a form begins. */
export const INITIAL_STATE: SavedState = { matrix: IDENTITY, clip: ANYWHERE };

/** The graphics state at the end of a stream, for a stream that continues with it. */
export interface EndState {
	/** How many states of the previous stream were restored. */
	level: number;
	/** Saved states and the current one, relative to that level. */
	stack: readonly SavedState[];
}

/** The marked content around a place in a content stream. */
export interface Marks {
	/** Whether it is in a marked-content sequence of a structure element, or in an artifact. */
	isMarked: boolean;
	/** Whether it is no artifact, and no marked-content sequence could name its language (14.9.2). */
	needsLanguage: boolean;
	/** Names of the optional content around it (8.11.3.2). */
	layers: readonly string[];
}

/** A text that a content stream shows. */
export interface ShownText extends Marks {
	/** Area in which it may be, in the coordinates in which its stream begins. */
	box: Box;
	/** How many states of the painting page or form the stream had restored before. */
	level: number;
	/** Name of its font; undefined if the stream has set none. */
	font?: string;
	/** Its codes: the different pairs of bytes in its strings, and in `rest` a remaining byte. */
	pairs: string;
	rest: string;
	/** Number of bytes that are visible in most one-byte encodings. */
	visibleBytes: number;
	/** Text rendering mode (ISO 32000-1, 9.3.6); undefined if the stream has set none. */
	renderingMode?: number;
}

/** Name of inline images (ISO 32000-1, 8.9.7). Real names have one byte per character. */
export const INLINE_IMAGE = '\u{1f5bc}';

/** An external object that a content stream paints, or an inline image. */
export interface Paint extends Marks {
	name: string;
	level: number;
	/** Undefined if it is painted at many places. */
	matrix?: Matrix;
	clip?: Box;
}

/** Content of a content stream that the answers need. */
export interface Content {
	texts: ShownText[];
	/** Whether lines or areas are painted. */
	hasDrawing: boolean;
	paints: Paint[];
	/** Whether it was read completely. Otherwise it may paint more. */
	isComplete: boolean;
	/** The graphics state at its end. */
	endState?: EndState;
	/** Codes of blanks, if the stream is a ToUnicode CMap. */
	blanks?: ReadonlySet<number>;
}

/** A content stream with unknown content. */
export const UNREAD_CONTENT: Readonly<Content> = {
	texts: [],
	paints: [],
	hasDrawing: false,
	isComplete: false,
};
/** In documents with many pages, one text in this many is kept. */
const TEXTS_PER_SAMPLE = 6;

/** Size of a stream's content, as a part of the limit for all streams. */
export function countContentItems({ blanks, endState, paints, texts }: Content): number {
	return 1 + texts.length + paints.length + (blanks?.size ?? 0) + (endState?.stack.length ?? 0);
}

/** Keeps a few texts: enough to show that there is text, and whether it is tagged. */
export function sampleTexts(content: Content): Content {
	if (content.texts.length <= 1) return content;
	const texts = content.texts.filter((_, index) => index % TEXTS_PER_SAMPLE === 0);
	return { ...content, texts, isComplete: false };
}
