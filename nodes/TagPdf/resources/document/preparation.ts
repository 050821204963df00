import type { IBinaryData } from 'n8n-workflow';

import { TagPdfError } from '../../../client/errors';
import { isLimited, type KnownDocument, type ReadyDocument } from '../../../client/submission';
import { hashDocument } from '../../../client/transfer';
import type { Item } from '../../item';
import { mayBeScanned, readJobOptions } from '../../parameters/jobOptions';
import { readAlreadyTagged } from '../../parameters/paying/alreadyTagged';
import { readIdempotencyScope } from '../../parameters/paying/avoidPayingTwice';
import type { Source } from '../../parameters/source/source';

/** A document that is already tagged, and so is not submitted. */
export class AlreadyTagged extends TagPdfError {
	/**
	 * @param pages number of pages, which equals the saved credits
	 * @param file the file in n8n
	 */
	constructor(
		readonly reason: string,
		readonly pages: number,
		readonly file: IBinaryData,
	) {
		super('ALREADY_TAGGED', {});
	}
}

/**
 * Reads an item's document before it is paid for. Most items need only its first bytes. Some options need
 * the whole content.
 */
export class Preparation {
	/** Marks of the document that do not depend on its content. */
	readonly identity: readonly unknown[];
	/** Job options that do not depend on the document's content. */
	readonly options: { ocr: boolean; embed_fonts: boolean };
	readonly whenTagged: ReturnType<typeof readAlreadyTagged>;
	private readonly ocrWhenScanned: boolean;

	/** @throws InputError if an option is not valid */
	constructor(
		private readonly item: Item,
		private readonly source: Source,
	) {
		const { ocr, ...others } = readJobOptions(item);
		this.whenTagged = readAlreadyTagged(item);
		this.ocrWhenScanned = ocr === 'whenScanned';
		this.options = { ocr: ocr === true, ...others };
		this.identity = this.ocrWhenScanned ? [source.identity, ocr] : [source.identity];
	}

	/**
	 * @throws AlreadyTagged unless the document is to be tagged anyway
	 * @throws TagPdfError `PAGES_UNKNOWN`, or if the document cannot be read
	 */
	async open(): Promise<ReadyDocument> {
		const { item, options } = this;
		const { binary, ...document } = await this.source.open();
		if (!this.needsContent) return document;
		const inspection = await this.source.inspect(document);
		const { pages, reasons, recommendation } = inspection;
		const ocr = this.ocrWhenScanned ? mayBeScanned(inspection) : options.ocr;
		const ready = {
			...document,
			options: { ...options, ocr },
			...(pages === null ? {} : { pages }),
		};
		if (recommendation === 'skip' && this.whenTagged !== 'tag') {
			// Without a page count the recommendation is never "skip".
			const skipped = new AlreadyTagged(reasons.join('; '), pages ?? 0, binary);
			if (!(await item.submitter.mayBePaidFor(await this.identify(ready)))) throw skipped;
		}
		if (pages === null && isLimited(item.budget)) {
			const reason = inspection.unknown.pages ?? '';
			throw new TagPdfError('PAGES_UNKNOWN', { reason });
		}
		return ready;
	}

	/** Counts the document as paid for if an earlier execution may have paid for it. */
	async recall(): Promise<void> {
		const document = await this.open();
		await this.item.submitter.assumePaidFor(await this.identify(document), document.pages);
	}

	private async identify(document: ReadyDocument): Promise<KnownDocument> {
		const { item, options } = this;
		const digest = await hashDocument(item.runtime, document, item.signal);
		const scope = readIdempotencyScope(item);
		return { digest, options: document.options ?? options, scope };
	}

	private get needsContent(): boolean {
		return this.whenTagged !== 'tag' || this.ocrWhenScanned || isLimited(this.item.budget);
	}
}
