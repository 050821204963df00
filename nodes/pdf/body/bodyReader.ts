import type { ReaderLimits } from '../limits';
import { isCount, isDictionary, NO_ENTRIES, objectIn, Reference, type Dictionary } from '../syntax';
import type { Turns } from '../turns';
import type { TableSection } from '../xref';
import { Body, type Decrypt } from './body';
import type { BodyEvents, ObjectHead, StreamEnd, StreamPlan } from './events';
import { StreamDecoder } from './stream/streamDecoder';
import { streamKindOf, type StreamKind } from './stream/streamKind';

/** Results of an earlier pass. */
export interface Earlier {
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
	/** Pending streams, in order. Each one returns a step to run after all earlier streams are done. */
	private readonly underWay: Array<Promise<() => void | Promise<void>>> = [];
	private underWayBytes = 0;
	private current?: OpenStream;
	private lastTable?: TableSection;
	private trailerBytes = 0;
	private readonly decoder: StreamDecoder;

	constructor(
		private readonly limits: ReaderLimits,
		private readonly earlier: Earlier,
		turns: Turns,
	) {
		this.body = new Body(limits);
		this.decoder = new StreamDecoder(this.body, limits, earlier.decrypt, turns);
		if (earlier.wrongLengths.size > 0) this.body.damage.add('the length of a stream is wrong');
	}

	/** Whether pending streams should be settled before the next chunk. */
	get isBusy(): boolean {
		return this.underWayBytes > this.limits.underWayBytes;
	}

	async settle(): Promise<void> {
		for (;;) {
			const next = this.underWay.shift();
			if (!next) break;
			await (
				await next
			)();
		}
		this.underWayBytes = 0;
	}

	object(head: ObjectHead, bytes: Buffer): void {
		const { body } = this;
		body.lastPart = head.offset;
		body.objects.add(head.offset, head.number, bytes, false);
		if (isSecurityHandler(bytes)) body.hasSecurityHandler = true;
		if (bytes.length < 24 && /^\s*\d+\s*$/.test(bytes.toString('latin1'))) {
			if (body.integers.size < this.limits.objects) {
				body.integers.set(head.number, Number(bytes.toString('latin1')));
			}
		}
	}

	stream(head: ObjectHead, bytes: Buffer): StreamPlan {
		const { body } = this;
		body.lastPart = head.offset;
		body.objects.add(head.offset, head.number, bytes, true);
		const dictionary = dictionaryOf(bytes);
		if (!dictionary) body.damage.add('the dictionary of a stream cannot be read');
		let kind = dictionary && streamKindOf(dictionary);
		if (kind === 'crossReference' && !this.hasRoomForTrailer(bytes)) kind = undefined;
		const given = dictionary?.get('Length');
		const lengthIn = given instanceof Reference ? given.number : undefined;
		const length =
			lengthIn === undefined
				? given
				: (this.earlier.integers.get(lengthIn) ?? body.integers.get(lengthIn));
		this.current = { dictionary: dictionary ?? NO_ENTRIES, kind, lengthIn };
		const isKnown = isCount(length) && !this.earlier.wrongLengths.has(head.offset);
		const damaged = this.earlier.wrongLengths.has(head.offset);
		return { wanted: kind !== undefined, damaged, ...(isKnown ? { length } : {}) };
	}

	streamEnd(head: ObjectHead, end: StreamEnd): void {
		const { body, current } = this;
		this.current = undefined;
		if (!current) return;
		if (!end.intact) body.wrongLengths.add(head.offset);
		if (current.lengthIn !== undefined) {
			const { offset } = head;
			body.searched.push({ offset, length: end.length, reference: current.lengthIn });
		}
		const { dictionary, kind } = current;
		if (!kind || !end.data) return;
		this.underWayBytes += end.data.length + 1024;
		const work = this.decoder.decode(head, dictionary, kind, end.data);
		// settle() reports errors. This avoids an unhandled rejection before that.
		work.catch(() => {});
		this.underWay.push(work);
	}

	table(section: TableSection): void {
		const { offset, intact, numbers, offsets } = section;
		this.lastTable = section;
		this.body.addSection({
			offset,
			intact,
			entries: {
				length: numbers.length,
				number: (index) => numbers.at(index),
				place: (index) => offsets.at(index),
			},
		});
	}

	trailer(offset: number, bytes: Buffer): void {
		this.body.lastPart = offset;
		const trailer = this.hasRoomForTrailer(bytes) ? dictionaryOf(bytes) : undefined;
		if (isSecurityHandler(bytes)) this.body.hasSecurityHandler = true;
		const section = this.lastTable && this.body.sections.get(this.lastTable.offset);
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

	startxref(offset: number, value: number): void {
		this.body.startxref = value;
		this.body.startxrefAt = offset;
	}

	endOfFile(offset: number): void {
		this.body.lastEndOfFile = offset;
		this.body.endsOfFile += 1;
	}

	damage(what: string, object?: ObjectHead): void {
		this.body.damage.add(what);
		if (object) this.body.lastPart = object.offset;
	}
}

function isSecurityHandler(bytes: Buffer): boolean {
	return bytes.includes('/Standard') && SECURITY_HANDLER.test(bytes.toString('latin1'));
}

function dictionaryOf(bytes: Buffer): Dictionary | undefined {
	const object = objectIn(bytes);
	return isDictionary(object) ? object : undefined;
}
