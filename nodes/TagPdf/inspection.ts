import type { IDataObject } from 'n8n-workflow';

import { type PdfFile, readPdfFile } from '../../client/pdfFile';
import type { Runtime } from '../../client/runtime';
import type { Inspection } from '../../pdf/inspect';

/**
 * Reads a whole document from n8n's binary store.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function inspectDocument(
	{ runtime, signal }: { runtime: Runtime; signal: AbortSignal },
	document: PdfFile,
): Promise<Inspection> {
	// Loaded on first use: it is a third of the code, and many workflows never need it.
	const { inspect } = await import('../../pdf/inspect');
	return await readPdfFile(
		runtime,
		document,
		signal,
		async (open) => await inspect({ open, pause: async () => await runtime.sleep(1) }),
	);
}

/** The fields of Inspect, the most useful first. */
export function toInspectionJson(filename: string, inspection: Inspection): IDataObject {
	const { recommendation, reasons, pages, tagged, imageOnlyPages, encrypted } = inspection;
	const { signed, form, title, language } = inspection;
	const answers = { pages, tagged, imageOnlyPages, encrypted, signed, form, title, language };
	return { filename, recommendation, reasons, ...answers };
}
