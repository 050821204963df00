import { Body } from './body';
import { ByteInput } from './byteInput';
import type { NumberIndex } from './columns';
import { findLineEnd, findWordEnd, isDigit, isWhiteSpace } from './lexer';
import { END_OF_FILE_COMMENT, findObjectEnd, type ObjectEnd } from './objectEnd';
import { isCount, NO_ENTRIES, Reference, type Dictionary, type ObjectHead } from './objects';
import { tryParseDictionary } from './parse';
import type { ReaderLimits, Turns } from './readerLimits';
import { readStreamData } from './streamData';
import type { StandardSecurityHandler } from './securityHandler';
import { findStreamKind, StreamDecoder } from './streamDecoder';
import { condense } from './tables';
import { readTable } from './xrefSections';

/** Results of an earlier pass. */
export interface EarlierPass {
	integers?: NumberIndex;
	/** Offsets of streams whose length is wrong. */
	wrongLengths: ReadonlySet<number>;
	/** Decrypts the streams. */
	handler?: StandardSecurityHandler;
}

/**
 * Makes one pass over a file, in file order, with chunks of any size.
 *
 * @throws Unknown if too much of the file is damaged
 */
export async function readBody(
	chunks: AsyncIterable<Uint8Array>,
	limits: ReaderLimits,
	turns: Turns,
	earlier: EarlierPass,
): Promise<Body> {
	const iterator = chunks[Symbol.asyncIterator]();
	try {
		const reader = new BodyReader(new ByteInput(iterator, turns), limits, turns, earlier);
		await reader.read();
		return reader.body;
	} finally {
		await iterator.return?.();
	}
}

/** Bytes at the start of a file that may hold the header (ISO 32000-1, Annex H.3). */
const HEADER_WINDOW_BYTES = 1024;
/** ISO 32000-1, Table 20; a structure type may be called Standard, too. */
const SECURITY_HANDLER = /\/Filter\s*\/Standard\b/;
/** Longest word or comment between objects that is read. */
const MAX_WORD_BYTES = 256;
/** Words between objects, and bytes, before the reader may yield. */
const [WORDS_PER_TURN, BYTES_PER_TURN] = [256, 64 * 1024];
/** The part of a word that has a meaning between objects. Another word may follow at once. */
const MEANING = /^(?:%%EOF|\d{1,10}(?=obj)|endobj|obj|xref|trailer|startxref)/;

/** A number that may begin an object. */
type NumberWord = Record<'value' | 'offset', number>;

/** Recognizes the parts of a file (ISO 32000-1, 7.5), decodes its streams and fills a {@link Body}. */
class BodyReader {
	readonly body: Body;
	/** Objects whose end was not found within the limit. Each one lowers the next limit. */
	private endlessObjects = 0;
	private trailerBytes = 0;
	private readonly decoder: StreamDecoder;

	constructor(
		private readonly input: ByteInput,
		private readonly limits: ReaderLimits,
		private readonly turns: Turns,
		private readonly earlier: EarlierPass,
	) {
		this.body = new Body(limits);
		this.decoder = new StreamDecoder(this.body, limits, earlier.handler, turns);
	}

