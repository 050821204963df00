import type { IBinaryData } from 'n8n-workflow';

import type { PdfDocument } from '../../../client/transfer';
import { documentOf, fileOf } from '../../../n8n/binary';
import type { Inspection } from '../../../pdf';
import type { Item } from '../../item';
import { inspectDocument } from '../../inspection/inspectDocument';

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
	/** What the file holds; read to its end once, whoever asks. */
	inspect: (document: PdfDocument) => Promise<Inspection>;
}

export interface FoundFile {
	document: PdfDocument;
	binary: IBinaryData;
}

/** @param give gives the file as n8n keeps it */
export function createFileSource(
	item: Item,
	{ mark, fileName }: Pick<Source, 'mark' | 'fileName'>,
	give: () => Promise<IBinaryData>,
): Source {
	const { context, runtime, signal } = item;
	let inspected: Promise<Inspection> | undefined;
	return {
		mark,
		fileName,
		open: async () => {
			const binary = await give();
			return { ...(await documentOf(context, runtime, binary, fileName, signal)), binary };
		},
		find: async () => {
			const binary = await give();
			const { document } = await fileOf(context, runtime, binary, fileName, signal);
			return { document, binary };
		},
		inspect: async (document) => await (inspected ??= inspectDocument(item, document)),
	};
}
