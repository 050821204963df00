import type { Body } from '../body';
import type { Turns } from '../turns';
import {
	rebuildDocument,
	openRevision,
	findReferencedRevision,
	type PdfDocument,
	type Revision,
} from './document';

/** The revisions and documents in a file. Each is computed once, on demand. */
export class DocumentLoader {
	private referencedRevision?: Promise<Revision | undefined>;
	private rebuiltDocument?: Promise<PdfDocument | undefined>;

	constructor(
		readonly body: Body,
		readonly turns: Turns,
	) {}

	/** The revision that the cross-reference describes; undefined if the cross-reference is broken. */
	async getReferencedRevision(): Promise<Revision | undefined> {
		this.referencedRevision ??= findReferencedRevision(this.body, this.turns);
		return await this.referencedRevision;
	}

	/** The document that the cross-reference describes. */
	async getReferencedDocument(): Promise<PdfDocument | undefined> {
		return openRevision(await this.getReferencedRevision());
	}

	/** The document by the last definitions of its objects. */
	async getRebuiltDocument(): Promise<PdfDocument | undefined> {
		this.rebuiltDocument ??= rebuildDocument(this.body, this.turns).catch(() => undefined);
		return await this.rebuiltDocument;
	}
}
