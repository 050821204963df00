import type { Body } from './body';
import { toCompressedKey } from './crossReference';
import { ContentScan } from './contentScan';
import { collect, decode, readFilters, type DecodeBudget } from './filters';
import type { ReaderLimits, Turns } from './readerLimits';
import { isName, Name, type Dictionary, type ObjectHead } from './objects';
import { readObjectStream } from './objectStream';
import type { StandardSecurityHandler } from './securityHandler';
import { addContent, condense } from './tables';
import { readXmpTitle } from './texts';
import { readXrefStream } from './xrefSections';

/** Purpose for which a stream is read. */
export type StreamKind = 'crossReference' | 'objects' | 'metadata' | 'content';

/** Keys of fonts, functions, shadings and colour profiles, whose data are not needed. */
const OTHER_KEYS = 'Length1 Length2 Length3 FunctionType ShadingType N Alternate'.split(' ');
const IMAGE_FILTERS = ['DCTDecode', 'DCT', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode', 'CCF'];
/** Content without filters is read in one step up to this size. */
const SLICE_BYTES = 64 * 1024;
/** Work of reading an object stream with a wrong heading, compared with that of decoding it. */
const HEADING_WORK = 8;
/** End of the relevant XMP metadata (ISO 16684-1, 7.4). */
const METADATA_END_TAG = '</rdf:RDF>';

/** The purpose for which a stream is read; undefined for skipped streams, such as images. */
export function findStreamKind(dictionary: Dictionary): StreamKind | undefined {
	const type = dictionary.get('Type');
	const subtype = dictionary.get('Subtype');
	if (isName(type, 'XRef')) return 'crossReference';
	if (isName(type, 'ObjStm')) return 'objects';
	if (isName(type, 'Metadata') || isName(subtype, 'XML')) return 'metadata';
	// Forms and tiling patterns.
	if (isName(subtype, 'Form') || dictionary.get('PatternType') === 1) return 'content';
	if (subtype instanceof Name || (type instanceof Name && type.name !== 'Contents'))
		return undefined;
	if (OTHER_KEYS.some((key) => dictionary.has(key))) return undefined;
	if (!dictionary.has('Filter')) return 'content';
	const filters = readFilters(dictionary);
	return filters?.some((filter) => IMAGE_FILTERS.includes(filter)) === true ? undefined : 'content';
}

/** Decodes streams and stores their content in the {@link Body}. */
export class StreamDecoder {
	private readonly decodedBytes = { content: 0, structure: 0 };

	constructor(
		private readonly body: Body,
		private readonly limits: ReaderLimits,
		private readonly handler: StandardSecurityHandler | undefined,
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
		if (kind === 'content') {
			const scan = new ContentScan((bytes) => this.spend(kind, bytes));
			const isPlain = !dictionary.has('Filter') && plain.length < SLICE_BYTES;
			if (isPlain) scan.push(plain);
			const isAll = isPlain || (await this.scanPieces(scan, dictionary, plain));
			addContent(body.contents, offset, scan.end(isAll));
			return;
		}
		const budget = this.createBudget(kind);
		const { content, isComplete } = await collect(decode(dictionary, plain, budget));
		if (kind === 'crossReference') {
			const section = await readXrefStream(dictionary, content, body.xrefEntries, this.turns);
			if (section) body.sections.set(offset, section);
			body.trailers.push(dictionary);
		}
		// Truncated metadata may have said more. Bytes after the end do no harm.
		if (kind === 'metadata' && (isComplete || content.includes(METADATA_END_TAG))) {
			body.addTitle(offset, readXmpTitle(content));
		}
		if (kind === 'objects' && !body.compressed.hasDropped) {
			const take = (index: number, number: number, bytes: Buffer) =>
				body.compressed.add(toCompressedKey(offset, index), number, condense(bytes));
			const { objectStreamObjects } = this.limits;
			const given = [dictionary, content, this.turns, objectStreamObjects, take] as const;
			if (!(await readObjectStream(...given))) budget.spend(HEADING_WORK * content.length);
		}
	}

	/** @returns whether there may be more work of this kind */
	private spend(kind: StreamKind, bytes: number): boolean {
		const of = kind === 'content' ? 'content' : 'structure';
		this.decodedBytes[of] += bytes;
		return this.decodedBytes[of] <= this.limits.decodedBytes;
	}

	/** Undefined if its encryption is unknown. */
	private tryDecrypt(head: ObjectHead, dictionary: Dictionary, data: Buffer): Buffer | undefined {
		try {
			return this.handler ? this.handler.decryptStream(head, dictionary, data) : data;
		} catch {
			return undefined;
		}
	}

	/** Separate budgets, so that content does not use up the budget for the document's structure. */
	private createBudget(kind: StreamKind): DecodeBudget {
		const { limits } = this;
		const spend = (bytes: number) => this.spend(kind, bytes);
		const streamBytes = kind === 'metadata' ? limits.metadataBytes : limits.streamBytes;
		const maxBytes = spend(limits.minDecodedBytes) ? streamBytes : 0;
		return { maxBytes, spend, pause: async () => await this.turns.yieldIfDue() };
	}

	/** @returns whether the scan has read everything that it needs */
	private async scanPieces(
		scan: ContentScan,
		dictionary: Dictionary,
		data: Buffer,
	): Promise<boolean> {
		const pieces = decode(dictionary, data, this.createBudget('content'));
		for (;;) {
			const next = await pieces.next();
			if (next.done === true) return next.value;
			if (!scan.push(next.value)) return true;
		}
	}
}
