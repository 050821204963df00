import type { ReaderLimits } from '../limits';
import {
	isCount,
	isDictionary,
	NO_ENTRIES,
	tryParseObject,
	Reference,
	type Dictionary,
} from '../syntax';
import type { Turns } from '../turns';
import type { Section } from '../xref';
import { Body, type Decrypt } from './body';
import type { BodyEvents, ObjectHead, StreamEnd, StreamPlan } from './events';
import { StreamDecoder } from './stream/streamDecoder';
import { findStreamKind, type StreamKind } from './stream/streamKind';

/** Results of an earlier pass. */
export interface EarlierPass {
	integers: ReadonlyMap<number, number>;
	/** Offsets of streams whose length is wrong. */
	wrongLengths: ReadonlySet<number>;
	decrypt?: Decrypt;
}

/** ISO 32000-1, Table 20; a structure type may be called Standard, too. */
const SECURITY_HANDLER = /\/Filter\s*\/Standard\b/;

interface OpenStream {
	dictionary: Dictionary;
	kind?: StreamKind;
	/** Number of the object with its length. */
	lengthIn?: number;
}

/** Collects the scanner's results in a {@link Body}, and decodes streams. */
export class BodyReader implements BodyEvents {
	readonly body: Body;
	/** Decode the streams whose end was found, in file order. */
	private pendingStreams: Array<() => Promise<void>> = [];
	private pendingBytes = 0;
	private openStream?: OpenStream;
	private lastTable?: Section;
	private trailerBytes = 0;
	private readonly decoder: StreamDecoder;

	constructor(
		private readonly limits: ReaderLimits,
		private readonly earlier: EarlierPass,
		turns: Turns,
	) {
		this.body = new Body(limits);
		this.decoder = new StreamDecoder(this.body, limits, earlier.decrypt, turns);
		if (earlier.wrongLengths.size > 0) this.body.damage.add('the length of a stream is wrong');
	}

	/** Whether pending streams should be settled before the next chunk. */
	get isBusy(): boolean {
		return this.pendingBytes > this.limits.pendingBytes;
	}

	async settle(): Promise<void> {
		for (const decodeStream of this.pendingStreams) await decodeStream();
		this.pendingStreams = [];
		this.pendingBytes = 0;
	}

	onObject(head: ObjectHead, bytes: Buffer): void {
		const { body } = this;
		body.lastPart = head.offset;
		body.objects.add(head.offset, head.number, bytes, false);
		if (isSecurityHandler(bytes)) body.hasSecurityHandler = true;
		const text = bytes.length < 24 ? bytes.toString('latin1') : '';
		if (/^\s*\d+\s*$/.test(text) && body.integers.size < this.limits.objects) {
			body.integers.set(head.number, Number(text));
		}
	}

	onStream(head: ObjectHead, bytes: Buffer): StreamPlan {
		const { body } = this;
		body.lastPart = head.offset;
		body.objects.add(head.offset, head.number, bytes, true);
		const dictionary = tryParseDictionary(bytes);
		if (!dictionary) body.damage.add('the dictionary of a stream cannot be read');
		let kind = dictionary && findStreamKind(dictionary);
		if (kind === 'crossReference' && !this.hasRoomForTrailer(bytes)) kind = undefined;
		const given = dictionary?.get('Length');
		const lengthIn = given instanceof Reference ? given.number : undefined;
		const length =
			lengthIn === undefined
				? given
				: (this.earlier.integers.get(lengthIn) ?? body.integers.get(lengthIn));
		this.openStream = { dictionary: dictionary ?? NO_ENTRIES, kind, lengthIn };
		const isDamaged = this.earlier.wrongLengths.has(head.offset);
		const isKnown = isCount(length) && !isDamaged;
		return { isWanted: kind !== undefined, isDamaged, ...(isKnown ? { length } : {}) };
	}

	onStreamEnd(head: ObjectHead, end: StreamEnd): void {
		const { body, openStream } = this;
		this.openStream = undefined;
		if (!openStream) return;
		if (!end.isIntact) body.wrongLengths.add(head.offset);
		if (openStream.lengthIn !== undefined) {
			const { offset } = head;
			body.searchedStreams.push({ offset, length: end.length, reference: openStream.lengthIn });
		}
		const { dictionary, kind } = openStream;
		const { data } = end;
		if (!kind || !data) return;
		this.pendingBytes += data.length + 1024;
		this.pendingStreams.push(async () => await this.decoder.decode(head, dictionary, kind, data));
	}

	onTable(section: Section): void {
		this.lastTable = this.body.addSection(section);
	}

	onTrailer(offset: number, bytes: Buffer): void {
		this.body.lastPart = offset;
		const trailer = this.hasRoomForTrailer(bytes) ? tryParseDictionary(bytes) : undefined;
		if (isSecurityHandler(bytes)) this.body.hasSecurityHandler = true;
		const section = this.lastTable;
		this.lastTable = undefined;
		if (!trailer) {
			this.body.damage.add('a trailer cannot be read');
			return;
		}
		if (section) section.trailer = trailer;
		this.body.trailers.push(trailer);
	}

	/** Parsed trailers take ten times the memory of their bytes. */
	private hasRoomForTrailer(bytes: Buffer): boolean {
		this.trailerBytes += bytes.length;
		return this.trailerBytes <= this.limits.objectBytes;
	}

	onStartxref(offset: number, value: number): void {
		this.body.startxref = value;
		this.body.startxrefAt = offset;
	}

	onEndOfFile(offset: number): void {
		this.body.lastEndOfFile = offset;
		this.body.endsOfFile += 1;
	}

	onDamage(what: string, object?: ObjectHead): void {
		this.body.damage.add(what);
		if (object) this.body.lastPart = object.offset;
	}
}

function isSecurityHandler(bytes: Buffer): boolean {
	return bytes.includes('/Standard') && SECURITY_HANDLER.test(bytes.toString('latin1'));
}

function tryParseDictionary(bytes: Buffer): Dictionary | undefined {
	const object = tryParseObject(bytes);
	return isDictionary(object) ? object : undefined;
}
