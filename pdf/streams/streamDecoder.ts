import { ContentScan } from '../content/contentScan';
import { addContent } from '../content/contentTable';
import { readXmpTitle } from '../content/xmp';
import type { StandardSecurityHandler } from '../encryption/securityHandler';
import type { Body } from '../file/body';
import { toCompressedKey } from '../file/crossReference';
import { readObjectStream } from '../file/objectStream';
import { condense } from '../file/structureElement';
import { readXrefStream } from '../file/xrefSections';
import type { GrowingBuffer } from '../growingBuffer';
import type { ReaderLimits } from '../readerLimits';
import type { Dictionary, ObjectHead } from '../syntax/objects';
import type { Turns } from '../turns';
import { toUnknown } from '../unknown';
import { decode, type DecodeBudget } from './filters';
import type { Pieces } from './pieces';
import type { StreamKind } from './streamKind';

/** Work of reading XMP metadata, compared with that of decoding it. */
const METADATA_WORK = 8;

/** What the decoder needs to know about the reading of a document. */
interface Circumstances {
	limits: ReaderLimits;
	turns: Turns;
	/** Collects the output of filters. */
	output: GrowingBuffer;
}

/** Decodes streams and stores their content in the {@link Body}. */
export class StreamDecoder {
	private readonly limits: ReaderLimits;
	private readonly turns: Turns;
	private readonly output: GrowingBuffer;

	constructor(
		private readonly body: Body,
		{ limits, output, turns }: Circumstances,
		private readonly handler: StandardSecurityHandler | undefined,
	) {
		this.limits = limits;
		this.turns = turns;
		this.output = output;
	}

	/**
	 * Decodes a stream and keeps its content. A stream that cannot be decrypted is left out. Of damaged data, the part
	 * before the damage is used. Answers that need what is missing are unknown.
	 */
	async decode(
		head: ObjectHead,
		dictionary: Dictionary,
		kind: StreamKind,
		data: Buffer,
	): Promise<void> {
		const isPlain = kind === 'crossReference' || !this.handler;
		const plain = isPlain ? [data] : this.tryDecrypt(head, dictionary, data);
		if (!plain) return;
		const pieces = decode(dictionary, plain, this.createBudget(kind));
		if (kind === 'content') {
			await this.scanContent(head, pieces);
			return;
		}
		const isComplete = await this.collect(pieces);
		const { bytes } = this.output;
		if (kind === 'crossReference') await this.readCrossReference(head, dictionary, bytes);
		if (kind === 'metadata') this.readMetadata(head, bytes, isComplete);
		if (kind === 'objects') await this.readObjects(head, dictionary, bytes);
	}

	/** The decrypted data, piece by piece. Undefined if their encryption is unknown or not allowed by the system. */
	private tryDecrypt(
		head: ObjectHead,
		dictionary: Dictionary,
		data: Buffer,
	): Iterable<Buffer> | undefined {
		try {
			return this.handler?.decryptStream(head, dictionary, split(data));
		} catch {
			return undefined;
		}
	}

	/** Content has a budget of its own, so that it does not use up the budget for the document's structure. */
	private createBudget(kind: StreamKind): DecodeBudget {
		const { limits } = this;
		const { work } = this.body;
		const spend = (bytes: number) =>
			kind === 'content' ? work.spendOnContent(bytes) : work.spendOnStructure(bytes);
		const streamBytes = kind === 'metadata' ? limits.metadataBytes : limits.streamBytes;
		return { maxBytes: spend(limits.minStreamWorkBytes) ? streamBytes : 0, spend };
	}

	private async scanContent({ offset }: ObjectHead, pieces: Pieces): Promise<void> {
		const { body, turns } = this;
		const scan = new ContentScan((bytes) => body.work.spendOnContent(bytes));
		let next = pieces.next();
		for (; next.done !== true; next = pieces.next()) {
			if (turns.isDue) await turns.yield();
			if (!scan.push(next.value)) break;
		}
		// If the scan stopped before the end, it has enough, or reports by itself that it is not complete.
		const isAll = next.done !== true || next.value;
		pieces.return(false);
		addContent(body.contents, offset, scan.end(isAll));
	}

	/** Collects all output. @returns whether it is complete */
	private async collect(pieces: Pieces): Promise<boolean> {
		this.output.clear();
		let next = pieces.next();
		for (; next.done !== true; next = pieces.next()) {
			if (this.turns.isDue) await this.turns.yield();
			if (!this.output.tryAdd(next.value)) break;
		}
		pieces.return(false);
		return next.done === true && next.value;
	}

	private async readCrossReference(
		{ offset }: ObjectHead,
		dictionary: Dictionary,
		bytes: Buffer,
	): Promise<void> {
		const { body } = this;
		const section = await readXrefStream(dictionary, bytes, body.xrefEntries, this.turns);
		if (section) body.addSection(offset, section);
		body.trailers.push(dictionary);
	}

	private readMetadata({ offset }: ObjectHead, bytes: Buffer, isComplete: boolean): void {
		const { body } = this;
		if (!body.work.spendOnStructure(METADATA_WORK * bytes.length)) return;
		try {
			body.addTitle(offset, readXmpTitle(bytes, isComplete));
		} catch (error) {
			body.addTitle(offset, toUnknown(error, 'its metadata cannot be read'));
		}
	}

	private async readObjects(
		{ offset }: ObjectHead,
		dictionary: Dictionary,
		bytes: Buffer,
	): Promise<void> {
		const { body, turns } = this;
		if (body.compressed.hasDropped) return;
		const add = (index: number, number: number, object: Buffer) =>
			body.compressed.add(toCompressedKey(offset, index), number, condense(object));
		const maxObjects = this.limits.objectStreamObjects;
		const spend = (work: number) => body.work.spendOnStructure(work);
		await readObjectStream(dictionary, bytes, { add, maxObjects, spend, turns });
	}
}

/** Bytes that are decrypted at once. */
const PART_BYTES = 64 * 1024;

function split(data: Buffer): Buffer[] {
	const parts: Buffer[] = [];
	for (let at = 0; at < data.length; at += PART_BYTES)
		parts.push(data.subarray(at, at + PART_BYTES));
	return parts;
}
