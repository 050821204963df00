import type { WorkBudget } from '../budget';
import type { StandardSecurityHandler } from '../encryption/securityHandler';
import type { GrowingBuffer } from '../growingBuffer';
import type { ReaderLimits } from '../readerLimits';
import { StreamDecoder } from '../streams/streamDecoder';
import { findStreamKind } from '../streams/streamKind';
import { findLineEnd, findWordEnd, isDigit, isWhiteSpace } from '../syntax/characters';
import {
	estimateBytes,
	isCount,
	Reference,
	type Dictionary,
	type ObjectHead,
} from '../syntax/objects';
import { tryParseDictionary } from '../syntax/parse';
import type { Turns } from '../turns';
import { Body } from './body';
import { ByteInput } from './byteInput';
import type { NumberIndex } from './columns';
import { END_OF_FILE_COMMENT, ObjectEndSearch, type ObjectEnd } from './objectEnd';
import { readStreamData } from './streamData';
import { condense } from './structureElement';
import { readTable } from './xrefSections';

/** What earlier passes have found. */
export interface EarlierPass {
	integers?: NumberIndex;
	/** Offsets of streams whose length is wrong. */
	wrongLengths: ReadonlySet<number>;
	/** Decrypts the streams. Undefined until the encryption is known, and for files without encryption. */
	handler?: StandardSecurityHandler;
}

/** What all passes over a document have in common. */
export interface Reading {
	limits: ReaderLimits;
	turns: Turns;
	work: WorkBudget;
	/** The data of the stream that is being read, and the output of its filters. */
	data: GrowingBuffer;
	output: GrowingBuffer;
}

/**
 * Makes one pass over a file, in file order, with chunks of any size.
 *
 * @throws Unknown if too much of the file is damaged, or if its object numbers are too many or too far apart
 */
export async function readBody(
	chunks: AsyncIterable<Uint8Array>,
	reading: Reading,
	earlier: EarlierPass,
): Promise<Body> {
	const iterator = chunks[Symbol.asyncIterator]();
	try {
		const reader = new BodyReader(new ByteInput(iterator, reading.turns), reading, earlier);
		await reader.read();
		return reader.body;
	} finally {
		const closing = iterator.return?.();
		if (closing) await reading.turns.awaitSource(closing);
	}
}

/** Marks an encryption dictionary (ISO 32000-1, Table 20). `/Standard` alone could also be a structure type. */
const SECURITY_HANDLER = /\/Filter\s*\/Standard\b/;
/** Words between objects that are at least this long are skipped, unless they begin with a word that has a meaning. */
const MAX_WORD_BYTES = 256;
/** Words between objects after which the reader checks whether it must yield. */
const WORDS_PER_TURN = 256;
/** Bytes between objects, or of one object, after which the reader checks whether it must yield. */
const BYTES_PER_TURN = 64 * 1024;
/** Each object without an end halves the limit for an object's bytes, but never below this. */
const MIN_OBJECT_BYTES = 2048;
/** Longer dictionaries of streams count as large objects. Those of writers have less than a kilobyte. */
const MAX_SHORT_DICTIONARY_BYTES = 16 * 1024;
/** Only shorter objects are checked for being a whole number. */
const MAX_INTEGER_BYTES = 24;
/**
 * The part of a word that has a meaning between objects. Another word may follow without a space: updates begin right
 * after `%%EOF` in TEST2_signed_with_zero_policy_hash.pdf of the Digital Signature Service (esig/dss).
 */
const MEANING = /^(?:%%EOF|endobj|obj|xref|trailer|startxref)/;
/** `takeWord` returns this for a comment, and for a word that is too long. */
const SKIPPED = '';

/** A whole number between objects. It may be part of `1 0 obj`. */
interface NumberWord {
	value: number;
	offset: number;
}

/** Recognizes the parts of a file (ISO 32000-1, 7.5), decodes its streams and fills a {@link Body}. */
class BodyReader {
	readonly body: Body;
	/** Number of objects and trailers whose end was not found within the limit. Each one halves the limit. */
	private endlessObjects = 0;
	private readonly limits: ReaderLimits;
	private readonly turns: Turns;
	private readonly decoder: StreamDecoder;
	/** Finds the end of a comment or long word whose start was skipped, but which continues in the next bytes. */
	private findSkippedEnd?: (bytes: Buffer, from: number) => number;

