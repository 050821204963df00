import type { ReaderLimits } from '../limits';
import { isDigit, isEndOfLine, isRegular, isWhiteSpace } from '../characters';
import type { BodyEvents, ObjectHead } from './events';
import { END_OF_FILE_COMMENT, ObjectEndFinder, isEndOfFile } from './objectEndFinder';
import { findDataStart, StreamData } from './stream/streamData';
import { TableSection } from '../xref';
import { Window } from './window';

/** A number that may begin an object. */
type NumberToken = Record<'value' | 'offset', number>;

/** An object or a trailer whose end was not found yet. */
interface UnfinishedObject {
	head?: ObjectHead;
	offset: number;
	endFinder: ObjectEndFinder;
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
		this.window.take(bytesRead);
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
		const bytes = window.getRest();
		let at = 0;
		while (isWhiteSpace(bytes[at])) at += 1;
		const start = at;
		const isComment = bytes[at] === 0x25;
		while (at < bytes.length && (isComment ? !isEndOfLine(bytes[at]) : isRegular(bytes[at])))
			at += 1;
		if (at === bytes.length && !isAll && at - start < MAX_WORD_BYTES) {
			window.take(start);
			return false;
		}
		const offset = window.offset + start;
		// An update may begin right after it, without an end of line.
		if (isEndOfFile(bytes, start)) {
			window.take(start + END_OF_FILE_COMMENT.length);
			this.numbers = [];
			this.events.onEndOfFile(offset);
			return true;
		}
		// Skips a delimiter that begins nothing.
		window.take(at === start ? at + 1 : at);
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
			this.table = new TableSection(offset, this.limits.objects);
		}
		if (name === 'trailer') {
			this.window.goTo(offset + 7);
			this.current = { offset, endFinder: new ObjectEndFinder() };
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
		this.current = { head, offset: number.offset, endFinder: new ObjectEndFinder() };
	}

	private scanUnfinished(current: UnfinishedObject): boolean {
		const { events, isAll, window } = this;
		const limit = Math.max(2048, this.limits.objectBytes / 2 ** this.endlessObjects);
		const bytes = window.getRest().subarray(0, limit);
		const end = current.endFinder.find(bytes, isAll && window.bytesLeft <= limit);
		if (!end) return (isAll || window.bytesLeft >= limit) && this.giveUp(current, bytes.length);
		if (end.word === 'stream' && current.head) {
			const after = findDataStart(bytes, end.at + 6, isAll);
			if (after === undefined) {
				current.endFinder.rewind(end.at);
				return false;
			}
			const plan = events.onStream(current.head, bytes.subarray(0, end.at));
			this.current = undefined;
			window.take(after);
			this.streamData = new StreamData(current.head, plan, this.limits.streamBytes);
			return true;
		}
		this.current = undefined;
		const body = window.take(end.at);
		if (current.head) {
			if (end.word === 'endobj') window.take(6);
			else events.onDamage('an object has no end');
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
			this.events.onDamage('an object has no end', current.head);
		}
		return true;
	}
}
