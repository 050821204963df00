import type { IBinaryData } from 'n8n-workflow';

import type { PdfDocument } from '../../../client/transfer';
import { openPdf, openFile } from '../../../n8n/binary';
import type { Inspection } from '../../../pdf';
import { inspectDocument } from '../../inspection';
import type { Item } from '../../item';

/** The source of an item's document, before anything is read. */
export interface Source {
	/** Identifies the document; the same on a second try of the item. */
	identity: string;
	/** Name under which the document is submitted. */
	fileName: string;
	/** Reads the start of the file before an upload, and rejects files that are not PDFs. */
	open: () => Promise<PdfDocument & Pick<FoundFile, 'binary'>>;
	/** Returns the file and its place in n8n, without a check that it is a PDF. */
	find: () => Promise<FoundFile>;
	/** Inspects the file's content. The file is read completely, but only once. */
	inspect: (document: PdfDocument) => Promise<Inspection>;
}

export interface FoundFile {
	document: PdfDocument;
	binary: IBinaryData;
}

/** @param getFile returns the file as n8n keeps it */
export function createFileSource(
	item: Item,
	{ identity, fileName }: Pick<Source, 'identity' | 'fileName'>,
	getFile: () => Promise<IBinaryData>,
): Source {
	const { context, runtime, signal } = item;
	let inspected: Promise<Inspection> | undefined;
	return {
		identity,
		fileName,
		open: async () => {
			const binary = await getFile();
			return { ...(await openPdf(context, runtime, binary, fileName, signal)), binary };
		},
		find: async () => {
			const binary = await getFile();
			const { document } = await openFile(context, runtime, binary, fileName, signal);
			return { document, binary };
		},
		inspect: async (document) => await (inspected ??= inspectDocument(item, document)),
	};
}
