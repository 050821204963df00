import type { Section, XrefEntries } from './crossReference';
import { isDigit, isEndOfLine, isRegular, isWhiteSpace } from './lexer';
import type { ReaderLimits } from './limits';
import { END_OF_FILE_COMMENT, findObjectEnd, isEndOfFile } from './objectEnd';
import {
	findDataStart,
	StreamData,
	type ObjectHead,
	type StreamEnd,
	type StreamPlan,
} from './streamData';
import { TableSection } from './tableSection';
import { Window } from './window';

/** Parts of a file's body, in file order. */
export interface BodyEvents {
	/** @param bytes valid until the call returns */
	onObject(head: ObjectHead, bytes: Buffer): void;
	/** @param dictionary valid until the call returns */
	onStream(head: ObjectHead, dictionary: Buffer): StreamPlan;
	onStreamEnd(head: ObjectHead, end: StreamEnd): void;
	/** A cross-reference table. */
	onTable(section: Section): void;
	/** The dictionary after a table, or a separate one. */
	onTrailer(offset: number, bytes: Buffer): void;
	/** @param value offset of the newest cross-reference section, as the file says */
	onStartxref(offset: number, value: number): void;
	onEndOfFile(offset: number): void;
	/** An object or a stream has no proper end. @param object that is not reported otherwise */
	onDamage(object?: ObjectHead): void;
}

/** A number that may begin an object. */
type NumberToken = Record<'value' | 'offset', number>;

/** An object or a trailer whose end was not found yet. */
interface UnfinishedObject {
	head?: ObjectHead;
	offset: number;
}

/** Longest word or comment between objects that is read. */
const MAX_WORD_BYTES = 256;
/** Maximum number of words or objects, and of bytes, before the scanner yields. */
const [MAX_TURN_STEPS, MAX_TURN_BYTES] = [1000, 64 * 1024];

/**
 * Recognizes the parts of a file (ISO 32000-1, 7.5) in one pass over its bytes, and reports them at once.
 * It only keeps an unfinished object.
 */
export class Scanner {
	private readonly window = new Window();
	private numbers: NumberToken[] = [];
	private afterStartxref = false;
	private current?: UnfinishedObject;
	private table?: TableSection;
	private streamData?: StreamData;
	/** Objects whose end was not found within the limit. Each one lowers the next limit. */
	private endlessObjects = 0;
	private isAll = false;

	constructor(
		private readonly events: BodyEvents,
		private readonly limits: ReaderLimits,
		/** Receives the entries of cross-reference tables. */
		private readonly entries: XrefEntries,
	) {}

	/** @returns whether there is more to do: {@link resume} */
	push(chunk: Buffer): boolean {
		return this.window.push(chunk) && this.resume();
	}

	/** Reports the end of the file. @returns as {@link push} */
	end(): boolean {
		this.isAll = true;
		return this.resume();
	}

	/** Continues with the received bytes for a while, so that the caller can yield in between. */
	resume(): boolean {
		const { window } = this;
		const end = window.offset + MAX_TURN_BYTES;
		for (let steps = 0; steps < MAX_TURN_STEPS && window.offset < end; steps += 1) {
			if (!this.scanNext()) return false;
		}
		return true;
	}

	private scanNext(): boolean {
		if (this.streamData) return this.scanStreamData(this.streamData);
		if (this.current) return this.scanUnfinished(this.current);
		if (this.table) return this.scanTable(this.table);
		return this.scanBetween();
	}

	private scanTable(table: TableSection): boolean {
		const { bytesRead, isDone } = table.read(this.window.getRest(), this.isAll);
		this.window.skip(bytesRead);
		if (!isDone) return false;
		this.table = undefined;
		this.events.onTable(table);
		return true;
	}

	private scanStreamData(streamData: StreamData): boolean {
		if (!streamData.read(this.window, this.isAll)) return false;
		this.streamData = undefined;
		this.events.onStreamEnd(streamData.head, streamData.getResult());
		return true;
	}