	constructor(
		private readonly input: ByteInput,
		private readonly reading: Reading,
		private readonly earlier: EarlierPass,
	) {
		const { limits, turns, work } = reading;
		this.limits = limits;
		this.turns = turns;
		this.body = new Body(limits, work);
		// They stay in memory during this pass, so it has less room of its own.
		this.body.memory.tables.take(earlier.integers?.bytes ?? 0);
		this.decoder = new StreamDecoder(this.body, reading, earlier.handler);
	}

	/** Reads the words between objects. Only a few have a meaning there. */
	async read(): Promise<void> {
		const { body, input } = this;
		/** The last two words, if they are numbers: `1 0` in `1 0 obj`. */
		let number: NumberWord | undefined;
		let generation: NumberWord | undefined;
		let isAfterStartxref = false;
		let turnEnd = 0;
		for (let words = 0; ; words += 1) {
			if (words % WORDS_PER_TURN === 0 || input.offset > turnEnd) {
				await this.turns.yieldIfDue();
				turnEnd = input.offset + BYTES_PER_TURN;
			}
			const word = this.takeWord();
			if (word === undefined) {
				if (input.isAll) return;
				await input.receiveMore();
				continue;
			}
			if (word === SKIPPED) continue;
			const offset = input.offset - word.length;
			if (isDigit(word.charCodeAt(0))) {
				const value = Number(word);
				const isWhole = Number.isInteger(value);
				if (isAfterStartxref && isWhole) body.startxref = { value, offset };
				isAfterStartxref = false;
				number = generation;
				generation = isWhole ? { value, offset } : undefined;
				continue;
			}
			isAfterStartxref = word === 'startxref';
			if (word === 'obj' && number && generation) {
				await this.readObject({
					offset: number.offset,
					number: number.value,
					generation: generation.value,
				});
			}
			number = undefined;
			generation = undefined;
			if (word === 'xref') await this.readTable(offset);
			if (word === 'trailer') await this.readTrailer(offset);
			if (word === END_OF_FILE_COMMENT) {
				body.lastEndOfFile = offset;
				body.endsOfFile += 1;
			}
		}
	}

	/**
	 * Takes the next word, or only the part of it that has a meaning, or a single delimiter.
	 *
	 * @returns {@link SKIPPED} for a comment or a word that is too long; undefined, and only white-space is taken,
	 * if the next word was not yet received to its end, or if nothing is left
	 */
	private takeWord(): string | undefined {
		const { input } = this;
		const { bytes } = input;
		if (this.findSkippedEnd) input.at = this.findSkippedEnd(bytes, input.at);
		if (input.at < bytes.length) this.findSkippedEnd = undefined;
		while (isWhiteSpace(bytes[input.at])) input.at += 1;
		const start = input.at;
		const isComment = bytes[start] === 0x25;
		const findEnd = isComment ? findLineEnd : findWordEnd;
		const wordEnd = findEnd(bytes, start);
		const isCut = wordEnd === bytes.length && !input.isAll && wordEnd - start < MAX_WORD_BYTES;
		if (isCut || start === bytes.length) return undefined;
		const end = Math.max(wordEnd, start + 1);
		const word = bytes.toString('latin1', start, Math.min(end, start + MAX_WORD_BYTES));
		const meaning = MEANING.exec(word)?.[0];
		input.at = meaning === undefined ? end : start + meaning.length;
		if (meaning !== undefined) return meaning;
		if (!isComment && word.length < MAX_WORD_BYTES) return word;
		if (wordEnd === bytes.length) this.findSkippedEnd = findEnd;
		return SKIPPED;
	}

	private async readTable(offset: number): Promise<void> {
		const { body, input } = this;
		const range = await readTable(input, body.xrefEntries);
		const trailerAt = input.offset;
		if (range) input.take('trailer'.length);
		const trailer = range && (await this.readTrailer(trailerAt));
		if (trailer) body.addSection(offset, { ...range, trailer });
		else body.countDamage();
	}

