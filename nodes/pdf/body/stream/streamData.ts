import { isWhiteSpace } from '../../characters';
import type { ObjectHead, StreamEnd, StreamPlan } from '../events';
import type { Window } from '../window';

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
		const { length, isIntact } = this;
		return { length, isIntact, data: this.isWanted ? Buffer.concat(this.parts) : undefined };
	}

	private readToLength(window: Window, length: number, isAll: boolean): boolean {
		this.keep(window.take(Math.min(length - this.length, window.bytesLeft)));
		if (window.bytesLeft < MAX_WHITE_SPACE_BYTES + END_WORD.length && !isAll) return false;
		const bytes = window.getRest();
		let at = 0;
		while (isWhiteSpace(bytes[at]) && at < MAX_WHITE_SPACE_BYTES) at += 1;
		this.isIntact = bytes.toString('latin1', at, at + END_WORD.length) === END_WORD;
		if (this.isIntact) window.take(at + END_WORD.length);
		return true;
	}

	private readToEndWord(window: Window, isAll: boolean): boolean {
		const bytes = window.getRest();
		const at = bytes.indexOf(END_WORD);
		const object = this.plan.isDamaged === true ? bytes.indexOf(OBJECT_END_WORD) : -1;
		if (object >= 0 && (at < 0 || object < at)) {
			this.keep(window.take(object));
			return true;
		}
		if (at >= 0) {
			this.keep(window.take(at));
			window.take(END_WORD.length);
			return true;
		}
		// The word itself may be split between two chunks.
		this.keep(
			window.take(isAll ? window.bytesLeft : Math.max(0, window.bytesLeft - END_WORD.length)),
		);
		this.isIntact = !isAll;
		return isAll;
	}

	private keep(bytes: Buffer): void {
		this.length += bytes.length;
		if (!this.isWanted) return;
		if (this.length > this.maxBytes) {
			this.isWanted = false;
			this.parts.length = 0;
			return;
		}
		// A copy: the window reuses its bytes.
		this.parts.push(Buffer.from(bytes));
	}
}
