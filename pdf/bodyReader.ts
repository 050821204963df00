import { Body } from './body';
import type { NumberIndex } from './columns';
import type { Section } from './crossReference';
import type { ReaderLimits, Turns } from './limits';
import { isCount, isDictionary, NO_ENTRIES, Reference, type Dictionary } from './objects';
import { tryParseObject } from './parse';
import { Scanner, type BodyEvents } from './scanner';
import type { ObjectHead, StreamEnd, StreamPlan } from './streamData';
import { findStreamKind, StreamDecoder, type Decrypt, type StreamKind } from './streamDecoder';

/** Bytes at the start of a file that may hold the header (ISO 32000-1, Annex H.3). */
const HEADER_WINDOW_BYTES = 1024;
/** ISO 32000-1, Table 20; a structure type may be called Standard, too. */
const SECURITY_HANDLER = /\/Filter\s*\/Standard\b/;

/** Results of an earlier pass. */
export interface EarlierPass {
	integers?: NumberIndex;
	/** Offsets of streams whose length is wrong. */
	wrongLengths: ReadonlySet<number>;
	decrypt?: Decrypt;
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
	const reader = new BodyReader(limits, earlier, turns);
	const { body } = reader;
	const scanner = new Scanner(reader, limits, body.tableEntries);
	const scan = async (more: boolean) => {
		do {
			if (reader.isBusy) await reader.settle();
			await turns.yieldIfDue();
		} while (more && scanner.resume());
	};
	for await (const { buffer, byteOffset, byteLength } of chunks) {
		const chunk = Buffer.from(buffer, byteOffset, byteLength);
		if (body.size < HEADER_WINDOW_BYTES) {
			body.start = Buffer.concat([body.start, chunk]).subarray(0, HEADER_WINDOW_BYTES);
		}
		body.size += chunk.length;
		await scan(scanner.push(chunk));
	}
	await scan(scanner.end());
	await reader.settle();
	return body;
}

interface OpenStream {
	dictionary: Dictionary;
	kind?: StreamKind;
	/** Number of the object with its length. */
	lengthIn?: number;
}

/** Collects the scanner's results in a {@link Body}, and decodes streams. */
class BodyReader implements BodyEvents {
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
		this.findSecurityHandler(bytes);
		const text = bytes.length < 24 ? bytes.toString('latin1') : '';
		if (/^\s*\d+\s*$/.test(text)) body.integers.set(head.number, Number(text));
	}

	onStream(head: ObjectHead, bytes: Buffer): StreamPlan {
		const { body } = this;
		body.lastPart = head.offset;
		body.objects.add(head.offset, head.number, bytes, true);
		const dictionary = tryParseDictionary(bytes) ?? NO_ENTRIES;
		let kind = dictionary === NO_ENTRIES ? undefined : findStreamKind(dictionary);
		if (kind === 'crossReference' && !this.hasRoomForTrailer(bytes)) kind = undefined;
		const given = dictionary.get('Length');
		const lengthIn = given instanceof Reference ? given.number : undefined;
		const length =
			lengthIn === undefined
				? given
				: (this.earlier.integers?.get(lengthIn) ?? body.integers.get(lengthIn));
		this.openStream = { dictionary, kind, lengthIn };
		const isDamaged = this.earlier.wrongLengths.has(head.offset);
		const isKnown = isCount(length) && !isDamaged;
		return { isWanted: kind !== undefined, isDamaged, ...(isKnown ? { length } : {}) };
	}

	onStreamEnd(head: ObjectHead, end: StreamEnd): void {
		const { body, openStream } = this;
		this.openStream = undefined;
		if (!openStream) return;
		if (!end.isIntact) {
			body.countDamage();
			body.wrongLengths.add(head.offset);
		}
		const { dictionary, kind, lengthIn } = openStream;
		if (lengthIn !== undefined) body.addSearchedStream(head.offset, end.length, lengthIn);
		const { data } = end;
		if (!kind || !data) return;
		this.pendingBytes += data.length + 1024;
		this.pendingStreams.push(async () => await this.decoder.decode(head, dictionary, kind, data));
	}

	onTable(section: Section): void {
		this.lastTable = section;
		this.body.sections.set(section.offset, section);
	}

	onTrailer(offset: number, bytes: Buffer): void {
		this.body.lastPart = offset;
		const trailer = this.hasRoomForTrailer(bytes) ? tryParseDictionary(bytes) : undefined;
		this.findSecurityHandler(bytes);
		if (trailer && this.lastTable) this.lastTable.trailer = trailer;
		this.lastTable = undefined;
		if (trailer) this.body.trailers.push(trailer);
	}

	onStartxref(offset: number, value: number): void {
		this.body.startxref = value;
		this.body.startxrefAt = offset;
	}

	onEndOfFile(offset: number): void {
		this.body.lastEndOfFile = offset;
		this.body.endsOfFile += 1;
	}

	onDamage(object?: ObjectHead): void {
		this.body.countDamage();
		if (object) this.body.lastPart = object.offset;
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

function tryParseDictionary(bytes: Buffer): Dictionary | undefined {
	const object = tryParseObject(bytes);
	return isDictionary(object) ? object : undefined;
}
