import { readDocument, type PdfDocument } from '../../client/transfer';
import type { Inspection } from '../../pdf';
import type { Item } from '../item';

/**
 * Reads a document in n8n's binary store, to its end.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function inspectDocument(
	{ runtime, signal }: Item,
	document: PdfDocument,
): Promise<Inspection> {
	// A third of the code, which many workflows never use, so it is loaded with the first document that is read.
	const { inspect } = await import('../../pdf');
	return await readDocument(
		runtime,
		document,
		signal,
		async (open) => await inspect({ open, pause: async () => await runtime.sleep(1) }),
	);
}
