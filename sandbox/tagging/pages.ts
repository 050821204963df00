import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';

/** Number of pages of the PDF at a path; null when it cannot be read (encrypted, damaged, no PDF). */
export async function countPages(path: string): Promise<number | null> {
	try {
		const document = await PDFDocument.load(await readFile(path), { updateMetadata: false });
		return document.getPageCount() || null;
	} catch {
		return null;
	}
}
