import { isWhiteSpace } from '../../characters';
import type { ObjectHead, StreamEnd, StreamPlan } from '../events';
import type { Window } from '../window';

const END = 'endstream';
const OBJECT_END = 'endobj';
/** Most white-space before `endstream`. */
const SLACK = 16;

/** Most blanks after the word `stream` that are skipped. */
const MOST_BLANKS = 256;

/** Start of the data: after one end of line (7.3.8.1), and blanks that should not be there. */
export function dataStart(bytes: Buffer, from: number, isAll: boolean): number | undefined {
	let at = from;
	while (bytes[at] === 0x20 && at - from < MOST_BLANKS) at += 1;
	if (at + 1 >= bytes.length && !isAll) return undefined;
	if (bytes[at] === 13) return bytes[at + 1] === 10 ? at + 2 : at + 1;
	return bytes[at] === 10 ? at + 1 : from;
}

/** The data of one stream, up to its end. */
export class StreamData {
	private readonly parts: Buffer[] = [];
	private length = 0;
	private wanted: boolean;
	private intact = true;

	/**
	 * @param start offset of the data in the file
	 * @param most limit of kept bytes
	 */
	constructor(
		readonly head: ObjectHead,
		private readonly plan: StreamPlan,
		private readonly start: number,
		private readonly most: number,
	) {
		this.wanted = plan.wanted;
	}

	/** Reads the received bytes. @returns true at the end of the data */
	step(window: Window, isAll: boolean): boolean {
		const { length } = this.plan;
		return length === undefined ? this.search(window, isAll) : this.count(window, length, isAll);
	}

	result(): StreamEnd {
		const { start, length, intact } = this;
		const data = this.wanted ? Buffer.concat(this.parts) : undefined;
		return { start, length, intact, ...(data ? { data } : {}) };
	}

	private count(window: Window, length: number, isAll: boolean): boolean {
		this.keep(window.take(Math.min(length - this.length, window.left)));
		if (window.left < SLACK + END.length && !isAll) return false;
		const bytes = window.rest();
		let at = 0;
		while (isWhiteSpace(bytes[at]) && at < SLACK) at += 1;
		this.intact = bytes.toString('latin1', at, at + END.length) === END;
		if (this.intact) window.take(at + END.length);
		return true;
	}

	private search(window: Window, isAll: boolean): boolean {
		const bytes = window.rest();
		const at = bytes.indexOf(END);
		const object = this.plan.damaged === true ? bytes.indexOf(OBJECT_END) : -1;
		if (object >= 0 && (at < 0 || object < at)) {
			this.keep(window.take(object));
			return true;
		}
		if (at >= 0) {
			this.keep(window.take(at));
			window.take(END.length);
			return true;
		}
		// The word itself may be split between two chunks.
		this.keep(window.take(isAll ? window.left : Math.max(0, window.left - END.length)));
		return this.ended(isAll);
	}

	private ended(isAll: boolean): boolean {
		if (isAll) this.intact = false;
		return isAll;
	}

	private keep(bytes: Buffer): void {
		this.length += bytes.length;
		if (!this.wanted) return;
		if (this.length > this.most) {
			this.wanted = false;
			this.parts.length = 0;
			return;
		}
		// A copy: the bytes may belong to the source, which may reuse them.
		this.parts.push(Buffer.from(bytes));
	}
}