	/** Reads the words between objects. Only a few have a meaning there. */
	async read(): Promise<void> {
		const { body, input } = this;
		await input.require(HEADER_WINDOW_BYTES);
		body.start = Buffer.from(input.peek(HEADER_WINDOW_BYTES));
		let [number, generation]: [number?: NumberWord, generation?: NumberWord] = [];
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
			const offset = input.offset - word.length;
			if (isDigit(word.charCodeAt(0))) {
				const value = Number(word);
				if (isAfterStartxref && Number.isInteger(value)) body.startxref = { value, offset };
				isAfterStartxref = false;
				number = generation;
				generation = Number.isInteger(value) ? { value, offset } : undefined;
				continue;
			}
			isAfterStartxref = word === 'startxref';
			if (word === 'obj' && number && generation) {
				const { offset: start, value } = number;
				await this.readObject({ offset: start, number: value, generation: generation.value });
			}
			[number, generation] = [undefined, undefined];
			if (word === 'xref') await this.readTable(offset);
			if (word === 'trailer') await this.readTrailer(offset);
			if (word === END_OF_FILE_COMMENT) {
				body.lastEndOfFile = offset;
				body.endsOfFile += 1;
			}
		}
	}

	/** The next word, or a delimiter that begins nothing; undefined if no more was received. */
	private takeWord(): string | undefined {
		const { input } = this;
		const { bytes } = input;
		for (;;) {
			while (isWhiteSpace(bytes[input.at])) input.at += 1;
			const start = input.at;
			const isComment = bytes[start] === 0x25;
			let end = isComment ? findLineEnd(bytes, start) : findWordEnd(bytes, start);
			const isCut = end === bytes.length && !input.isAll && end - start < MAX_WORD_BYTES;
			if (isCut || start === bytes.length) return undefined;
			end = Math.max(end, start + 1);
			const word = bytes.toString('latin1', start, Math.min(end, start + MAX_WORD_BYTES));
			const meaning = MEANING.exec(word)?.[0];
			input.at = meaning === undefined ? end : start + meaning.length;
			if (meaning !== undefined) return meaning;
			if (!isComment && word.length < MAX_WORD_BYTES) return word;
		}
	}

	private async readTable(offset: number): Promise<void> {
		const { body, input } = this;
		const range = await readTable(input, body.xrefEntries);
		const trailerAt = input.offset;
		if (range) input.take('trailer'.length);
		const trailer = range && (await this.readTrailer(trailerAt));
		if (trailer) body.sections.set(offset, { ...range, trailer });
		else body.countDamage();
	}

	/** @param offset of the word `trailer`, which was read */
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
		const trailer = this.hasRoomForTrailer(bytes) ? tryParseDictionary(bytes) : undefined;
		if (trailer) body.trailers.push(trailer);
		return trailer;
	}

	private async readObject(head: ObjectHead): Promise<void> {
		const { body, input } = this;
		const end = this.findReceivedEnd() ?? (await this.findEnd());
		body.lastPart = head.offset;
		if (!end) {
			this.giveUp();
			return;
		}
		const bytes = input.take(end.at);
		if (end.word === 'stream') {
			input.take(end.word.length);
			await this.readStream(head, bytes);
			return;
		}
		if (end.word === 'endobj') input.take(end.word.length);
		else body.countDamage();
		body.objects.add(head.offset, head.number, condense(bytes));
		this.findSecurityHandler(bytes);
		const text = bytes.length < 24 ? bytes.toString('latin1') : '';
		if (/^\s*\d+\s*$/.test(text)) body.integers.set(head.number, Number(text));
	}

	/** The end of the object or trailer that begins here; undefined if there is none within the limit. */
	private async findEnd(): Promise<ObjectEnd | undefined> {
		const { input } = this;
		for (;;) {
			const end = this.findReceivedEnd();
			if (end || !input.lacks(this.objectLimit)) return end;
			await input.receiveMore();
		}
	}

	private findReceivedEnd(): ObjectEnd | undefined {
		const { input, objectLimit } = this;
		return findObjectEnd(input.peek(objectLimit), input.isAll && input.bytesLeft <= objectLimit);
	}

	private get objectLimit(): number {
		return Math.max(2048, this.limits.objectBytes / 2 ** this.endlessObjects);
	}

	/** The content of an object without an end is read as if it were between objects. */
	private giveUp(): void {
		this.endlessObjects += 1;
		this.body.countDamage();
	}

	private async readStream(head: ObjectHead, bytes: Buffer): Promise<void> {
		const { body, earlier } = this;
		body.objects.add(head.offset, head.number, bytes);
		const dictionary = tryParseDictionary(bytes) ?? NO_ENTRIES;
		let kind = dictionary === NO_ENTRIES ? undefined : findStreamKind(dictionary);
		if (kind === 'crossReference' && !this.hasRoomForTrailer(bytes)) kind = undefined;
		const given = dictionary.get('Length');
		const lengthIn = given instanceof Reference ? given.number : undefined;
		const length =
			lengthIn === undefined
				? given
				: (earlier.integers?.get(lengthIn) ?? body.integers.get(lengthIn));
		const isDamaged = earlier.wrongLengths.has(head.offset);
		const read = await readStreamData(this.input, {
			length: isCount(length) && !isDamaged ? length : undefined,
			isDamaged,
			maxBytes: kind ? this.limits.streamBytes : 0,
		});
		if (!read.isIntact) {
			body.countDamage();
			body.wrongLengths.add(head.offset);
		}
		if (lengthIn !== undefined)
			body.addSearchedStream({ offset: head.offset, length: read.length, lengthIn });
		if (kind && read.data) await this.decoder.decode(head, dictionary, kind, read.data);
	}

	private findSecurityHandler(bytes: Buffer): void {
		if (!bytes.includes('/Standard')) return;
		this.body.hasSecurityHandler ||= SECURITY_HANDLER.test(bytes.toString('latin1'));
	}

	/** Parsed trailers take ten times the memory of their bytes. */
	private hasRoomForTrailer(bytes: Buffer): boolean {
		this.trailerBytes += bytes.length;
		return this.trailerBytes <= this.limits.trailerBytes;
	}
}
