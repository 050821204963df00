import { ContentScan } from '../content';
import { collect, decode, type DecodeBudget } from '../filters';
import type { ReaderLimits } from '../limits';
import type { Dictionary } from '../syntax';
import { objectsIn, xrefStreamSection } from '../xref';
import { compressedKey, type Body, type Decrypt } from './body';
import type { ObjectHead } from './events';
import type { StreamKind } from './streamKind';

/** Reads the data of streams and puts what they hold where it belongs. */
export class StreamDecoder {
	private readonly decoded = { content: 0, structure: 0 };

	constructor(
		private readonly body: Body,
		private readonly limits: ReaderLimits,
		private readonly decrypt: Decrypt | undefined,
	) {}

	/** @returns what is to be done when the streams before this one are done */
	async decode(
		head: ObjectHead,
		dictionary: Dictionary,
		kind: StreamKind,
		data: Buffer,
	): Promise<() => void> {
		const { body } = this;
		const plain =
			kind === 'crossReference' ? data : (this.decrypt?.(head, dictionary, data) ?? data);
		const pieces = decode(
			dictionary,
			plain,
			this.budget(kind === 'content' ? 'content' : 'structure'),
		);
		if (kind === 'content') {
			const scan = new ContentScan();
			const content = scan.end(await fed(scan, pieces));
			return () => void body.contents.set(head.offset, content);
		}
		const { content } = await collect(pieces);
		if (kind === 'metadata') return () => void body.metadata.set(head.offset, content);
		if (kind === 'objects') {
			return () => this.addObjects(head.offset, dictionary, content);
		}
		return () => {
			const section = xrefStreamSection(head.offset, dictionary, content, this.limits.objects);
			body.sections.set(head.offset, section);
			body.trailers.push(dictionary);
		};
	}

	private addObjects(container: number, dictionary: Dictionary, content: Buffer): void {
		const { body } = this;
		const objects = objectsIn(dictionary, content);
		for (const [index, { number, bytes }] of objects?.entries() ?? []) {
			body.compressed.add(compressedKey(container, index), number, bytes, false);
		}
	}

	/** Content is not looked at at the cost of what the document is made of. */
	private budget(of: 'content' | 'structure'): DecodeBudget {
		const { decoded, limits } = this;
		const spend = (bytes: number) => {
			decoded[of] += bytes;
			return decoded[of] <= limits.decodedBytes;
		};
		return { most: spend(limits.decodedFloor) ? limits.streamBytes : 0, spend };
	}
}

/** @returns whether the scan has seen all that is of interest to it */
async function fed(scan: ContentScan, pieces: AsyncGenerator<Buffer, boolean>): Promise<boolean> {
	for (;;) {
		const next = await pieces.next();
		if (next.done === true) return next.value;
		if (scan.push(next.value)) continue;
		await pieces.return(false);
		return true;
	}
}
