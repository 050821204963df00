import type { IBinaryData } from 'n8n-workflow';

import type { PdfDocument } from '../../../client/transfer';

/** Where an item's document comes from, before anything of it is read. */
export interface Source {
	/** The same for the same document on a second try of the item. */
	mark: string;
	/** Under which it is submitted. */
	fileName: string;
	/** Reads what must be known before an upload, and refuses what is no PDF. */
	open: () => Promise<PdfDocument & Pick<FoundFile, 'binary'>>;
	/** Gives the file, whatever it holds, and where n8n keeps it. */
	find: () => Promise<FoundFile>;
}

export interface FoundFile {
	document: PdfDocument;
	binary: IBinaryData;
}
