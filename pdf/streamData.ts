import { isWhiteSpace } from './lexer';
import type { Window } from './window';

/** `1 0 obj` at any place. */
export interface ObjectHead {
	/** Offset of its number in the file. */
	offset: number;
	number: number;
	generation: number;
}

/** How to read a stream's data. */
export interface StreamPlan {
	/** Its length if known. Otherwise its end is searched for. */
	length?: number;
	/** Whether an `endstream` is missing somewhere. If so, `endobj` ends the data, too. */
	isDamaged?: boolean;
	/** Whether to keep the data until the end is found. */
	isWanted: boolean;
}

export interface StreamEnd {
	/** The data if wanted; undefined if there are too many. */
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

/** Start of the data: after one end of line (7.3.8.1), and blanks that should not be there. */
export function findDataStart(bytes: Buffer, from: number, isAll: boolean): number | undefined {
	let at = from;
	while (bytes[at] === 0x20 && at - from < MAX_BLANK_BYTES) at += 1;
	if (at + 1 >= bytes.length && !isAll) return undefined;
	if (bytes[at] === 13) return bytes[at + 1] === 10 ? at + 2 : at + 1;
	return bytes[at] === 10 ? at + 1 : from;
}

/** The data of one stream, up to its end. */
export class StreamData {
	private readonly parts: Buffer[] = [];
	private length = 0;
	private isWanted: boolean;
	private isIntact = true;

	/** @param maxBytes limit of kept bytes */
	constructor(
		readonly head: ObjectHead,
		private readonly plan: StreamPlan,
		private readonly maxBytes: number,
	) {
		this.isWanted = plan.isWanted;
	}

	/** Reads the received bytes. @returns true at the end of the data */
	read(window: Window, isAll: boolean): boolean {
		const { length } = this.plan;
		return length === undefined
			? this.readToEndWord(window, isAll)
			: this.readToLength(window, length, isAll);
	}

	getResult(): StreamEnd {
		const { length, isIntact, parts } = this;
		const [only] = parts;
		const data = parts.length === 1 ? only : Buffer.concat(parts);
		return { length, isIntact, data: this.isWanted ? data : undefined };
	}

	private readToLength(window: Window, length: number, isAll: boolean): boolean {
		this.keep(window, Math.min(length - this.length, window.bytesLeft));
		if (window.bytesLeft < MAX_WHITE_SPACE_BYTES + END_WORD.length && !isAll) return false;
		const { bytes, start } = window;
		let at = start;
		while (isWhiteSpace(bytes[at]) && at < start + MAX_WHITE_SPACE_BYTES) at += 1;
		this.isIntact = bytes.toString('latin1', at, at + END_WORD.length) === END_WORD;
		if (this.isIntact) window.skip(at + END_WORD.length - start);
		return true;
	}

	private readToEndWord(window: Window, isAll: boolean): boolean {
		const { bytes, start } = window;
		const at = bytes.indexOf(END_WORD, start);
		const object = this.plan.isDamaged === true ? bytes.indexOf(OBJECT_END_WORD, start) : -1;
		if (object >= 0 && (at < 0 || object < at)) {
			this.keep(window, object - start);
			return true;
		}
		if (at >= 0) {
			this.keep(window, at - start);
			window.skip(END_WORD.length);
			return true;
		}
		// The word itself may be split between two chunks.
		const { bytesLeft } = window;
		this.keep(window, isAll ? bytesLeft : Math.max(0, bytesLeft - END_WORD.length));
		this.isIntact = !isAll;
		return isAll;
	}

	/** Takes the next bytes, and keeps a copy if they are wanted: the window reuses its bytes. */
	private keep(window: Window, count: number): void {
		this.length += count;
		if (this.length > this.maxBytes) {
			this.isWanted = false;
			this.parts.length = 0;
		}
		if (this.isWanted) this.parts.push(Buffer.from(window.take(count)));
		else window.skip(count);
	}
}
