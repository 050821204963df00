import type { ReaderLimits } from '../limits';
import { isDigit, isEndOfLine, isRegular, isWhiteSpace } from '../characters';
import type { BodyEvents } from './events';
import { END_OF_FILE, Extent, isEndOfFile } from './extent';
import type { NumberSeen, Open } from './open';
import { dataStart, StreamData } from './stream/streamData';
import { TableSection } from '../xref';
import { Window } from './window';

/** Longest word or comment between objects that is read. */
const LONGEST = 256;
/** Most words or objects, and most bytes, before the scanner yields. */
const [STEPS, STEP_BYTES] = [1000, 64 * 1024];

/**
 * Recognizes the parts of a file (ISO 32000-1, 7.5) in one pass over its bytes, and reports them at once.
 * It only keeps an unfinished object.
 */
export class Scanner {
	private readonly window = new Window();
	private numbers: NumberSeen[] = [];
	private afterStartxref = false;
	private open?: Open;
	private table?: TableSection;
	private data?: StreamData;
	/** Objects whose end was not found within the limit. Each one lowers the next limit. */
	private endless = 0;
	private isAll = false;

	constructor(
		private readonly events: BodyEvents,
		private readonly limits: ReaderLimits,
	) {}

	/** @returns whether there is more to do: {@link goOn} */
	push(chunk: Buffer): boolean {
		return this.window.push(chunk) && this.goOn();
	}

	/** Releases the last chunk, so that its source may reuse it. */
	release(): void {
		this.window.release();
	}

	/** Reports the end of the file. @returns as {@link push} */
	end(): boolean {
		this.window.settle();
		this.isAll = true;
		return this.goOn();
	}

	/** Continues with the received bytes for a while, so that the caller can yield in between. */
	goOn(): boolean {
		const { window } = this;
		const start = window.offset;
		for (let steps = 0; steps < STEPS && window.offset - start < STEP_BYTES; steps += 1) {
			if (!this.step(this.isAll)) return false;
		}
		return true;
	}

	private step(isAll: boolean): boolean {
		if (this.data) return this.stepData(isAll);
		if (this.open) return this.stepOpen(this.open, isAll);
		if (this.table) return this.stepTable(this.table, isAll);
		return this.stepBetween(isAll);
	}

	private stepTable(table: TableSection, isAll: boolean): boolean {
		const { taken, done } = table.read(this.window.rest(), isAll);
		this.window.take(taken);
		if (!done) return false;
		this.table = undefined;
		this.events.table(table);
		return true;
	}

	private stepData(isAll: boolean): boolean {
		const { data } = this;
		if (!data?.step(this.window, isAll)) return false;
		this.data = undefined;
		this.events.streamEnd(data.head, data.result());
		return true;
	}

	/** Reads the next word between objects. Only a few words have a meaning there. */
	private stepBetween(isAll: boolean): boolean {
		const { window } = this;
		const bytes = window.rest();
		let at = 0;
		while (isWhiteSpace(bytes[at])) at += 1;
		const start = at;
		const isComment = bytes[at] === 0x25;
		while (at < bytes.length && (isComment ? !isEndOfLine(bytes[at]) : isRegular(bytes[at])))
			at += 1;
		if (at === bytes.length && !isAll && at - start < LONGEST) {
			window.take(start);
			return false;
		}
		const offset = window.offset + start;
		// An update may begin right after it, without an end of line.
		if (isEndOfFile(bytes, start)) {
			window.take(start + END_OF_FILE.length);
			this.numbers = [];
			this.events.endOfFile(offset);
			return true;
		}
		// Skips a delimiter that begins nothing.
		window.take(at === start ? at + 1 : at);
		if (at === start) {
			this.numbers = [];
			return at < bytes.length;
		}
		const word = bytes.toString('latin1', start, Math.min(at, start + LONGEST));
		if (!isComment && at - start < LONGEST) this.word(word, offset);
		return true;
	}

	private word(word: string, offset: number): void {
		if (isDigit(word.charCodeAt(0))) {
			const glued = /^(\d{1,10})(obj.*)$/s.exec(word);
			this.number(glued?.[1] ?? word, offset);
			if (glued) this.word(glued[2] ?? '', offset + (glued[1]?.length ?? 0));
			return;
		}
		const name = /^(endobj|obj|xref|trailer|startxref)/.exec(word)?.[0];
		const { numbers } = this;
		this.numbers = [];
		this.afterStartxref = name === 'startxref';
		if (name === 'endobj' && word.length > 6) {
			this.word(word.slice(6), offset + 6);
			return;
		}
		if (name === 'obj') this.head(numbers, offset + 3);
		if (name === 'xref') {
			this.window.goTo(offset + 4);
			this.table = new TableSection(offset, this.limits.objects);
		}
		if (name === 'trailer') {
			this.window.goTo(offset + 7);
			this.open = { offset, extent: new Extent() };
		}
	}

	private number(word: string, offset: number): void {
		const value = Number(word);
		if (this.afterStartxref && Number.isInteger(value)) this.events.startxref(offset, value);
		this.afterStartxref = false;
		this.numbers = Number.isInteger(value) ? [...this.numbers.slice(-1), { value, offset }] : [];
	}

	private head([number, generation]: NumberSeen[], contentAt: number): void {
		if (!number || !generation) return;
		this.window.goTo(contentAt);
		const head = { offset: number.offset, number: number.value, generation: generation.value };
		this.open = { head, offset: number.offset, extent: new Extent() };
	}

	private stepOpen(open: Open, isAll: boolean): boolean {
		const { events, window } = this;
		const limit = Math.max(2048, this.limits.objectBytes / 2 ** this.endless);
		const bytes = window.rest().subarray(0, limit);
		const end = open.extent.find(bytes, isAll && window.left <= limit);
		if (!end) return isAll || window.left >= limit ? this.giveUp(open, bytes, isAll) : false;
		if (end.word === 'stream' && open.head) {
			const after = dataStart(bytes, end.at + 6, isAll);
			if (after === undefined) {
				open.extent.rewind(end.at);
				return false;
			}
			const plan = events.stream(open.head, bytes.subarray(0, end.at));
			this.open = undefined;
			window.take(after);
			this.data = new StreamData(open.head, plan, window.offset, this.limits.streamBytes);
			return true;
		}
		this.open = undefined;
		const body = window.take(end.at);
		if (open.head) {
			if (end.word === 'endobj') window.take(6);
			else events.damage('an object has no end');
			events.object(open.head, body);
		} else {
			events.trailer(open.offset, body);
		}
		return true;
	}

	/** Gives up on an object without an end. Its content is read as if it were between objects. */
	private giveUp(open: Open, bytes: Buffer, isAll: boolean): boolean {
		this.open = undefined;
		if (isAll && !open.head) {
			this.events.trailer(open.offset, this.window.take(bytes.length));
			return true;
		}
		this.endless += 1;
		this.events.damage('an object has no end', open.head);
		return true;
	}
}
