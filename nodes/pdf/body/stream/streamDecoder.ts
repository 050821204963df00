import { ContentScan } from '../../content';
import { collect, decode, type DecodeBudget } from '../../filters';
import type { ReaderLimits } from '../../limits';
import type { Dictionary } from '../../syntax';
import type { Turns } from '../../turns';
import { readObjectStream, xrefStreamSection } from '../../xref';
import { compressedKey, type Body, type Decrypt } from '../body';
import type { ObjectHead } from '../events';
import type { StreamKind } from './streamKind';

/** XMP metadata (ISO 16684-1, 7.4) say nothing behind it. */
const METADATA_END = '</rdf:RDF>';

/** Bytes of content after which others may have their turn. */
const SLICE = 64 * 1024;

/** Reads the data of streams and puts what they hold where it belongs. */
export class StreamDecoder {
	private readonly decoded = { content: 0, structure: 0 };

	constructor(
		private readonly body: Body,
		private readonly limits: ReaderLimits,
		private readonly decrypt: Decrypt | undefined,
		private readonly turns: Turns,
	) {}

	/** @returns what is to be done when the streams before this one are done */
	async decode(
		head: ObjectHead,
		dictionary: Dictionary,
		kind: StreamKind,
		data: Buffer,
	): Promise<() => void | Promise<void>> {
		const { body } = this;
		const plain = kind === 'crossReference' ? data : this.decrypted(head, dictionary, data);
		// As if it were not there: what asks for it is unknown.
		if (!plain) return () => {};
		const pieces = decode(dictionary, plain, this.budget(kind));
		if (kind === 'content') {
			const scan = new ContentScan();
			const content = scan.end(await fed(scan, pieces, this.turns));
			return () => body.addContent(head.offset, content);
		}
		const { content, whole } = await collect(pieces);
		if (kind === 'metadata') {
			// What is cut off may have said more; bytes behind its end do no harm.
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

	/** Undefined when its encryption is not known. */
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

	/** Content is not looked at at the cost of what the document is made of. */
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

/** @returns whether the scan has seen all that is of interest to it */
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
