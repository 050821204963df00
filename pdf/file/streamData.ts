import type { GrowingBuffer } from '../growingBuffer';
import { isWhiteSpace } from '../syntax/characters';
import type { ByteInput } from './byteInput';

/** How to read a stream's data. */
export interface StreamPlan {
	/** Its length if known. Otherwise its end is searched for. */
	length?: number;
	/** Whether an `endstream` is missing somewhere. If so, `endobj` ends the data, too: bad24.pdf of qpdf's tests. */
	isDamaged: boolean;
	/** Number of bytes up to which data are kept; 0 if they are not wanted. */
	maxBytes: number;
	/** Where the data are written. */
	buffer: GrowingBuffer;
}

export interface StreamData {
	/** Whether all data are in the buffer: they are wanted, and not too many. */
	isKept: boolean;
	/** Bytes of the data. */
	length: number;
	/** Whether `endstream` is where it should be. */
	isIntact: boolean;
}

const END_WORD = 'endstream';
const OBJECT_END_WORD = 'endobj';
/** The end of line before `endstream`. */
const MAX_WHITE_SPACE_BYTES = 2;
/** Blanks after the word `stream`, which qpdf reads as well ("extraneous whitespace"). */
const MAX_BLANK_BYTES = 256;

/** Reads a stream's data, from the word `stream` to the end of `endstream`, or to where it is missing. */
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

/** The data begin after one end of line (ISO 32000-1, 7.3.8.1), and blanks that should not be there. */
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

/** @returns whether `endstream` follows */
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

/** @returns whether there is an end */
async function takeToEndWord(
	input: ByteInput,
	isDamaged: boolean,
	taken: TakenData,
): Promise<boolean> {
	for (;;) {
		const { at, bytes, bytesLeft } = input;
		const end = bytes.indexOf(END_WORD, at);
		// Only before that end: otherwise each of many streams would search everything that was received.
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
		// The word itself may be split between two chunks.
		taken.take(input, input.isAll ? bytesLeft : Math.max(0, bytesLeft - END_WORD.length));
		if (input.isAll) return false;
		await input.receiveMore();
	}
}