	/** Reads the next word between objects. Only a few words have a meaning there. */
	private scanBetween(): boolean {
		const { isAll, window } = this;
		const { bytes } = window;
		let at = window.start;
		while (isWhiteSpace(bytes[at])) at += 1;
		window.skip(at - window.start);
		const start = at;
		const isComment = bytes[at] === 0x25;
		while (at < bytes.length && (isComment ? !isEndOfLine(bytes[at]) : isRegular(bytes[at])))
			at += 1;
		if (at === bytes.length && !isAll && at - start < MAX_WORD_BYTES) return false;
		const { offset } = window;
		// An update may begin right after it, without an end of line.
		if (isComment && isEndOfFile(bytes, start)) {
			window.skip(END_OF_FILE_COMMENT.length);
			this.numbers = [];
			this.events.onEndOfFile(offset);
			return true;
		}
		// Skips a delimiter that begins nothing.
		window.skip(Math.max(1, at - start));
		if (at === start) {
			this.numbers = [];
			return at < bytes.length;
		}
		const word = bytes.toString('latin1', start, Math.min(at, start + MAX_WORD_BYTES));
		if (!isComment && at - start < MAX_WORD_BYTES) this.readWord(word, offset);
		return true;
	}

	private readWord(word: string, offset: number): void {
		if (isDigit(word.charCodeAt(0))) {
			const glued = /^(\d{1,10})(obj.*)$/s.exec(word);
			this.readNumber(glued?.[1] ?? word, offset);
			if (glued) this.readWord(glued[2] ?? '', offset + (glued[1]?.length ?? 0));
			return;
		}
		const name = /^(endobj|obj|xref|trailer|startxref)/.exec(word)?.[0];
		const { numbers } = this;
		this.numbers = [];
		this.afterStartxref = name === 'startxref';
		if (name === 'endobj') this.readWord(word.slice(6), offset + 6);
		if (name === 'obj') this.beginObject(numbers, offset + 3);
		if (name === 'xref') {
			this.window.goTo(offset + 4);
			this.table = new TableSection(offset, this.entries);
		}
		if (name === 'trailer') {
			this.window.goTo(offset + 7);
			this.current = { offset };
		}
	}

	private readNumber(word: string, offset: number): void {
		const value = Number(word);
		if (this.afterStartxref && Number.isInteger(value)) this.events.onStartxref(offset, value);
		this.afterStartxref = false;
		this.numbers = Number.isInteger(value) ? [...this.numbers.slice(-1), { value, offset }] : [];
	}

	private beginObject([number, generation]: NumberToken[], contentAt: number): void {
		if (!number || !generation) return;
		this.window.goTo(contentAt);
		const head = { offset: number.offset, number: number.value, generation: generation.value };
		this.current = { head, offset: number.offset };
	}

	private scanUnfinished(current: UnfinishedObject): boolean {
		const { events, isAll, window } = this;
		const limit = Math.max(2048, this.limits.objectBytes / 2 ** this.endlessObjects);
		const bytes = window.getRest(limit);
		const end = findObjectEnd(bytes, isAll && window.bytesLeft <= limit);
		if (!end) return (isAll || window.bytesLeft >= limit) && this.giveUp(current, bytes.length);
		if (end.word === 'stream' && current.head) {
			const after = findDataStart(bytes, end.at + 6, isAll);
			if (after === undefined) return false;
			const plan = events.onStream(current.head, bytes.subarray(0, end.at));
			this.current = undefined;
			window.skip(after);
			this.streamData = new StreamData(current.head, plan, this.limits.streamBytes);
			return true;
		}
		this.current = undefined;
		const body = window.take(end.at);
		if (current.head) {
			if (end.word === 'endobj') window.skip(6);
			else events.onDamage();
			events.onObject(current.head, body);
		} else {
			events.onTrailer(current.offset, body);
		}
		return true;
	}

	/** Gives up on an object without an end. Its content is read as if it were between objects. */
	private giveUp(current: UnfinishedObject, length: number): boolean {
		this.current = undefined;
		if (this.isAll && !current.head) {
			this.events.onTrailer(current.offset, this.window.take(length));
		} else {
			this.endlessObjects += 1;
			this.events.onDamage(current.head);
		}
		return true;
	}
}
