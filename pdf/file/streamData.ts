import type { GrowingBuffer } from '../growingBuffer';
import { isWhiteSpace } from '../syntax/characters';
import type { ByteInput } from './byteInput';

/** How to read a stream's data. */
export interface StreamPlan {
	/** Length of the data; undefined if it is not known, or known to be wrong. Then their end is searched for. */
	length?: number;
	/**
	 * Whether an earlier pass did not find the stream's `endstream` where it should be. Then `endobj` ends the data,
	 * too, as bad24.pdf of qpdf's tests needs it.
	 */
	isDamaged: boolean;
	/** Maximum length of data that are kept; 0 if no data are wanted. */
	maxBytes: number;
	/** Where the data are written. */
	buffer: GrowingBuffer;
}

export interface StreamData {
	/** Whether all data are in the buffer: they are wanted, and not too many. */
	isKept: boolean;
	/** Bytes of the data, kept or not. */
	length: number;
	/** Whether the end is where the length says. If it was searched for, whether it was found before the file's end. */
	isIntact: boolean;
}

const END_WORD = 'endstream';
const OBJECT_END_WORD = 'endobj';
/** Longest end of line between the data and `endstream`. */
const MAX_WHITE_SPACE_BYTES = 2;
/** Maximum number of blanks after the word `stream` that are skipped, as qpdf does ("extraneous whitespace"). */
const MAX_BLANK_BYTES = 256;

/** Reads a stream's data, which follow the word `stream`, and the word `endstream` if it follows them. */
export async function readStreamData(input: ByteInput, plan: StreamPlan): Promise<StreamData> {
	if (input.lacks(MAX_BLANK_BYTES + 2)) await input.require(MAX_BLANK_BYTES + 2);
	skipToData(input);
	const taken = new TakenData(plan.maxBytes, plan.buffer);
	const isIntact =
		plan.length === undefined
			? await takeToEndWord(input, plan.isDamaged, taken)
			: await takeLength(input, plan.length, taken);
	const { isKept, length } = taken;
	return { isKept, length, isIntact };
}

/**
 * Skips the end of line before the data (ISO 32000-1, 7.3.8.1), and blanks before it, which should not be there.
 * Without an end of line, all bytes are data.
 */
function skipToData(input: ByteInput): void {
	const { bytes } = input;
	let { at } = input;
	while (bytes[at] === 0x20 && at - input.at < MAX_BLANK_BYTES) at += 1;
	if (bytes[at] === 10) input.at = at + 1;
	if (bytes[at] === 13) input.at = bytes[at + 1] === 10 ? at + 2 : at + 1;
}

class TakenData {
	isKept: boolean;
	/** Bytes of the data, including those that were not kept. */
	length = 0;

	constructor(
		private readonly maxBytes: number,
		private readonly buffer: GrowingBuffer,
	) {
		this.isKept = maxBytes > 0;
		buffer.clear();
	}

	/** Takes the next bytes, and keeps a copy if they are wanted. */
	take(input: ByteInput, count: number): void {
		const bytes = input.take(count);
		this.length += bytes.length;
		this.isKept &&= this.length <= this.maxBytes && this.buffer.tryAdd(bytes);
	}
}

/** Takes data of a known length, and `endstream` if it follows. @returns whether it does */
async function takeLength(input: ByteInput, length: number, taken: TakenData): Promise<boolean> {
	for (;;) {
		taken.take(input, Math.min(length - taken.length, input.bytesLeft));
		if (taken.length === length || input.isAll) break;
		await input.receiveMore();
	}
	const endBytes = MAX_WHITE_SPACE_BYTES + END_WORD.length;
	if (input.lacks(endBytes)) await input.require(endBytes);
	const { bytes } = input;
	let { at } = input;
	while (isWhiteSpace(bytes[at]) && at < input.at + MAX_WHITE_SPACE_BYTES) at += 1;
	const isIntact = bytes.toString('latin1', at, at + END_WORD.length) === END_WORD;
	if (isIntact) input.at = at + END_WORD.length;
	return isIntact;
}

/**
 * Takes data up to `endstream`, which is taken, too.
 *
 * @param isDamaged whether `endobj` ends the data, too
 * @returns false if the file ends before
 */
async function takeToEndWord(
	input: ByteInput,
	isDamaged: boolean,
	taken: TakenData,
): Promise<boolean> {
	for (;;) {
		const { at, bytes, bytesLeft } = input;
		const end = bytes.indexOf(END_WORD, at);
		// `endobj` is searched only before `endstream`: otherwise each of many streams would search all received bytes.
		const searched = bytes.subarray(at, end < 0 ? bytes.length : end);
		const objectEnd = isDamaged ? searched.indexOf(OBJECT_END_WORD) : -1;
		if (objectEnd >= 0) {
			taken.take(input, objectEnd);
			return true;
		}
		if (end >= 0) {
			taken.take(input, end - at);
			input.at += END_WORD.length;
			return true;
		}
		// The last bytes may be the start of `endstream` or `endobj`, so they are not taken yet.
		taken.take(input, input.isAll ? bytesLeft : Math.max(0, bytesLeft - END_WORD.length));
		if (input.isAll) return false;
		await input.receiveMore();
	}
}
