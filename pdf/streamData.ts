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
	if (input.lacks(MAX_BLANK_BYTES + 2)) await input.require(MAX_BLANK_BYTES + 2);
	skipToData(input);
	const taken: TakenData = { parts: [], length: 0, maxBytes: plan.maxBytes };
	const isIntact =
		plan.length === undefined
			? await takeToEndWord(input, plan.isDamaged, taken)
			: await takeLength(input, plan.length, taken);
	const { length, maxBytes, parts } = taken;
	const [only = Buffer.alloc(0)] = parts;
	const all = parts.length > 1 ? Buffer.concat(parts) : only;
	return { data: maxBytes > 0 && length <= maxBytes ? all : undefined, length, isIntact };
}

/** The data begin after one end of line (ISO 32000-1, 7.3.8.1), and blanks that should not be there. */
function skipToData(input: ByteInput): void {
	const { bytes } = input;
	let { at } = input;
	while (bytes[at] === 0x20 && at - input.at < MAX_BLANK_BYTES) at += 1;
	if (bytes[at] === 10) input.at = at + 1;
	if (bytes[at] === 13) input.at = bytes[at + 1] === 10 ? at + 2 : at + 1;
}

interface TakenData {
	parts: Buffer[];
	/** Bytes of all parts, and of those that were not kept. */
	length: number;
	maxBytes: number;
}

/** Takes the next bytes, and keeps a copy if they are wanted. */
function take(input: ByteInput, count: number, taken: TakenData): void {
	const bytes = input.take(count);
	taken.length += bytes.length;
	if (taken.length > taken.maxBytes) taken.parts.length = 0;
	else if (bytes.length > 0) taken.parts.push(Buffer.from(bytes));
}

/** @returns whether `endstream` follows */
async function takeLength(input: ByteInput, length: number, taken: TakenData): Promise<boolean> {
	for (;;) {
		take(input, Math.min(length - taken.length, input.bytesLeft), taken);
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
		const objectEnd = isDamaged ? bytes.indexOf(OBJECT_END_WORD, at) : -1;
		const isObjectEnd = objectEnd >= 0 && (end < 0 || objectEnd < end);
		if (isObjectEnd || end >= 0) {
			take(input, (isObjectEnd ? objectEnd : end) - at, taken);
			if (!isObjectEnd) input.at += END_WORD.length;
			return true;
		}
		// The word itself may be split between two chunks.
		take(input, input.isAll ? bytesLeft : Math.max(0, bytesLeft - END_WORD.length), taken);
		if (input.isAll) return false;
		await input.receiveMore();
	}
}