	/**
	 * Reads a trailer's dictionary.
	 *
	 * @param offset of the word `trailer`, which was read
	 * @returns undefined if its end was not found within the limit, if there is no room for it, or if it is not valid
	 */
	private async readTrailer(offset: number): Promise<Dictionary | undefined> {
		const { body, input } = this;
		const end = await this.findEnd();
		if (!end && !input.isAll) {
			this.giveUp();
			return undefined;
		}
		const bytes = input.take(end?.at ?? this.limits.objectBytes);
		body.lastPart = offset;
		this.findSecurityHandler(bytes);
		if (!body.tryTakeTrailer(bytes.length)) return undefined;
		// The trailer is kept, and its strings are views of the bytes, which the input overwrites. So they are copied.
		const trailer = tryParseDictionary(Buffer.from(bytes));
		if (trailer) body.trailers.push(trailer);
		else body.hasDamagedTrailer = true;
		return trailer;
	}

	private async readObject(head: ObjectHead): Promise<void> {
		const { body, input } = this;
		const end = await this.findEnd();
		body.lastPart = head.offset;
		if (!end) {
			this.giveUp();
			return;
		}
		if (end.word === 'stream') {
			await this.readStream(head, input.take(end.at + end.word.length));
			return;
		}
		const bytes = input.take(end.at);
		if (end.word === 'endobj') input.take(end.word.length);
		else body.countDamage();
		body.objects.add(head.offset, head.number, condense(bytes));
		this.findSecurityHandler(bytes);
		const text = bytes.length < MAX_INTEGER_BYTES ? bytes.toString('latin1') : '';
		if (/^\s*\d+\s*$/.test(text)) body.integers.set(head.number, Number(text));
	}

	/** The end of the object or trailer that begins here; undefined if there is none within the limit or the file. */
	private async findEnd(): Promise<ObjectEnd | undefined> {
		const { input } = this;
		const search = new ObjectEndSearch();
		const limit = Math.max(MIN_OBJECT_BYTES, this.limits.objectBytes / 2 ** this.endlessObjects);
		for (;;) {
			const isAll = input.isAll && input.bytesLeft <= limit;
			const end = search.continue(input.peek(limit), isAll, BYTES_PER_TURN);
			if (end) return end;
			if (!search.isExhausted) await this.turns.yieldIfDue();
			else if (input.lacks(limit)) await input.receiveMore();
			else return undefined;
		}
	}

	/** Counts an object without an end as damage. Its content will be read as if it were between objects. */
	private giveUp(): void {
		this.endlessObjects += 1;
		this.body.countDamage();
	}

	/** @param bytes the dictionary, and the word `stream` */
	private async readStream(head: ObjectHead, bytes: Buffer): Promise<void> {
		const { body, decoder, earlier, input, reading } = this;
		// The dictionary is parsed from the table's copy, because `bytes` are overwritten while the data are read.
		const kept = body.objects.add(head.offset, head.number, bytes);
		const dictionary = kept && this.parseDictionary(kept);
		let kind = dictionary && findStreamKind(dictionary);
		if (kind === 'crossReference' && !body.tryTakeTrailer(bytes.length)) kind = undefined;
		const given = dictionary?.get('Length');
		const lengthIn = given instanceof Reference ? given.number : undefined;
		const length =
			lengthIn === undefined
				? given
				: (earlier.integers?.get(lengthIn) ?? body.integers.get(lengthIn));
		const isDamaged = earlier.wrongLengths.has(head.offset);
		const data = await readStreamData(input, {
			length: isCount(length) && !isDamaged ? length : undefined,
			isDamaged,
			maxBytes: kind ? this.limits.streamBytes : 0,
			buffer: reading.data,
		});
		if (!data.isIntact) {
			body.countDamage();
			body.addWrongLength(head.offset);
		}
		if (lengthIn !== undefined) {
			body.addSearchedStream({ offset: head.offset, length: data.length, lengthIn });
		}
		if (dictionary && kind && data.isKept) {
			await decoder.decode(head, dictionary, kind, reading.data.bytes);
		}
	}

	/** Parses a stream's dictionary; undefined if it is not valid, or if it is long and too many were long before. */
	private parseDictionary(bytes: Buffer): Dictionary | undefined {
		const { large } = this.body.memory;
		const isLong = bytes.length > MAX_SHORT_DICTIONARY_BYTES;
		if (isLong && !large.tryTake(1)) return undefined;
		const dictionary = tryParseDictionary(bytes);
		if (isLong && dictionary) large.takeAtMost(estimateBytes(dictionary));
		return dictionary;
	}

	private findSecurityHandler(bytes: Buffer): void {
		if (!bytes.includes('/Standard')) return;
		this.body.hasSecurityHandler ||= SECURITY_HANDLER.test(bytes.toString('latin1'));
	}
}
