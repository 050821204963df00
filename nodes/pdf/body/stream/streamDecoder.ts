import { ContentScan } from '../../content';
import { collect, decode, type DecodeBudget } from '../../filters';
import type { ReaderLimits } from '../../limits';
import type { Dictionary } from '../../syntax';
import type { Turns } from '../../turns';
import { readObjectStream, xrefStreamSection } from '../../xref';
import { compressedKey, type Body, type Decrypt } from '../body';
import type { ObjectHead } from '../events';
import type { StreamKind } from './streamKind';

/** End of the relevant XMP metadata (ISO 16684-1, 7.4). */
const METADATA_END = '</rdf:RDF>';

/** Bytes of content after which the decoder yields. */
const SLICE = 64 * 1024;

/** Decodes streams and stores their content in the {@link Body}. */
export class StreamDecoder {
	private readonly decoded = { content: 0, structure: 0 };

	constructor(
		private readonly body: Body,
		private readonly limits: ReaderLimits,
		private readonly decrypt: Decrypt | undefined,
		private readonly turns: Turns,
	) {}

	/** @returns a step to run after all earlier streams are done */
	async decode(
		head: ObjectHead,
		dictionary: Dictionary,
		kind: StreamKind,
		data: Buffer,
	): Promise<() => void | Promise<void>> {
		const { body } = this;
		const plain = kind === 'crossReference' ? data : this.decrypted(head, dictionary, data);
		// Treated as missing: answers that need it are unknown.
		if (!plain) return () => {};
		const pieces = decode(dictionary, plain, this.budget(kind));
		if (kind === 'content') {
			const scan = new ContentScan();
			const content = scan.end(await fed(scan, pieces, this.turns));
			return () => body.addContent(head.offset, content);
		}
		const { content, whole } = await collect(pieces);
		if (kind === 'metadata') {
			// Truncated metadata may have said more. Bytes after the end do no harm.
			const isAll = whole || content.includes(METADATA_END);
			return () => {
				if (isAll) body.addMetadata(head.offset, content);
			};
		}
		if (kind === 'objects') {
			return async () => await this.addObjects(head.offset, dictionary, content);
		}
		return async () => {
			const most = Math.min(this.limits.objects, body.entriesLeft);
			const section = xrefStreamSection(head.offset, dictionary, content, most, this.turns);
			body.addSection(await section);
			body.trailers.push(dictionary);
		};
	}

	/** Undefined if its encryption is unknown. */
	private decrypted(head: ObjectHead, dictionary: Dictionary, data: Buffer): Buffer | undefined {
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
			compressed.add(compressedKey(container, index), number, bytes, false);
		const { objectsOfStream } = this.limits;
		await readObjectStream(dictionary, content, this.turns, objectsOfStream, take);
	}

	/** Separate budgets, so that content does not use up the budget for the document's structure. */
	private budget(kind: StreamKind): DecodeBudget {
		const { decoded, limits } = this;
		const of = kind === 'content' ? 'content' : 'structure';
		const spend = (bytes: number) => {
			decoded[of] += bytes;
			return decoded[of] <= limits.decodedBytes;
		};
		const streamBytes = kind === 'metadata' ? limits.metadataBytes : limits.streamBytes;
		const most = spend(limits.decodedFloor) ? streamBytes : 0;
		return { most, atOnce: limits.atOnceBytes, spend };
	}
}

/** @returns whether the scan has read everything that it needs */
async function fed(
	scan: ContentScan,
	pieces: AsyncGenerator<Buffer, boolean>,
	turns: Turns,
): Promise<boolean> {
	for (;;) {
		const next = await pieces.next();
		if (next.done === true) return next.value;
		for (let at = 0; at < next.value.length; at += SLICE) {
			await turns.give();
			if (scan.push(next.value.subarray(at, at + SLICE))) continue;
			await pieces.return(false);
			return true;
		}
	}
}
