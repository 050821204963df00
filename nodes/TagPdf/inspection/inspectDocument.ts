import { readDocument, type PdfDocument } from '../../client/transfer';
import type { Inspection } from '../../pdf';
import type { Item } from '../item';

/**
 * Reads a whole document from n8n's binary store.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function inspectDocument(
	{ runtime, signal }: Item,
	document: PdfDocument,
): Promise<Inspection> {
	// Loaded on first use: it is a third of the code, and many workflows never need it.
	const { inspect } = await import('../../pdf');
	return await readDocument(
		runtime,
		document,
		signal,
		async (open) => await inspect({ open, pause: async () => await runtime.sleep(1) }),
	);
}
