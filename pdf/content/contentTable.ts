import type { ByteTable } from '../file/byteTable';
import type { Content } from './contentScan';

const INLINE_IMAGE_FLAG = 1;
const DRAWING_FLAG = 2;
const COMPLETE_FLAG = 4;
/** A row's number is the sum of the flags, the characters times this factor, and the pixels times the next one. */
const CHARACTERS_FROM = 2 ** 3;
const PIXELS_FROM = CHARACTERS_FROM * 2 ** 7;
/** More pixels are not counted. A row's number has 32 bits: 3 for flags, 7 for characters, 22 for pixels. */
const MAX_PIXELS = 2 ** 22 - 1;
const NOTHING = Buffer.alloc(0);

/**
 * Keeps what a content stream shows as one row of the table: 16 bytes, and the names as the row's bytes.
 *
 * @param offset the stream's offset in the file
 */
export function addContent(contents: ByteTable, offset: number, content: Content): void {
	const flags =
		(content.hasInlineImage ? INLINE_IMAGE_FLAG : 0) +
		(content.hasDrawing ? DRAWING_FLAG : 0) +
		(content.isComplete ? COMPLETE_FLAG : 0);
	const pixels = Math.floor(Math.min(content.inlinePixels, MAX_PIXELS));
	const summary = flags + content.characters * CHARACTERS_FROM + pixels * PIXELS_FROM;
	contents.add(offset, summary, content.names);
}

/** What the stream at this offset shows; undefined if it was not read, or if there was no room for its row. */
export function findContent(contents: ByteTable, offset: number): Content | undefined {
	const row = contents.findRow(offset);
	if (row < 0) return undefined;
	const summary = contents.numbers.get(row);
	const names = contents.getBytes(row);
	return {
		characters: Math.floor(summary / CHARACTERS_FROM) % (PIXELS_FROM / CHARACTERS_FROM),
		inlinePixels: Math.floor(summary / PIXELS_FROM),
		names: names ?? NOTHING,
		hasInlineImage: (summary & INLINE_IMAGE_FLAG) !== 0,
		hasDrawing: (summary & DRAWING_FLAG) !== 0,
		isComplete: (summary & COMPLETE_FLAG) !== 0 && names !== undefined,
	};
}
