import type { ByteInput } from './byteInput';
import { isWhiteSpace } from './lexer';

/** How to read a stream's data. */
export interface StreamPlan {
	/** Its length if known. Otherwise its end is searched for. */
	length?: number;
	/** Whether an `endstream` is missing somewhere. If so, `endobj` ends the data, too. */
	isDamaged: boolean;
	/** Number of bytes up to which data are kept; 0 if they are not wanted. */
	maxBytes: number;
}

export interface StreamData {
	/** Undefined if they are not wanted, or too many. */
	data?: Buffer;
	/** Bytes of the data. */
	length: number;
	/** Whether `endstream` is where it should be. */
	isIntact: boolean;
}

const END_WORD = 'endstream';
const OBJECT_END_WORD = 'endobj';
/** Maximum amount of white-space before `endstream`. */
const MAX_WHITE_SPACE_BYTES = 16;
/** Maximum number of blanks after the word `stream` that are skipped. */
const MAX_BLANK_BYTES = 256;

/** Reads a stream's data, from the word `stream` to the end of `endstream`, or to where it is missing. */
export async function readStreamData(input: ByteInput, plan: StreamPlan): Promise<StreamData> {
	const parts: Buffer[] = [];
	let length = 0;
	/** Takes the next bytes, and keeps a copy if they are wanted. */
	const take = (count: number) => {
		const bytes = input.take(count);
		length += bytes.length;
		if (length <= plan.maxBytes) parts.push(Buffer.from(bytes));
		else parts.length = 0;
	};
	await skipToData(input);
	const isIntact =
		plan.length === undefined
			? await takeToEndWord(input, plan.isDamaged, take)
			: await takeLength(input, plan.length, take);
	const data = plan.maxBytes > 0 && length <= plan.maxBytes ? Buffer.concat(parts) : undefined;
	return { data, length, isIntact };
}

/** The data begin after one end of line (ISO 32000-1, 7.3.8.1), and blanks that should not be there. */
async function skipToData(input: ByteInput): Promise<void> {
	await input.require(MAX_BLANK_BYTES + 2);
	const { bytes } = input;
	let { at } = input;
	while (bytes[at] === 0x20 && at - input.at < MAX_BLANK_BYTES) at += 1;
	if (bytes[at] === 10) input.at = at + 1;
	if (bytes[at] === 13) input.at = bytes[at + 1] === 10 ? at + 2 : at + 1;
}

/** @returns whether `endstream` follows */
async function takeLength(
	input: ByteInput,
	length: number,
	take: (count: number) => void,
): Promise<boolean> {
	let left = length;
	for (;;) {
		const count = Math.min(left, input.bytesLeft);
		take(count);
		left -= count;
		if (left === 0 || input.isAll) break;
		await input.receiveMore();
	}
	await input.require(MAX_WHITE_SPACE_BYTES + END_WORD.length);
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
	take: (count: number) => void,
): Promise<boolean> {
	for (;;) {
		const { at, bytes, bytesLeft } = input;
		const end = bytes.indexOf(END_WORD, at);
		const objectEnd = isDamaged ? bytes.indexOf(OBJECT_END_WORD, at) : -1;
		const isObjectEnd = objectEnd >= 0 && (end < 0 || objectEnd < end);
		if (isObjectEnd || end >= 0) {
			take((isObjectEnd ? objectEnd : end) - at);
			if (!isObjectEnd) input.take(END_WORD.length);
			return true;
		}
		// The word itself may be split between two chunks.
		take(input.isAll ? bytesLeft : Math.max(0, bytesLeft - END_WORD.length));
		if (input.isAll) return false;
		await input.receiveMore();
	}
}
