import { ContentScan } from '../../content';
import { collect, decode, type DecodeBudget, type Pieces } from '../../filters';
import type { ReaderLimits } from '../../limits';
import type { Dictionary } from '../../syntax';
import type { Turns } from '../../turns';
import { readObjectStream, toCompressedKey, readXrefStream } from '../../xref';
import type { Body, Decrypt } from '../body';
import type { ObjectHead } from '../events';
import type { StreamKind } from './streamKind';

/** End of the relevant XMP metadata (ISO 16684-1, 7.4). */
const METADATA_END_TAG = '</rdf:RDF>';

/** Bytes of content after which the decoder yields. */
const SLICE_BYTES = 64 * 1024;

/** Decodes streams and stores their content in the {@link Body}. */
export class StreamDecoder {
	private readonly decodedBytes = { content: 0, structure: 0 };

	constructor(
		private readonly body: Body,
		private readonly limits: ReaderLimits,
		private readonly decrypt: Decrypt | undefined,
		private readonly turns: Turns,
	) {}

	async decode(
		head: ObjectHead,
		dictionary: Dictionary,
		kind: StreamKind,
		data: Buffer,
	): Promise<void> {
		const { body } = this;
		const { offset } = head;
		const plain = kind === 'crossReference' ? data : this.tryDecrypt(head, dictionary, data);
		// Treated as missing: answers that need it are unknown.
		if (!plain) return;
		const pieces = decode(dictionary, plain, this.createBudget(kind));
		if (kind === 'content') {
			const scan = new ContentScan();
			body.addContent(offset, scan.end(await scanPieces(scan, pieces, this.turns)));
			return;
		}
		const { content, isComplete } = await collect(pieces);
		if (kind === 'objects') await this.addObjects(offset, dictionary, content);
		if (kind === 'crossReference') await this.addSection(offset, dictionary, content);
		// Truncated metadata may have said more. Bytes after the end do no harm.
		if (kind === 'metadata' && (isComplete || content.includes(METADATA_END_TAG))) {
			body.addMetadata(offset, content);
		}
	}

	/** Undefined if its encryption is unknown. */
	private tryDecrypt(head: ObjectHead, dictionary: Dictionary, data: Buffer): Buffer | undefined {
		try {
			return this.decrypt ? this.decrypt(head, dictionary, data) : data;
		} catch {
			return undefined;
		}
	}

	private async addObjects(
		container: number,
		dictionary: Dictionary,
		content: Buffer,
	): Promise<void> {
		const { compressed } = this.body;
		const take = (index: number, number: number, bytes: Buffer) =>
			compressed.add(toCompressedKey(container, index), number, bytes, false);
		const { objectStreamObjects } = this.limits;
		await readObjectStream(dictionary, content, this.turns, objectStreamObjects, take);
	}

	private async addSection(offset: number, dictionary: Dictionary, content: Buffer): Promise<void> {
		const maxEntries = Math.min(this.limits.objects, this.body.entriesLeft);
		this.body.addSection(await readXrefStream(offset, dictionary, content, maxEntries, this.turns));
		this.body.trailers.push(dictionary);
	}

	/** Separate budgets, so that content does not use up the budget for the document's structure. */
	private createBudget(kind: StreamKind): DecodeBudget {
		const { decodedBytes, limits } = this;
		const of = kind === 'content' ? 'content' : 'structure';
		const spend = (bytes: number) => {
			decodedBytes[of] += bytes;
			return decodedBytes[of] <= limits.decodedBytes;
		};
		const streamBytes = kind === 'metadata' ? limits.metadataBytes : limits.streamBytes;
		const maxBytes = spend(limits.minDecodedBytes) ? streamBytes : 0;
		return { maxBytes, maxSingleStepBytes: limits.singleStepBytes, spend };
	}
}

/** @returns whether the scan has read everything that it needs */
async function scanPieces(scan: ContentScan, pieces: Pieces, turns: Turns): Promise<boolean> {
	for (;;) {
		const next = await pieces.next();
		if (next.done === true) return next.value;
		for (let at = 0; at < next.value.length; at += SLICE_BYTES) {
			await turns.yieldIfDue();
			if (!scan.push(next.value.subarray(at, at + SLICE_BYTES))) return true;
		}
	}
}
