import type { PdfDocument } from '../../../client/transfer';

/** Where an item's document comes from, before anything of it is read. */
export interface Source {
	/** The same for the same document on a second try of the item. */
	mark: string;
	/** Under which it is submitted. */
	fileName: string;
	/** Reads what must be known before an upload, and refuses what is no PDF. */
	open: () => Promise<PdfDocument>;
}
